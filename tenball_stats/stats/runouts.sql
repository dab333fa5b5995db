-- One row per visit and edition, at the stroke that opens it: the balls then on the table (NULL after a stroke of which it
-- is not recorded what fell), how the cue ball lay, and
-- whether the visit won the rack. `known` is false for the last visit of a rack of which nobody knows who won it, or whose
-- record stops before the end of a rack that the visiting player is credited with.
CREATE OR REPLACE VIEW v_runouts AS
SELECT r.match_key, r.edition_key, r.is_default, r.rack, r.attempt, r.seq, r.player_key, r.is_break, r.is_push,
       r.presumed, r.in_hand, CASE WHEN u.seq IS NULL OR u.seq >= r.seq THEN bit_count(r.before_mask & 2046)::TINYINT END AS balls_left,
       CASE WHEN r.is_break THEN 'break' WHEN r.is_push THEN 'push-out' WHEN r.in_hand THEN 'in hand'
            WHEN NOT r.in_hand THEN 'in place' END AS cue_ball,
       k.visits > r.visit
       OR k.decided AND (k.rack_end IS NOT NULL OR k.ten_fell OR coalesce(k.winner_key <> r.player_key, TRUE)) AS known,
       k.visits = r.visit AND coalesce(k.winner_key = r.player_key, FALSE) AS won
FROM v_ruled r JOIN rack_results k USING (match_key, edition_key, rack, attempt)
LEFT JOIN (SELECT match_key, edition_key, rack, attempt, min(seq) AS seq FROM v_ruled WHERE NOT potted_known GROUP BY ALL) u
       ON u.match_key = r.match_key AND u.edition_key = r.edition_key AND u.rack = r.rack AND u.attempt = r.attempt
WHERE r.visit_start;
