-- The views that all others build on: sets of balls and fouls as lists, the matches in force, strokes with their rulings.
--
-- A column `is_default` marks the rulings of the edition that statistics use where none is asked for: the match's own
-- where it was ruled by it, else the first that it was ruled by.

CREATE OR REPLACE MACRO ball_list(balls) AS
    CASE WHEN balls IS NOT NULL THEN
        list_where([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]::UTINYINT[],
                   [balls & 2 <> 0, balls & 4 <> 0, balls & 8 <> 0, balls & 16 <> 0, balls & 32 <> 0,
                    balls & 64 <> 0, balls & 128 <> 0, balls & 256 <> 0, balls & 512 <> 0, balls & 1024 <> 0])
    END;

CREATE OR REPLACE MACRO foul_list(fouls) AS
    list_where(['scratch', 'cue_off', 'ball_off', 'no_contact', 'wrong_ball', 'no_rail', 'illegal_break', 'foot',
                'touch', 'double_hit', 'push_stroke', 'moving', 'placement', 'cue_on_table', 'marking', 'out_of_turn',
                'slow', 'not_tip', 'scoop', 'recorded', 'unsporting'],
               [fouls & 1 <> 0, fouls & 2 <> 0, fouls & 4 <> 0, fouls & 8 <> 0, fouls & 16 <> 0, fouls & 32 <> 0,
                fouls & 64 <> 0, fouls & 128 <> 0, fouls & 256 <> 0, fouls & 512 <> 0, fouls & 1024 <> 0,
                fouls & 2048 <> 0, fouls & 4096 <> 0, fouls & 8192 <> 0, fouls & 16384 <> 0, fouls & 32768 <> 0,
                fouls & 65536 <> 0, fouls & 131072 <> 0, fouls & 262144 <> 0, fouls & 524288 <> 0,
                fouls & 1048576 <> 0]);

CREATE OR REPLACE MACRO lag_fault_list(faults) AS
    list_where(['long_rail', 'potted', 'off_table', 'crossed', 'foot_rail', 'jaw', 'late'],
               [faults & 1 <> 0, faults & 2 <> 0, faults & 4 <> 0, faults & 8 <> 0, faults & 16 <> 0,
                faults & 32 <> 0, faults & 64 <> 0]);

CREATE OR REPLACE MACRO text_list(words) AS
    CASE words WHEN '' THEN []::VARCHAR[] ELSE string_split(words, '|') END;

-- One row per match in force.
CREATE OR REPLACE VIEW v_matches AS
SELECT m.match_key, m.match, m.version, m.date, m.day, year(m.day)::VARCHAR AS season, m.event, m.round, m.venue,
       m."table", m.edition AS own_edition, e.edition AS ruled_by, m.ruled_by AS ruled_by_key, p.players, p.player_keys,
       m.race_to, m.break_format, m.warnings_recorded, m.source, m.recorder, m.source_keys, m.stored_at
FROM matches m
LEFT JOIN editions e ON e.edition_key = m.ruled_by
LEFT JOIN (SELECT match_key, list(player ORDER BY player_no) AS players, list(player_key ORDER BY player_no) AS player_keys
           FROM match_players JOIN players USING (player_key) GROUP BY match_key) p USING (match_key)
WHERE m.superseded_at IS NULL;

-- One row per match in force and edition that it was ruled under.
CREATE OR REPLACE VIEW v_ruled_matches AS
SELECT r.match_key, r.edition_key, e.edition, r.edition_key = m.ruled_by AS is_default, r.audited
FROM ruled r JOIN matches m USING (match_key) JOIN editions e USING (edition_key)
WHERE m.superseded_at IS NULL;

-- One row per match in force and player.
CREATE OR REPLACE VIEW v_match_players AS
SELECT q.match_key, q.player_no, q.player_key, p.player, q.race_to,
       CASE WHEN o.player_key IS NOT NULL THEN o.player ELSE NULL END AS opponent
FROM match_players q
JOIN matches m USING (match_key)
JOIN players p USING (player_key)
LEFT JOIN (SELECT match_key, player_key, player, count(*) OVER (PARTITION BY match_key) AS players
           FROM match_players JOIN players USING (player_key)) o
       ON o.match_key = q.match_key AND o.player_key <> q.player_key AND o.players = 2
WHERE m.superseded_at IS NULL;

-- The rulings of the matches in force, bare, for counting.
CREATE OR REPLACE VIEW v_ruled AS
SELECT r.*, r.edition_key = m.ruled_by AS is_default
FROM rulings r JOIN matches m USING (match_key)
WHERE m.superseded_at IS NULL;

