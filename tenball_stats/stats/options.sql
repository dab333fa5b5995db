-- One row per option to play or to hand back that was no push-out's: after a ball that went down wrongly.
-- `player_key` is who had the option.
CREATE OR REPLACE VIEW v_options AS
SELECT r.match_key, r.edition_key, r.is_default, r.rack, r.attempt, r.seq, r.next_key AS player_key, r.kind, r.presumed,
       r.potted_known AS known, r.balls, r.decision, r.decision_inferred, k.decided,
       coalesce(k.winner_key = r.next_key, FALSE) AS won
FROM v_ruled r JOIN rack_results k USING (match_key, edition_key, rack, attempt)
WHERE r.option IS NOT NULL AND NOT r.is_push;
