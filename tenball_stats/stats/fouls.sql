-- One row per stroke and edition whose pocketed balls are known or not, for the counts that fouls are held against:
-- v_ruled itself. One row per stroke that is a foul:
CREATE OR REPLACE VIEW v_fouls AS
SELECT r.match_key, r.edition_key, r.is_default, r.rack, r.attempt, r.seq, r.player_key, r.foul_mask,
       foul_list(r.foul_mask) AS codes, r.kind, r.is_break, r.is_push, r.visit_known,
       coalesce(r.rack_end = 'three_fouls', FALSE) AS lost_rack,
       -- Where the record stops before the end of the rack, the last visit may or may not have won it.
       coalesce(r.played_next_key <> r.player_key, FALSE) AND k.decided
           AND (k.rack_end IS NOT NULL OR k.ten_fell OR k.visits > r.visit + 1
                OR coalesce(k.winner_key <> r.played_next_key, FALSE)) AS answerable,
       (k.rack_end IS NOT NULL OR k.ten_fell) AND k.visits = r.visit + 1 AND coalesce(k.winner_key = r.played_next_key, FALSE)
           AND coalesce(k.last_player_key = r.played_next_key, FALSE) AS answered
FROM v_ruled r JOIN rack_results k USING (match_key, edition_key, rack, attempt)
WHERE r.foul_mask <> 0 AND r.potted_known;

-- One row per attempt at a rack and player of the match.
CREATE OR REPLACE VIEW v_rack_players AS
SELECT k.match_key, k.edition_key, k.edition_key = m.ruled_by AS is_default, k.rack, k.attempt, q.player_key,
       q.player_no = 0 AS first_player, k.decided, coalesce(k.winner_key = q.player_key, FALSE) AS won,
       f.player_key IS NOT NULL AS fouled
FROM rack_results k
JOIN matches m USING (match_key)
JOIN match_players q USING (match_key)
LEFT JOIN (SELECT DISTINCT match_key, edition_key, rack, attempt, player_key FROM v_fouls) f
       ON f.match_key = k.match_key AND f.edition_key = k.edition_key AND f.rack = k.rack AND f.attempt = k.attempt
          AND f.player_key = q.player_key
WHERE m.superseded_at IS NULL;
