-- What holds for every database, whoever wrote it. Each query gives the rows for which it does not, told in one text.
-- check: name: what is wrong with such a row

-- check: sources: a row that leads to no file
SELECT format('row {} of match key {}, line {}', seq, match_key, line) FROM (
    SELECT match_key, seq, source_key, line FROM strokes UNION ALL SELECT match_key, seq, source_key, line FROM lags
    UNION ALL SELECT match_key, seq, source_key, line FROM events)
ANTI JOIN sources USING (source_key);

-- check: source_keys: a match that names other files than its rows
SELECT format('match {}, version {}', match, version) FROM all_matches m LEFT JOIN (
    SELECT match_key, list_sort(list(DISTINCT source_key)) AS keys FROM (
        SELECT match_key, source_key FROM strokes UNION ALL SELECT match_key, source_key FROM lags
        UNION ALL SELECT match_key, source_key FROM events) GROUP BY match_key) r USING (match_key)
WHERE list_sort(m.source_keys) IS DISTINCT FROM r.keys;

-- check: lines: a row on a line that its file cannot have
SELECT format('row {} of match key {}, line {}', seq, match_key, line) FROM (
    SELECT match_key, seq, line FROM strokes UNION ALL SELECT match_key, seq, line FROM lags
    UNION ALL SELECT match_key, seq, line FROM events) WHERE line < 1;

-- check: order: a match whose rows are not numbered 1, 2, 3 …
SELECT format('match key {}', match_key) FROM (
    SELECT match_key, seq FROM strokes UNION ALL SELECT match_key, seq FROM lags
    UNION ALL SELECT match_key, seq FROM events)
GROUP BY match_key HAVING min(seq) <> 1 OR max(seq) <> count(*) OR count(DISTINCT seq) <> count(*);

-- check: strays: rows of a match that is not there
SELECT DISTINCT format('match key {}', match_key) FROM (
    SELECT match_key FROM strokes UNION ALL SELECT match_key FROM lags UNION ALL SELECT match_key FROM events
    UNION ALL SELECT match_key FROM racks UNION ALL SELECT match_key FROM match_players
    UNION ALL SELECT match_key FROM all_ruled UNION ALL SELECT match_key FROM amendments)
ANTI JOIN all_matches USING (match_key);

-- check: rulings: a ruling without its stroke
SELECT format('ruling of row {}, match key {}', seq, match_key) FROM all_rulings ANTI JOIN strokes USING (match_key, seq);

-- check: facts: a stroke of which what was written down is not there, or there twice
SELECT format('fact key {}', fact_key) FROM (SELECT DISTINCT fact_key FROM stroke_rows) LEFT JOIN (
    SELECT fact_key, count(*) AS times FROM facts GROUP BY fact_key) USING (fact_key)
WHERE times IS DISTINCT FROM 1;

-- check: verdicts: a ruling of which what was ruled is not there, or there twice
SELECT format('verdict key {}', verdict_key) FROM (SELECT DISTINCT verdict_key FROM ruling_rows) LEFT JOIN (
    SELECT verdict_key, count(*) AS times FROM verdicts GROUP BY verdict_key) USING (verdict_key)
WHERE times IS DISTINCT FROM 1;

-- check: strokes: a stroke that an edition rules twice, or not at all
SELECT format('row {} of match key {} by edition key {}', s.seq, s.match_key, r.edition_key)
FROM all_ruled r JOIN strokes s USING (match_key)
LEFT JOIN all_rulings j ON j.match_key = s.match_key AND j.edition_key = r.edition_key AND j.seq = s.seq
GROUP BY s.match_key, s.seq, r.edition_key HAVING count(j.seq) <> 1;

-- check: unruled: a ruling by an edition that is not noted as having ruled the match
SELECT DISTINCT format('match key {}, edition key {}', match_key, edition_key) FROM (
    SELECT match_key, edition_key FROM all_rulings UNION SELECT match_key, edition_key FROM all_rack_results)
ANTI JOIN all_ruled USING (match_key, edition_key);

-- check: findings: a finding of a row that is not there
SELECT format('{} of row {}, match key {}', code, seq, match_key) FROM all_findings ANTI JOIN (
    SELECT match_key, seq FROM strokes UNION ALL SELECT match_key, seq FROM lags
    UNION ALL SELECT match_key, seq FROM events) USING (match_key, seq);

