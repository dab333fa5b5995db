-- One row per break and edition. A rack that the record joins later has no break here; a rerack has one more.
-- A rack whose record stops before anything ended it can be credited all the same, by one cell of a spreadsheet; how it
-- was won is then not known, unless what is recorded rules it out: `run_known` and `answer_known` say so.
CREATE OR REPLACE VIEW v_breaks AS
SELECT r.match_key, r.edition_key, r.is_default, r.rack, r.attempt, r.seq, r.player_key,
       r.potted_known AS known, r.presumed,
       r.foul_mask = 0 AND r.balls > 0 AS success,
       r.foul_mask = 0 AND r.balls = 0 AS dry,
       r.foul_mask <> 0 AS fouled,
       r.foul_mask & 1 <> 0 AS scratched,
       r.foul_mask & 64 <> 0 AS illegal,
       r.balls,
       r.foul_mask = 0 AND r.potted_mask & 1024 <> 0 AS ten,
       k.decided,
       coalesce(k.winner_key = r.player_key, FALSE) AS won,
       k.decided AND (k.rack_end IS NOT NULL OR k.ten_fell OR NOT k.sole_player OR k.handed_back
                      OR coalesce(k.winner_key <> r.player_key, TRUE)) AS run_known,
       k.decided AND (k.rack_end IS NOT NULL OR k.ten_fell OR k.visits > 2
                      OR coalesce(k.winner_key = r.player_key, FALSE)) AS answer_known,
       (k.rack_end IS NOT NULL OR k.ten_fell)
       AND coalesce(k.winner_key = r.player_key, FALSE) AND k.sole_player AND NOT k.handed_back AS break_and_run,
       k.left_mask = 0 AS all_down,
       k.ten_fell AND k.left_mask <> 0 AS ten_early,
       (k.rack_end IS NOT NULL OR k.ten_fell)
       AND k.visits = 2 AND coalesce(k.winner_key <> r.player_key AND k.winner_key = k.last_player_key, FALSE) AS answered
FROM v_ruled r JOIN rack_results k USING (match_key, edition_key, rack, attempt)
WHERE r.is_break;

-- One row per unbroken run of break-and-runs over a player's consecutive breaks of one match. A break of which it is not
-- recorded what fell counts nowhere, and ends a run.
CREATE OR REPLACE VIEW v_packages AS
WITH turns AS (
    SELECT match_key, edition_key, is_default, player_key, rack, known AND break_and_run AS break_and_run,
           known AND break_and_run AND all_down AS strict,
           row_number() OVER (PARTITION BY match_key, edition_key, player_key ORDER BY rack, attempt) AS turn
    FROM v_breaks
), runs AS (
    SELECT *, turn - row_number() OVER (PARTITION BY match_key, edition_key, player_key ORDER BY turn) AS run
    FROM turns WHERE break_and_run
), strict_runs AS (
    SELECT *, turn - row_number() OVER (PARTITION BY match_key, edition_key, player_key ORDER BY turn) AS run
    FROM turns WHERE strict
)
SELECT match_key, edition_key, is_default, player_key, FALSE AS strict, min(rack) AS rack, count(*) AS length
FROM runs GROUP BY match_key, edition_key, is_default, player_key, run
UNION ALL
SELECT match_key, edition_key, is_default, player_key, TRUE AS strict, min(rack) AS rack, count(*) AS length
FROM strict_runs GROUP BY match_key, edition_key, is_default, player_key, run;
