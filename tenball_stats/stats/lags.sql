-- One row per attempt at a lag, for each edition that the match was ruled under.
CREATE OR REPLACE VIEW v_lag_attempts AS
SELECT l.match_key, r.edition_key, r.is_default, l.seq, l.attempt, l.player_key, l.lag_cm, l.faults_mask
FROM lags l JOIN v_ruled_matches r USING (match_key);

-- One row per lag and player who took part in it.
CREATE OR REPLACE VIEW v_lag_results AS
WITH lagged AS (
    SELECT match_key, arg_max(winner_key, seq) AS winner_key, list(DISTINCT player_key) AS players
    FROM lags GROUP BY match_key
), first_break AS (
    SELECT match_key, breaker_key FROM racks WHERE rack = 1 AND attempt = 1 AND NOT resumed
), sides AS (
    SELECT match_key, winner_key, players[1] AS first_key,
           unnest(list_distinct(list_append(players, coalesce(winner_key, players[1])))) AS player_key
    FROM lagged
)
SELECT s.match_key, r.edition_key, r.is_default, s.player_key, s.winner_key IS NOT NULL AS decided,
       coalesce(s.winner_key = s.player_key, FALSE) AS won, b.breaker_key IS NOT NULL AS break_known,
       coalesce(b.breaker_key = s.player_key, FALSE) AS broke, m.won IS NOT NULL AS match_known,
       coalesce(m.won, FALSE) AS match_won, s.player_key = s.first_key AS first_player
FROM sides s
JOIN v_ruled_matches r USING (match_key)
LEFT JOIN first_break b USING (match_key)
LEFT JOIN v_match_results m ON m.match_key = s.match_key AND m.edition_key = r.edition_key AND m.player_key = s.player_key;