-- check: audited: a finding by a ruling that is not there, or that says that none was looked for
SELECT DISTINCT format('match key {}, edition key {}', match_key, edition_key) FROM all_findings
ANTI JOIN (FROM all_ruled WHERE audited) USING (match_key, edition_key);

-- check: ruled_strokes: a ruling that says another rack, number, player or kind than its stroke
SELECT format('row {} of match key {}', s.seq, s.match_key) FROM all_rulings j JOIN strokes s USING (match_key, seq)
WHERE (j.rack, j.attempt, j.shot, j.player_key, j.kind, j.is_break)
      IS DISTINCT FROM (s.rack, s.attempt, s.shot, s.player_key, s.kind, s.is_break);

-- check: balls: balls that are neither where they were nor pocketed, off the table or put back
SELECT format('row {} of match key {} by edition key {}', j.seq, j.match_key, j.edition_key)
FROM all_rulings j JOIN strokes s USING (match_key, seq)
WHERE j.on_table_mask IS DISTINCT FROM
      ((j.before_mask & ~(j.potted_mask | s.off_mask)) | j.spotted_mask) & 2046;

-- check: counts: a number of balls that is not that of the set
SELECT format('row {} of match key {}', seq, match_key) FROM all_rulings WHERE balls <> bit_count(potted_mask & 2046);

-- check: counted: a ruling that is counted by another time, call or visit than its strokes have
SELECT format('row {} of match key {} by edition key {}', seq, match_key, edition_key) FROM (
    SELECT j.seq, j.match_key, j.edition_key,
           (j.seconds, j.nothing_called) IS DISTINCT FROM (s.seconds, s.kind = 'shot' AND s.call_type = 1)
           OR j.visit_known IS DISTINCT FROM bool_and(j.potted_known)
               OVER (PARTITION BY j.match_key, j.edition_key, j.rack, j.attempt, j.visit) AS wrong
    FROM all_rulings j JOIN strokes s USING (match_key, seq)) WHERE wrong;

-- check: masks: a set of balls or acts with a member that there is not
SELECT format('row {} of match key {}', seq, match_key) FROM (
    SELECT match_key, seq, potted_mask, off_mask, twice_mask, spotted_mask, acts_mask, ruling_mask FROM strokes
    UNION ALL SELECT match_key, seq, potted_mask, off_mask, twice_mask, spotted_mask, acts_mask, ruling_mask FROM events)
WHERE coalesce(potted_mask, 0) NOT BETWEEN 0 AND 2047 OR off_mask NOT BETWEEN 0 AND 2047
      OR twice_mask NOT BETWEEN 0 AND 2047 OR coalesce(spotted_mask, 0) NOT BETWEEN 0 AND 2046
      OR acts_mask NOT BETWEEN 0 AND 2097151 OR ruling_mask NOT BETWEEN 0 AND 2097151;

-- check: lists: a set of balls that is not what its text says
SELECT format('row {} of match key {}: {}', seq, match_key, potted) FROM strokes
WHERE potted IS NOT NULL AND potted <> '?' AND list_sort(list_distinct(list_transform(
          list_filter(regexp_split_to_array(lower(potted), '[\s,;]+'), lambda x: x NOT IN ('', '-')),
          lambda x: CASE WHEN x LIKE 'cue%' THEN 0 ELSE TRY_CAST(regexp_extract(x, '^0*(\d+)', 1) AS INTEGER) END)))
      IS DISTINCT FROM list_filter(range(0, 11), lambda b: (potted_mask >> b::SMALLINT) & 1 = 1)::INTEGER[];

-- check: presumed: a ruling that says it rests on nothing presumed, and names what was
SELECT format('row {} of match key {}', seq, match_key) FROM all_rulings
WHERE presumed <> (assumed_text <> '' AND potted_known);

-- check: racks: a rack with another number of strokes than it says
SELECT format('rack {}.{} of match key {}', k.rack, k.attempt, k.match_key) FROM racks k
LEFT JOIN (SELECT match_key, rack, attempt, count(*) AS strokes FROM strokes GROUP BY ALL) s
    USING (match_key, rack, attempt)
