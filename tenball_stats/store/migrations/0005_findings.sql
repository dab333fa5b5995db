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