-- The same as ruled then (see the log format, "after a wrong ruling"): a foul is what was ruled one, of the kinds that were
-- named, else of those that the edition finds, else of the kind `recorded`; a called ball was made lawfully where it fell
-- as called and no foul was ruled; who lost the rack on fouls, and who had an option, follows from that.
CREATE OR REPLACE VIEW v_ruled_as_recorded AS
SELECT r.* REPLACE (
           CASE WHEN NOT r.ruled_foul THEN 0 WHEN s.ruling_mask <> 0 THEN s.ruling_mask
                WHEN r.foul_mask <> 0 THEN r.foul_mask ELSE 524288 END AS foul_mask,
           CASE WHEN r.ruled_foul THEN FALSE WHEN r.foul_mask = 0 THEN r.call_made
                WHEN s.kind <> 'shot' OR r.is_break OR s.call_type = 1 THEN FALSE
                WHEN s.call_type = 0 THEN coalesce(s.potted_first > 0, FALSE)
                ELSE coalesce((s.potted_mask >> s.call_ball) & 1 = 1
                              AND (s.call_pocket = 0 OR (s.potted_pockets >> (4 * s.call_ball)) & 15 IN (0, s.call_pocket)),
                              FALSE) END AS call_made,
           CASE WHEN r.ruled_foul OR r.rack_end <> 'three_fouls' THEN r.rack_end END AS rack_end,
           CASE WHEN NOT r.ruled_foul THEN r.option END AS option)
FROM v_ruled r JOIN strokes s USING (match_key, seq);

-- The same for reading.
CREATE OR REPLACE VIEW v_rulings AS
SELECT m.match, r.rack, r.attempt, r.shot, p.player, r.kind, e.edition, foul_list(r.foul_mask) AS fouls,
       list_sort(foul_list(r.unlisted_mask)) AS unlisted, n.player AS next_player, r.cue_ball, r.option,
       ball_list(r.spotted_mask) AS spotted, ball_list(r.on_table_mask) AS on_table, r.fouls_in_a_row, r.rack_end,
       w.player AS rack_winner, text_list(r.clauses_text) AS clauses, r.basis, text_list(r.assumed_text) AS assumed,
       r.is_break, r.is_push, r.visit, r.in_hand, r.balls, r.call_made, r.ruled_foul, r.decision, r.decision_inferred,
       f.player AS played_next, r.is_default, r.match_key, r.edition_key, r.seq, r.stroke_no
FROM v_ruled r
JOIN matches m USING (match_key)
JOIN editions e USING (edition_key)
JOIN players p USING (player_key)
LEFT JOIN players n ON n.player_key = r.next_key
LEFT JOIN players w ON w.player_key = r.rack_winner_key
LEFT JOIN players f ON f.player_key = r.played_next_key;

-- What was written down of each stroke of the matches in force, with the file and line that it stands on.
CREATE OR REPLACE VIEW v_logged AS
SELECT m.match, s.rack, s.attempt, s.shot, p.player, s.kind, s.called, s.first, s.rail, s.rails, s.past_head, s.potted,
       ball_list(s.potted_mask) AS potted_balls, s.off, ball_list(s.off_mask) AS off_balls, s.acts, s.spotted,
       ball_list(s.spotted_mask) AS spotted_balls, s.hand, s.ruling, w.player AS winner, s.score, s.rack_layout,
       s.cue_x, s.cue_y, s.end_x, s.end_y, s.layout, s.speed, s.seconds, s.time, s.video, s.note, f.file, s.line,
       s.match_key, s.seq
FROM strokes s
JOIN matches m USING (match_key)
JOIN players p USING (player_key)
JOIN sources f USING (source_key)
LEFT JOIN players w ON w.player_key = s.winner_key
WHERE m.superseded_at IS NULL;

-- Each stroke as logged and as ruled, for each edition that it was ruled under.
CREATE OR REPLACE VIEW v_strokes AS
SELECT r.*, l.* EXCLUDE (match, rack, attempt, shot, player, kind, spotted, spotted_balls, match_key, seq),
       l.spotted AS spotted_logged
FROM v_rulings r JOIN v_logged l USING (match_key, seq);

CREATE OR REPLACE VIEW v_lags AS
SELECT m.match, l.attempt, p.player, l.lag_cm, lag_fault_list(l.faults_mask) AS faults, w.player AS winner, f.file,
       l.line, l.match_key, l.seq
FROM lags l
JOIN matches m USING (match_key)
JOIN players p USING (player_key)
JOIN sources f USING (source_key)
LEFT JOIN players w ON w.player_key = l.winner_key
WHERE m.superseded_at IS NULL;

