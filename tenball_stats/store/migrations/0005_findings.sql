-- What the audit finds stands beside the rulings: where the recorded rulings are not those of the edition.

-- One row per finding; a row of the log may have several. Rulings that are older than this table have none in it:
-- `all_ruled` says of which rulings findings were looked for.
CREATE TABLE all_findings (
    match_key INTEGER NOT NULL,
    edition_key SMALLINT NOT NULL,
    seq INTEGER NOT NULL,                   -- row of the match that it stands on: a stroke, a lag or another row
    code VARCHAR NOT NULL,
    verdict VARCHAR NOT NULL,
    clauses_text VARCHAR NOT NULL,          -- separated by |
    recorded VARCHAR,
    ruled VARCHAR,
    message VARCHAR NOT NULL
);

ALTER TABLE all_ruled ADD COLUMN audited BOOLEAN DEFAULT FALSE;    -- findings were looked for

-- Who comes to the table after a stroke of which it is not recorded what fell may have the ball in hand: where nothing else
-- says how the cue ball lay, it is not known.
UPDATE all_rulings SET in_hand = NULL
FROM all_rulings before, strokes s
WHERE before.match_key = all_rulings.match_key AND before.edition_key = all_rulings.edition_key
  AND before.stroke_no = all_rulings.stroke_no - 1 AND before.rack = all_rulings.rack
  AND before.attempt = all_rulings.attempt AND NOT before.potted_known
  AND s.match_key = all_rulings.match_key AND s.seq = all_rulings.seq AND s.hand IS NULL
  AND all_rulings.visit_start AND NOT all_rulings.hand_due;
