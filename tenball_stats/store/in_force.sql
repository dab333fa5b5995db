-- What is in force, from the tables that keep everything. `SET VARIABLE as_of = TIMESTAMP '2026-03-01'` before any query
-- shows what was in force then: every view of the database goes through these.

CREATE OR REPLACE MACRO as_of() AS coalesce(CAST(getvariable('as_of') AS TIMESTAMP), 'infinity'::TIMESTAMP);
CREATE OR REPLACE MACRO held(since, until) AS since <= as_of() AND (until IS NULL OR until > as_of());

-- Names as they stand in logs, each with the name of the player whom it means.
CREATE OR REPLACE VIEW players AS
SELECT n.player_key, s.name AS player, n.name, s.player_key AS person_key
FROM names n
LEFT JOIN (SELECT player_key, person_key FROM identities WHERE held(since, until)) i USING (player_key)
JOIN names s ON s.player_key = coalesce(i.person_key, n.player_key);

-- Which editions each version of a match is ruled under.
CREATE OR REPLACE VIEW ruled AS
SELECT r.match_key, r.edition_key, e.edition, e.fingerprint, e.tool_version, r.place, r.entry, r.ruled_at, r.audited
FROM all_ruled r JOIN editions e USING (edition_key)
WHERE held(r.ruled_at, r.superseded_at);

-- One row per match, in the version that counts. `ruled_by` leads to the edition whose rulings count where none is asked
-- for: the match's own where it was ruled by it, else the first that it was ruled by.
CREATE OR REPLACE VIEW matches AS
SELECT m.match_key, m.match, m.version, m.date, m.day, m.event, m.round, m.venue, m."table", m.edition,
       d.edition_key AS ruled_by, m.race_to, m.break_format, m.warnings_recorded, m.source, m.recorder, m.source_keys,
       m.stored_at, NULL::TIMESTAMP AS superseded_at, m.record, m.entry, m.amends
FROM all_matches m
LEFT JOIN (SELECT match, record FROM preferred WHERE held(since, until)) p USING (match)
LEFT JOIN (SELECT r.match_key, arg_min(r.edition_key, (r.edition IS DISTINCT FROM own.edition, r.place)) AS edition_key
           FROM ruled r JOIN all_matches own USING (match_key) GROUP BY r.match_key) d USING (match_key)
WHERE held(m.stored_at, m.superseded_at) AND m.record = coalesce(p.record, 1);

CREATE OR REPLACE VIEW rulings AS
SELECT r.* FROM all_rulings r SEMI JOIN ruled USING (match_key, edition_key);

CREATE OR REPLACE VIEW rack_results AS
SELECT r.* FROM all_rack_results r SEMI JOIN ruled USING (match_key, edition_key);

CREATE OR REPLACE VIEW findings AS
SELECT f.* FROM all_findings f SEMI JOIN ruled USING (match_key, edition_key);

-- Every change of what is stored: amendments with who, when and why.
CREATE OR REPLACE VIEW v_amendments AS
SELECT m.match, m.record, m.version, a.rack, a.attempt, a.shot, a."column", a.before, a.after, j.who, j.why,
       j.made_at, j.tool_version, a.match_key, a.seq, a.entry
FROM amendments a JOIN journal j USING (entry) JOIN all_matches m USING (match_key)
WHERE j.made_at <= as_of();