CREATE OR REPLACE VIEW v_events AS
SELECT m.match, v.rack, v.attempt, v.shot, p.player, v.kind, v.is_copy, ball_list(v.potted_mask) AS potted_balls,
       ball_list(v.spotted_mask) AS spotted_balls, w.player AS winner, v.score, v.seconds, v.time, v.video, v.note,
       f.file, v.line, v.match_key, v.seq
FROM events v
JOIN matches m USING (match_key)
JOIN players p USING (player_key)
JOIN sources f USING (source_key)
LEFT JOIN players w ON w.player_key = v.winner_key
WHERE m.superseded_at IS NULL;

-- Where the recorded rulings are not those of an edition: what the audit finds, with the file and line that it stands on.
-- `v_ruled_matches` says by `audited` whether findings were looked for.
CREATE OR REPLACE VIEW v_findings AS
SELECT m.match, s.rack, s.attempt, s.shot, p.player, s.kind, e.edition, f.code, f.verdict,
       text_list(f.clauses_text) AS clauses, f.recorded, f.ruled, f.message, o.file, s.line,
       f.edition_key = m.ruled_by AS is_default, f.match_key, f.edition_key, f.seq
FROM findings f
JOIN (SELECT match_key, seq, source_key, line, rack, attempt, shot, player_key, kind FROM strokes
      UNION ALL SELECT match_key, seq, source_key, line, 0, 1, attempt, player_key, 'lag' FROM lags
      UNION ALL SELECT match_key, seq, source_key, line, rack, attempt, shot, player_key, kind FROM events) s
     USING (match_key, seq)
JOIN matches m USING (match_key)
JOIN editions e USING (edition_key)
JOIN players p USING (player_key)
JOIN sources o USING (source_key)
WHERE m.superseded_at IS NULL;

-- Options to play or to hand back, and what was decided: recorded, or inferred from who played on.
CREATE OR REPLACE VIEW v_decisions AS
SELECT match, rack, attempt, shot, edition, player AS shooter, next_player AS decider, is_push, decision,
       decision_inferred, is_default, match_key, edition_key, seq
FROM v_rulings WHERE option IS NOT NULL;

-- What became of each attempt at a rack.
CREATE OR REPLACE VIEW v_racks AS
SELECT m.match, k.rack, k.attempt, e.edition, b.player AS breaker, k.resumed, k.rack_end, w.player AS winner, k.credited,
       k.visits, k.sole_player, k.handed_back, ball_list(k.left_mask) AS left_balls,
       k.edition_key = m.ruled_by AS is_default, k.match_key, k.edition_key
FROM rack_results k
JOIN matches m USING (match_key)
JOIN editions e USING (edition_key)
LEFT JOIN players b ON b.player_key = k.breaker_key
LEFT JOIN players w ON w.player_key = k.winner_key
WHERE m.superseded_at IS NULL;

-- Racks won by each player of a match, the last recorded score before the count of racks; and who won the match: who
-- reached the race, or whose only opponent forfeited. NULL where neither is known.
CREATE OR REPLACE VIEW v_match_results AS
WITH counted AS (
    SELECT match_key, edition_key, winner_key AS player_key, count(*) AS racks
    FROM rack_results WHERE winner_key IS NOT NULL GROUP BY ALL
), last_score AS (
    SELECT match_key, arg_max(score, (rack, attempt)) AS score
    FROM (SELECT match_key, rack, attempt, score, rack = max(rack) OVER (PARTITION BY match_key) AS last FROM racks)
    WHERE last GROUP BY match_key
), given_up AS (
    SELECT match_key, player_key FROM events WHERE kind = 'forfeit' AND NOT is_copy
), standing AS (
    SELECT r.match_key, r.edition_key, r.is_default, q.player_key, q.race_to,
           coalesce(s.score[q.player_no + 1], c.racks, 0) AS racks_won,
           count(*) OVER (PARTITION BY r.match_key, r.edition_key) = 2
               AND EXISTS (SELECT 1 FROM given_up g WHERE g.match_key = r.match_key AND g.player_key <> q.player_key)
               AS by_forfeit,
           EXISTS (SELECT 1 FROM given_up g WHERE g.match_key = r.match_key) AS forfeited
    FROM v_ruled_matches r
    JOIN match_players q USING (match_key)
    LEFT JOIN last_score s USING (match_key)
    LEFT JOIN counted c ON c.match_key = r.match_key AND c.edition_key = r.edition_key AND c.player_key = q.player_key
), decided AS (
    SELECT *, CASE WHEN forfeited THEN by_forfeit ELSE racks_won >= race_to END AS won_it FROM standing
)
SELECT match_key, edition_key, is_default, player_key, race_to, racks_won,
       CASE WHEN bool_or(coalesce(won_it, FALSE)) OVER (PARTITION BY match_key, edition_key)
            THEN coalesce(won_it, FALSE) END AS won
FROM decided;
