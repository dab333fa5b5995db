-- The score before each rack, for each player of the match: ahead of, level with or behind the best of the others; and
-- who stands on the hill, needing one more rack. A recorded score counts before the racks counted up; NULL is not known:
-- a rack before it has no known winner and no score was recorded since, or the race was not recorded.
CREATE OR REPLACE VIEW v_situations AS
WITH each AS (
    SELECT k.match_key, k.edition_key, k.rack, max(k.winner_key) AS winner_key, any_value(s.score) AS score
    FROM rack_results k LEFT JOIN racks s USING (match_key, rack, attempt)
    GROUP BY k.match_key, k.edition_key, k.rack
), counted AS (
    SELECT e.match_key, e.edition_key, e.rack, q.player_key, q.race_to, e.score[q.player_no + 1] AS score,
           count(*) FILTER (WHERE e.winner_key = q.player_key) OVER so_far AS won,
           e.rack - count(e.winner_key) OVER so_far AS unknown
    FROM each e JOIN match_players q USING (match_key)
    WINDOW so_far AS (PARTITION BY e.match_key, e.edition_key, q.player_key ORDER BY e.rack)
), before AS (
    SELECT match_key, edition_key, rack, player_key, race_to,
           coalesce(last_value(CASE WHEN score IS NOT NULL THEN score - won END IGNORE NULLS) OVER earlier, 0)
               + coalesce(lag(won) OVER racks, 0) AS won,
           rack - 1 - coalesce(lag(rack) OVER racks, 0) + coalesce(lag(unknown) OVER racks, 0)
               - coalesce(last_value(CASE WHEN score IS NOT NULL THEN unknown END IGNORE NULLS) OVER earlier, 0) AS unknown
    FROM counted
    WINDOW racks AS (PARTITION BY match_key, edition_key, player_key ORDER BY rack),
           earlier AS (PARTITION BY match_key, edition_key, player_key ORDER BY rack
                       ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
), standing AS (
    SELECT match_key, edition_key, rack, player_key, CASE unknown WHEN 0 THEN won END AS won,
           CASE unknown WHEN 0 THEN race_to - won = 1 END AS on_hill,
           CASE unknown WHEN 0 THEN max(won) OVER rack END AS most
    FROM before WINDOW rack AS (PARTITION BY match_key, edition_key, rack)
)
SELECT match_key, edition_key, rack, player_key, won AS racks_before,
       CASE WHEN won < most THEN 'behind' WHEN count(*) FILTER (WHERE won = most) OVER rack > 1 THEN 'level'
            WHEN won = most THEN 'ahead' END AS score,
       CASE WHEN count(on_hill) OVER rack < count(*) OVER rack THEN NULL
            WHEN on_hill THEN CASE WHEN count(*) FILTER (WHERE on_hill) OVER rack > 1 THEN 'both' ELSE 'own' END
            WHEN bool_or(on_hill) OVER rack THEN 'other' ELSE 'neither' END AS hill
FROM standing WINDOW rack AS (PARTITION BY match_key, edition_key, rack);
