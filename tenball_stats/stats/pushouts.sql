-- One row per chance of a push-out and edition: a lawful break after which a stroke was played, or a push-out that
-- followed another break. `player_key` is who had the chance, the breaker or the incoming player.
CREATE OR REPLACE VIEW v_pushouts AS
WITH pushes AS (
    SELECT match_key, edition_key, rack, attempt, seq, stroke_no, player_key, foul_mask <> 0 AS fouled, balls,
           potted_known, presumed, decision, decision_inferred
    FROM v_ruled WHERE is_push
    QUALIFY row_number() OVER (PARTITION BY match_key, edition_key, rack, attempt ORDER BY seq) = 1
), after AS (
    SELECT r.match_key, r.edition_key, r.rack, r.attempt,
           CASE WHEN r.foul_mask <> 0 THEN 'foul' WHEN NOT r.potted_known THEN NULL WHEN r.call_made THEN 'made'
                WHEN r.kind = 'safety' THEN 'safety' ELSE 'missed' END AS brought,
           r.foul_mask = 0 AND NOT r.potted_known AS next_unknown
    FROM rulings r JOIN pushes p
      ON r.match_key = p.match_key AND r.edition_key = p.edition_key AND r.stroke_no = p.stroke_no + 1
         AND r.rack = p.rack AND r.attempt = p.attempt
)
SELECT b.match_key, b.edition_key, b.is_default, b.rack, b.attempt, b.seq AS break_seq, p.seq AS push_seq,
       coalesce(p.player_key, b.played_next_key) AS player_key,
       coalesce(p.player_key, b.played_next_key) = b.player_key AS by_breaker,
       b.potted_known AS known, b.presumed,
       b.foul_mask = 0 AND b.potted_known AND b.played_next_key IS NOT NULL AS chance,
       p.seq IS NOT NULL AS pushed, p.fouled, p.balls, p.potted_known AS balls_known, p.decision, p.decision_inferred,
       a.brought, coalesce(a.next_unknown, FALSE) AS next_unknown, k.decided, coalesce(k.winner_key = p.player_key, FALSE) AS won
FROM v_ruled b
JOIN rack_results k USING (match_key, edition_key, rack, attempt)
LEFT JOIN pushes p USING (match_key, edition_key, rack, attempt)
LEFT JOIN after a USING (match_key, edition_key, rack, attempt)
WHERE b.is_break AND b.played_next_key IS NOT NULL AND (b.foul_mask = 0 OR p.seq IS NOT NULL);
