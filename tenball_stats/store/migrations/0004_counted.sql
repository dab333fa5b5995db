-- What statistics count strokes by stands beside their rulings, so that none of them has to join the strokes themselves.

ALTER TABLE all_rulings ADD COLUMN seconds DOUBLE;           -- as recorded
ALTER TABLE all_rulings ADD COLUMN nothing_called BOOLEAN;   -- it is recorded of a shot that nothing was called
ALTER TABLE all_rulings ADD COLUMN visit_known BOOLEAN;      -- it is known of every stroke of its visit what fell

UPDATE all_rulings SET seconds = s.seconds, nothing_called = s.kind = 'shot' AND s.call_type = 1
FROM strokes s WHERE s.match_key = all_rulings.match_key AND s.seq = all_rulings.seq;

UPDATE all_rulings SET visit_known = v.known
FROM (SELECT match_key, edition_key, rack, attempt, visit, bool_and(potted_known) AS known
      FROM all_rulings GROUP BY ALL) v
WHERE v.match_key = all_rulings.match_key AND v.edition_key = all_rulings.edition_key AND v.rack = all_rulings.rack
  AND v.attempt = all_rulings.attempt AND v.visit = all_rulings.visit;
