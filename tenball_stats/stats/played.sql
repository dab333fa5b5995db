-- What was written down in a column `kick` that a league added to its log: whether the cue ball was sent to a cushion first.
CREATE OR REPLACE VIEW v_kicks AS
SELECT s.match_key, s.seq, lower(trim(a.value)) IN ('y', 'yes', 'true', '1') AS kick
FROM aside a JOIN strokes s USING (source_key, line)
WHERE lower(trim(a."column")) IN ('kick', 'kicks')
  AND lower(trim(a.value)) IN ('y', 'yes', 'true', '1', 'n', 'no', 'false', '0');

-- One row per stroke and edition. A called shot is a stroke of kind `shot` that is neither the break nor a push-out and of
-- which it is not recorded that nothing was called.
CREATE OR REPLACE VIEW v_played AS
SELECT r.match_key, r.edition_key, r.is_default, r.rack, r.attempt, r.seq, r.player_key, r.kind, r.is_break, r.is_push,
       r.visit, r.visit_start, r.in_hand, r.potted_known AS known, r.visit_known, r.presumed, r.balls,
       r.foul_mask <> 0 AS foul, r.foul_mask & 24 = 0 AS hit,
       r.kind = 'shot' AND NOT r.is_break AND NOT r.is_push AND NOT r.nothing_called AS called,
       r.call_made AS made, k.kick,
       r.played_next_key IS DISTINCT FROM r.player_key OR r.is_push AS visit_end,
       coalesce(r.rack_end = 'ten', FALSE) AS ten_won
FROM v_ruled r
LEFT JOIN v_kicks k USING (match_key, seq);
