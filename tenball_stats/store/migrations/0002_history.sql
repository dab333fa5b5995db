-- Nothing is forgotten: what was stored once stays, and every change is an entry of a journal.
--
-- Tables whose name begins with `all_` hold every version; the views of the same name without it (in_force.sql) show
-- what is in force, now or as known on a day. `entry` is the line of the journal that wrote a row. An interval `since`
-- to `until` (or `superseded_at`) holds from its first moment to just before its last; NULL is "still".

-- The journal -----------------------------------------------------------------------------------------------------

CREATE TABLE journal (
    entry INTEGER PRIMARY KEY,
    made_at TIMESTAMP NOT NULL,             -- UTC; later than the entry before
    action VARCHAR NOT NULL,                -- inherit (what was there before this table), ingest, amend, prefer, merge, …
    who VARCHAR,
    why VARCHAR,
    tool_version VARCHAR NOT NULL,
    details VARCHAR NOT NULL                -- JSON, enough to do it again
);

INSERT INTO journal
SELECT 1, max(stored_at), 'inherit', NULL, NULL, (SELECT value FROM meta WHERE name = 'tool_version'), '{}'
FROM matches HAVING count(*) > 0;

-- The files themselves, compressed; none for those that were stored before this table.
CREATE TABLE originals (
    sha256 VARCHAR PRIMARY KEY,             -- of the bytes as they were read
    bytes BIGINT NOT NULL,                  -- unpacked
    codec VARCHAR NOT NULL,                 -- zstd, or none where that is no larger
    data BLOB NOT NULL
);

ALTER TABLE sources ADD COLUMN path VARCHAR;           -- the file itself, where `file` also names the sheet
ALTER TABLE sources ADD COLUMN read_with VARCHAR;      -- JSON: what was said about the file when it was read
ALTER TABLE sources ADD COLUMN entry INTEGER;
UPDATE sources SET entry = 1, path = file, read_with = '{}';

-- Rows that were left out (--keep-going), and why.
CREATE TABLE rejects (
    entry INTEGER NOT NULL,
    place INTEGER NOT NULL,                 -- in the order in which they were found
    file VARCHAR NOT NULL,
    line UINTEGER,
    match VARCHAR,
    "column" VARCHAR,
    value VARCHAR,
    expected VARCHAR,
    hint VARCHAR,
    raw VARCHAR,                            -- the row as it stands in the file
    closed_at TIMESTAMP                     -- when the file was read again
);

-- Who -------------------------------------------------------------------------------------------------------------

-- Names as they stand in logs, and aliases that were told; `merges` and `identities` say which are one person.
CREATE TABLE names (
    player_key INTEGER PRIMARY KEY,
    name VARCHAR NOT NULL UNIQUE,
    entry INTEGER NOT NULL
);
INSERT INTO names SELECT player_key, player, 1 FROM players ORDER BY player_key;
DROP TABLE players;

-- Names declared to be one player, who is shown under the first of them.
CREATE TABLE merges (
    entry INTEGER PRIMARY KEY,
    shown_key INTEGER NOT NULL,
    other_key INTEGER NOT NULL,
    since TIMESTAMP NOT NULL,
    until TIMESTAMP                         -- when it was undone
);

-- What follows from the merges in force: under which name a name is shown. Names that nobody merged are not in it.
CREATE TABLE identities (
    player_key INTEGER NOT NULL,
    person_key INTEGER NOT NULL,
    since TIMESTAMP NOT NULL,
    until TIMESTAMP
);

-- Versions of matches ---------------------------------------------------------------------------------------------

-- A match may be recorded by several people: each has a record of it, and each record its versions. One record counts.
ALTER TABLE matches RENAME TO all_matches;
ALTER TABLE all_matches ADD COLUMN record SMALLINT DEFAULT 1;
ALTER TABLE all_matches ADD COLUMN entry INTEGER DEFAULT 1;
ALTER TABLE all_matches ADD COLUMN amends INTEGER;     -- the version of which this one amends a stroke or a fact

-- Which record of a match counts; the first where nothing is said.
CREATE TABLE preferred (
    entry INTEGER PRIMARY KEY,
    match VARCHAR NOT NULL,
    record SMALLINT NOT NULL,
    since TIMESTAMP NOT NULL,
    until TIMESTAMP
);

-- What an amendment changed: cells as texts, NULL is blank. `seq` is the row of the new version; NULL for a fact of the
-- whole match.
CREATE TABLE amendments (
    entry INTEGER NOT NULL,
    match_key INTEGER NOT NULL,             -- the version that it made
    seq INTEGER,
    rack SMALLINT,
    attempt SMALLINT,
    shot SMALLINT,
    "column" VARCHAR NOT NULL,
    before VARCHAR,
    after VARCHAR
);

-- Rulings ---------------------------------------------------------------------------------------------------------

-- An edition may change, and so may the judge: a row for each form of an edition with each version of the tool that
-- ruled by it. `edition_key` of a ruling leads here.
CREATE TEMP TABLE forms AS
SELECT edition_key AS old_key, fingerprint, tool_version,
       row_number() OVER (ORDER BY edition_key, min(ruled_at))::SMALLINT AS new_key
FROM ruled GROUP BY edition_key, fingerprint, tool_version;