WHERE k.strokes <> coalesce(s.strokes, 0);

-- check: rackless: a stroke of a rack that is not there
SELECT DISTINCT format('rack {}.{} of match key {}', rack, attempt, match_key) FROM strokes
ANTI JOIN racks USING (match_key, rack, attempt);

-- check: rack_results: a rack that an edition gives two results, or none
SELECT format('rack {}.{} of match key {} by edition key {}', k.rack, k.attempt, k.match_key, r.edition_key)
FROM racks k JOIN all_ruled r USING (match_key)
LEFT JOIN all_rack_results x ON x.match_key = k.match_key AND x.edition_key = r.edition_key AND x.rack = k.rack
                                AND x.attempt = k.attempt
GROUP BY k.match_key, k.rack, k.attempt, r.edition_key HAVING count(x.rack) <> 1;

-- check: versions: a record of a match that has not just one version in force, or versions that do not follow each other
SELECT DISTINCT format('match {}, record {}', match, record) FROM (
    SELECT match, record, version, stored_at, superseded_at, row_number() OVER w AS place,
           lead(stored_at) OVER w AS next_at FROM all_matches WINDOW w AS (PARTITION BY match, record ORDER BY version))
WHERE version <> place OR (superseded_at IS DISTINCT FROM next_at AND NOT coalesce(
    superseded_at IN (SELECT made_at FROM journal WHERE action = 'withdraw'), FALSE));

-- check: counting: a match of which not just one version counts, where it was not taken out
SELECT format('match {}', match) FROM (SELECT DISTINCT match FROM all_matches WHERE superseded_at IS NULL) LEFT JOIN matches m USING (match)
GROUP BY match HAVING count(m.match_key) <> 1;

-- check: withdrawn: a match of which no version is in force, though nobody took it out
SELECT format('match {}', match) FROM all_matches GROUP BY match HAVING count(*) FILTER (superseded_at IS NULL) = 0
   AND max(superseded_at) NOT IN (SELECT made_at FROM journal WHERE action = 'withdraw');

-- check: keys: a match key that stands twice
SELECT format('match key {}', match_key) FROM all_matches GROUP BY match_key HAVING count(*) > 1;

-- check: preferred: a record that counts and is not there, or two that do
SELECT format('match {}, record {}', match, record) FROM preferred p
WHERE NOT EXISTS (FROM all_matches m WHERE m.match = p.match AND m.record = p.record)
   OR (until IS NULL AND (SELECT count(*) FROM preferred o WHERE o.match = p.match AND o.until IS NULL) > 1);

-- check: amendments: an amendment of a version that is not one
SELECT format('entry {}, match key {}', a.entry, a.match_key) FROM amendments a JOIN all_matches m USING (match_key)
WHERE m.amends IS NULL OR m.entry <> a.entry;

-- check: players: a match whose players are not numbered 0, 1, 2 …, or fewer than two
SELECT format('match {}, version {}', m.match, m.version) FROM all_matches m LEFT JOIN match_players q USING (match_key)
GROUP BY m.match_key, m.match, m.version
HAVING count(q.player_no) < 2 OR min(q.player_no) <> 0 OR max(q.player_no) <> count(*) - 1
       OR count(DISTINCT q.player_key) <> count(*);

-- check: strangers: a stroke by somebody who is not a player of the match
SELECT format('row {} of match key {}', seq, match_key) FROM (
    SELECT match_key, seq, player_key FROM strokes UNION ALL SELECT match_key, seq, player_key FROM lags
    UNION ALL SELECT match_key, seq, player_key FROM events)
ANTI JOIN match_players USING (match_key, player_key);

-- check: names: a player without a name
SELECT DISTINCT format('player key {}', player_key) FROM match_players ANTI JOIN names USING (player_key);

-- check: persons: a name that stands for two players at once
SELECT format('{}', name) FROM players GROUP BY player_key, name HAVING count(*) > 1;

-- check: opponents: two names merged into one player that play against each other
SELECT DISTINCT format('match {}: {} and {}', m.match, one.name, other.name)
FROM matches m JOIN match_players a USING (match_key) JOIN match_players b USING (match_key)
JOIN players one ON one.player_key = a.player_key JOIN players other ON other.player_key = b.player_key
WHERE a.player_key < b.player_key AND one.person_key = other.person_key;

