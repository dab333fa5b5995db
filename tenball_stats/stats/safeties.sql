-- One row per safety and edition, with what the next stroke of the rack brought where another player played it:
-- `won` a foul, `lost` the called ball made, `held` neither; NULL where nobody else played one or it is not known.
CREATE OR REPLACE VIEW v_safeties AS
SELECT r.match_key, r.edition_key, r.is_default, r.rack, r.attempt, r.seq, r.player_key, r.potted_known AS known,
       r.presumed, r.in_hand, r.foul_mask <> 0 AS foul, r.balls,
       n.player_key IS NOT NULL AND n.player_key <> r.player_key AS answered,
       coalesce(n.potted_known, TRUE) AS answer_known,
       CASE WHEN n.player_key = r.player_key THEN NULL WHEN n.foul_mask <> 0 THEN 'won' WHEN n.call_made THEN 'lost'
            WHEN n.seq IS NOT NULL THEN 'held' END AS came,
       CASE WHEN n.player_key <> r.player_key THEN n.foul_mask END AS answer_fouls
FROM v_ruled r
LEFT JOIN v_ruled n ON n.match_key = r.match_key AND n.edition_key = r.edition_key AND n.stroke_no = r.stroke_no + 1
                       AND n.rack = r.rack AND n.attempt = r.attempt
WHERE r.kind = 'safety' AND NOT r.is_break;