CREATE TEMP TABLE old_editions AS SELECT * FROM editions;
DROP TABLE editions;
CREATE TABLE editions (
    edition_key SMALLINT PRIMARY KEY,
    edition VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    fingerprint VARCHAR NOT NULL,
    tool_version VARCHAR NOT NULL
);
INSERT INTO editions
SELECT f.new_key, e.edition, e.name, f.fingerprint, f.tool_version
FROM forms f JOIN old_editions e ON e.edition_key = f.old_key ORDER BY f.new_key;

-- Each form of an edition in full, as JSON, so that its rulings can be made again when its file is gone.
CREATE TABLE edition_texts (
    edition VARCHAR NOT NULL,
    fingerprint VARCHAR NOT NULL,
    text VARCHAR NOT NULL,
    PRIMARY KEY (edition, fingerprint)
);

CREATE TABLE all_ruled (
    match_key INTEGER NOT NULL,
    edition_key SMALLINT NOT NULL,
    place SMALLINT NOT NULL,                -- in the order in which editions came to the match; kept when ruled anew
    entry INTEGER NOT NULL,
    ruled_at TIMESTAMP NOT NULL,
    superseded_at TIMESTAMP
);
INSERT INTO all_ruled
SELECT r.match_key, f.new_key, row_number() OVER (
           PARTITION BY r.match_key ORDER BY r.edition_key IS DISTINCT FROM m.ruled_by, r.ruled_at, r.edition_key),
       1, r.ruled_at, NULL
FROM ruled r
JOIN forms f ON f.old_key = r.edition_key AND f.fingerprint = r.fingerprint AND f.tool_version = r.tool_version
JOIN all_matches m USING (match_key)
ORDER BY r.match_key, f.new_key;
DROP TABLE ruled;
ALTER TABLE all_matches DROP COLUMN ruled_by;

ALTER TABLE rulings RENAME TO all_rulings;
ALTER TABLE rack_results RENAME TO all_rack_results;
ALTER TABLE all_rack_results ALTER COLUMN last_player_key DROP NOT NULL;   -- a rack may be given up before a stroke
CREATE TEMP TABLE moved AS
SELECT a.match_key, f.old_key, f.new_key
FROM all_ruled a JOIN forms f ON f.new_key = a.edition_key WHERE f.old_key <> f.new_key;
UPDATE all_rulings SET edition_key = moved.new_key FROM moved
WHERE all_rulings.match_key = moved.match_key AND all_rulings.edition_key = moved.old_key;
UPDATE all_rack_results SET edition_key = moved.new_key FROM moved
WHERE all_rack_results.match_key = moved.match_key AND all_rack_results.edition_key = moved.old_key;
DROP TABLE moved;
DROP TABLE forms;
DROP TABLE old_editions;

-- Whatever was written down ---------------------------------------------------------------------------------------

-- Facts of rows that are no strokes, which the first schema left out.
ALTER TABLE lags ADD COLUMN shot_logged INTEGER;
ALTER TABLE lags ADD COLUMN score INTEGER[];
ALTER TABLE lags ADD COLUMN out_of_order BOOLEAN DEFAULT FALSE;

ALTER TABLE events ADD COLUMN is_break BOOLEAN DEFAULT FALSE;
ALTER TABLE events ADD COLUMN called VARCHAR;
ALTER TABLE events ADD COLUMN call_type TINYINT DEFAULT 0;
ALTER TABLE events ADD COLUMN call_ball TINYINT DEFAULT 0;
ALTER TABLE events ADD COLUMN call_pocket TINYINT DEFAULT 0;
ALTER TABLE events ADD COLUMN first TINYINT;
ALTER TABLE events ADD COLUMN rail BOOLEAN;
ALTER TABLE events ADD COLUMN rails TINYINT;
ALTER TABLE events ADD COLUMN past_head TINYINT;
ALTER TABLE events ADD COLUMN potted_pockets BIGINT;
ALTER TABLE events ADD COLUMN potted_first TINYINT;
ALTER TABLE events ADD COLUMN off VARCHAR;
ALTER TABLE events ADD COLUMN off_mask SMALLINT DEFAULT 0;
ALTER TABLE events ADD COLUMN twice_mask SMALLINT DEFAULT 0;
ALTER TABLE events ADD COLUMN acts VARCHAR;
ALTER TABLE events ADD COLUMN acts_mask INTEGER DEFAULT 0;
ALTER TABLE events ADD COLUMN hand BOOLEAN;
ALTER TABLE events ADD COLUMN ruling VARCHAR;
ALTER TABLE events ADD COLUMN ruling_foul BOOLEAN;
ALTER TABLE events ADD COLUMN ruling_mask INTEGER DEFAULT 0;
ALTER TABLE events ADD COLUMN lag_cm DOUBLE;
ALTER TABLE events ADD COLUMN rack_layout VARCHAR;
ALTER TABLE events ADD COLUMN cue_x DOUBLE;
ALTER TABLE events ADD COLUMN cue_y DOUBLE;
ALTER TABLE events ADD COLUMN end_x DOUBLE;
ALTER TABLE events ADD COLUMN end_y DOUBLE;
ALTER TABLE events ADD COLUMN layout VARCHAR;
ALTER TABLE events ADD COLUMN speed DOUBLE;