-- check: ruled: a match that is ruled twice at once by one edition
SELECT format('match key {}, edition {}', r.match_key, e.edition) FROM all_ruled r JOIN editions e USING (edition_key)
WHERE r.superseded_at IS NULL GROUP BY r.match_key, e.edition HAVING count(*) > 1;

-- check: editions: a match ruled by an edition that is not there
SELECT DISTINCT format('edition key {}', edition_key) FROM all_ruled ANTI JOIN editions USING (edition_key);

-- check: texts: a form of an edition whose text was not kept, though it ruled after texts were
SELECT DISTINCT format('edition {} ({})', e.edition, e.fingerprint) FROM all_ruled r JOIN editions e USING (edition_key)
JOIN journal j USING (entry) ANTI JOIN edition_texts t ON t.edition = e.edition AND t.fingerprint = e.fingerprint
WHERE j.action <> 'inherit';

-- check: originals: a file that was not kept, though it came after files were
SELECT format('{} ({})', s.file, s.sha256[:12]) FROM sources s JOIN journal j USING (entry)
ANTI JOIN originals o USING (sha256) WHERE j.action <> 'inherit';

-- check: journal: entries that are not numbered 1, 2, 3 …, or not in the order of time
SELECT format('entry {}', entry) FROM (
    SELECT entry, made_at, row_number() OVER w AS place, lag(made_at) OVER w AS before
    FROM journal WINDOW w AS (ORDER BY entry)) WHERE entry <> place OR made_at <= before;

-- check: entries: a row that no entry of the journal wrote
SELECT DISTINCT format('entry {}', entry) FROM (
    SELECT entry FROM all_matches UNION ALL SELECT entry FROM all_ruled UNION ALL SELECT entry FROM sources
    UNION ALL SELECT entry FROM names UNION ALL SELECT entry FROM merges UNION ALL SELECT entry FROM preferred
    UNION ALL SELECT entry FROM amendments UNION ALL SELECT entry FROM rejects)
ANTI JOIN journal USING (entry);

-- check: views: a view that does not show just what is in force
SELECT format('{}: {} rows, {} in force', view, shown, in_force) FROM (
    SELECT 'v_matches' AS view, (SELECT count(*) FROM v_matches) AS shown, (SELECT count(*) FROM matches) AS in_force
    UNION ALL SELECT 'v_logged', (SELECT count(*) FROM v_logged),
        (SELECT count(*) FROM strokes SEMI JOIN matches USING (match_key))
    UNION ALL SELECT 'v_lags', (SELECT count(*) FROM v_lags),
        (SELECT count(*) FROM lags SEMI JOIN matches USING (match_key))
    UNION ALL SELECT 'v_events', (SELECT count(*) FROM v_events),
        (SELECT count(*) FROM events SEMI JOIN matches USING (match_key))
    UNION ALL SELECT 'v_rulings', (SELECT count(*) FROM v_rulings),
        (SELECT count(*) FROM strokes JOIN ruled USING (match_key) SEMI JOIN matches USING (match_key))
    UNION ALL SELECT 'v_strokes', (SELECT count(*) FROM v_strokes),
        (SELECT count(*) FROM strokes JOIN ruled USING (match_key) SEMI JOIN matches USING (match_key))
    UNION ALL SELECT 'v_racks', (SELECT count(*) FROM v_racks),
        (SELECT count(*) FROM racks JOIN ruled USING (match_key) SEMI JOIN matches USING (match_key))
    UNION ALL SELECT 'v_findings', (SELECT count(*) FROM v_findings),
        (SELECT count(*) FROM all_findings SEMI JOIN ruled USING (match_key, edition_key) SEMI JOIN matches USING (match_key))
    UNION ALL SELECT 'v_rulings, default', (SELECT count(*) FROM v_rulings WHERE is_default),
        (SELECT count(*) FROM strokes SEMI JOIN (SELECT m.match_key FROM matches m SEMI JOIN ruled USING (match_key)) USING (match_key))
) WHERE shown <> in_force;
