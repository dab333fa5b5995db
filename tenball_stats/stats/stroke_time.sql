-- One row per stroke and edition: how long it took, where that was recorded.
CREATE OR REPLACE VIEW v_timed AS
SELECT r.match_key, r.edition_key, r.is_default, r.rack, r.attempt, r.seq, r.player_key,
       CASE WHEN r.is_break THEN 'break'::ENUM ('break', 'push-out', 'safety', 'shot') WHEN r.is_push THEN 'push-out'::ENUM ('break', 'push-out', 'safety', 'shot')
            WHEN r.kind = 'safety' THEN 'safety'::ENUM ('break', 'push-out', 'safety', 'shot') ELSE 'shot'::ENUM ('break', 'push-out', 'safety', 'shot') END AS stroke,
       r.visit_start, r.seconds
FROM v_ruled r;
