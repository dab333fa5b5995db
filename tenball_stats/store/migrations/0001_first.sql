-- The first shape of the database.
--
-- Sets of balls and fouls are kept as the bits that terms.py gives them, one small number each; the views v_strokes,
-- v_rulings, v_lags and v_events show them as lists. NULL is "not recorded", nowhere "no" or zero.
-- A file in this folder never changes once it was released: what is to be different comes in a file of its own.

CREATE TYPE row_kind AS ENUM ('break', 'shot', 'safety', 'push', 'lag', 'accept', 'pass', 'warn', 'rerack', 'concede',
                              'forfeit', 'penalty', 'resume', 'fell');
CREATE TYPE rack_ending AS ENUM ('ten', 'three_fouls', 'concession', 'stalemate', 'forfeit', 'penalty');

-- Where things come from -----------------------------------------------------------------------------------------

CREATE TABLE sources (
    source_key INTEGER PRIMARY KEY,
    file VARCHAR NOT NULL,                  -- as it was named; '-' is standard input
    format VARCHAR,
    sha256 VARCHAR NOT NULL,
    bytes BIGINT,
    rows BIGINT,
    ingested_at TIMESTAMP NOT NULL,         -- UTC
    tool_version VARCHAR NOT NULL
);

-- What stood in columns that a log does not have, as text.
CREATE TABLE aside (
    source_key INTEGER NOT NULL,
    line UINTEGER NOT NULL,
    "column" VARCHAR NOT NULL,
    value VARCHAR NOT NULL
);

CREATE TABLE editions (
    edition_key SMALLINT PRIMARY KEY,
    edition VARCHAR NOT NULL UNIQUE,
    name VARCHAR NOT NULL
);

-- Who and what ----------------------------------------------------------------------------------------------------

CREATE TABLE players (
    player_key INTEGER PRIMARY KEY,
    player VARCHAR NOT NULL UNIQUE
);

-- One row per version of a match. The one without `superseded_at` is in force; statistics know no other.
CREATE TABLE matches (
    match_key INTEGER NOT NULL,
    match VARCHAR NOT NULL,
    version INTEGER NOT NULL,
    date VARCHAR,                           -- as logged
    day DATE,                               -- first day of a partial date
    event VARCHAR,
    round VARCHAR,
    venue VARCHAR,
    "table" VARCHAR,
    edition VARCHAR,                        -- the match's own
    ruled_by SMALLINT,                      -- the edition whose rulings statistics use by default
    race_to INTEGER[],                      -- one number per player
    break_format VARCHAR,
    warnings_recorded BOOLEAN NOT NULL,
    source VARCHAR,
    recorder VARCHAR,
    source_keys INTEGER[] NOT NULL,
    stored_at TIMESTAMP NOT NULL,
    superseded_at TIMESTAMP
);

CREATE TABLE match_players (
    match_key INTEGER NOT NULL,
    player_no TINYINT NOT NULL,             -- place in the order of play, from 0
    player_key INTEGER NOT NULL,
    race_to INTEGER
);

-- Which editions a match was ruled under, by which version of the tool and of the edition.
CREATE TABLE ruled (
    match_key INTEGER NOT NULL,
    edition_key SMALLINT NOT NULL,
    fingerprint VARCHAR NOT NULL,
    tool_version VARCHAR NOT NULL,
    ruled_at TIMESTAMP NOT NULL
);

-- What was written down. `seq` numbers the rows of a match in the order of play, through all four tables. ---------

CREATE TABLE strokes (
    match_key INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    source_key INTEGER NOT NULL,
    line UINTEGER NOT NULL,
    rack SMALLINT NOT NULL,
    attempt SMALLINT NOT NULL,
    shot SMALLINT NOT NULL,
    shot_logged INTEGER,
    player_key INTEGER NOT NULL,
    kind row_kind NOT NULL,
    is_break BOOLEAN NOT NULL,
    out_of_order BOOLEAN NOT NULL,
    called VARCHAR,
    call_type TINYINT NOT NULL,
    call_ball TINYINT NOT NULL,
    call_pocket TINYINT NOT NULL,
    first TINYINT,
    rail BOOLEAN,
    rails TINYINT,
    past_head TINYINT,
    potted VARCHAR,
    potted_mask SMALLINT,                   -- NULL: it is not known what fell
    potted_pockets BIGINT,
    potted_first TINYINT,
    off VARCHAR,
    off_mask SMALLINT NOT NULL,
    twice_mask SMALLINT NOT NULL,
    acts VARCHAR,
    acts_mask INTEGER NOT NULL,
    spotted VARCHAR,
    spotted_mask SMALLINT,
    hand BOOLEAN,
    ruling VARCHAR,
    ruling_foul BOOLEAN,
    ruling_mask INTEGER NOT NULL,
    winner_key INTEGER,
    score INTEGER[],
    rack_layout VARCHAR,
    cue_x DOUBLE, cue_y DOUBLE, end_x DOUBLE, end_y DOUBLE,
    layout VARCHAR,
    speed DOUBLE,
    seconds DOUBLE,
    time VARCHAR,
    video VARCHAR,
    note VARCHAR
);

CREATE TABLE lags (
    match_key INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    source_key INTEGER NOT NULL,
    line UINTEGER NOT NULL,
    attempt SMALLINT NOT NULL,
    player_key INTEGER NOT NULL,
    lag_cm DOUBLE,
    faults VARCHAR,
    faults_mask INTEGER NOT NULL,
    winner_key INTEGER,
    seconds DOUBLE,
    time VARCHAR,
    video VARCHAR,
    note VARCHAR
);

-- Every other row: decisions, warnings, endings, and copies of a row, which are not replayed.
CREATE TABLE events (
    match_key INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    source_key INTEGER NOT NULL,
    line UINTEGER NOT NULL,
    rack SMALLINT NOT NULL,
    attempt SMALLINT NOT NULL,
    shot SMALLINT NOT NULL,
    shot_logged INTEGER,
    player_key INTEGER NOT NULL,
    kind row_kind NOT NULL,
    is_copy BOOLEAN NOT NULL,
    out_of_order BOOLEAN NOT NULL,
    potted VARCHAR,
    potted_mask SMALLINT,
    spotted VARCHAR,
    spotted_mask SMALLINT,
    winner_key INTEGER,
    score INTEGER[],
    seconds DOUBLE,
    time VARCHAR,
    video VARCHAR,
    note VARCHAR
);

-- One row per attempt at a rack: a rack that was reracked has several.
CREATE TABLE racks (
    match_key INTEGER NOT NULL,
    rack SMALLINT NOT NULL,
    attempt SMALLINT NOT NULL,
    resumed BOOLEAN NOT NULL,               -- the record joins it here: its break was not seen
    breaker_key INTEGER,
    strokes SMALLINT NOT NULL,
    sole_player BOOLEAN NOT NULL,           -- nobody but one player played a stroke
    winner_key INTEGER,                     -- as credited; always on the last attempt
    score INTEGER[],                        -- racks won after it, in the order of the players
    first_seq INTEGER NOT NULL,
    last_seq INTEGER NOT NULL
);

-- What an edition says of it. The columns that a statistic counts by stand here too, so that it need not join. ----

CREATE TABLE rulings (
    match_key INTEGER NOT NULL,
    edition_key SMALLINT NOT NULL,
    seq INTEGER NOT NULL,
    stroke_no INTEGER NOT NULL,             -- 1, 2, 3 … through the strokes of the match
    rack SMALLINT NOT NULL,
    attempt SMALLINT NOT NULL,
    shot SMALLINT NOT NULL,
    player_key INTEGER NOT NULL,
    kind row_kind NOT NULL,
    is_break BOOLEAN NOT NULL,
    is_push BOOLEAN NOT NULL,               -- a declared push-out that was open
    visit SMALLINT NOT NULL,                -- number within the attempt; a push-out ends one
    visit_start BOOLEAN NOT NULL,
    in_hand BOOLEAN,                        -- the cue ball for this stroke: as recorded, else as ruled before
    foul_mask INTEGER NOT NULL,
    unlisted_mask INTEGER NOT NULL,
    next_key INTEGER,
    cue_ball VARCHAR,
    option VARCHAR,
    spotted_mask SMALLINT NOT NULL,
    on_table_mask SMALLINT NOT NULL,
    fouls_in_a_row TINYINT NOT NULL,
    rack_end rack_ending,
    rack_winner_key INTEGER,
    clauses_text VARCHAR NOT NULL,
    basis VARCHAR NOT NULL,
    assumed_text VARCHAR NOT NULL,
    presumed BOOLEAN NOT NULL,              -- a fact that the ruling needs was presumed
    potted_known BOOLEAN NOT NULL,
    potted_mask SMALLINT NOT NULL,
    balls TINYINT NOT NULL,                 -- object balls pocketed
    before_mask SMALLINT NOT NULL,
    put_back_mask SMALLINT NOT NULL,
    entitled_key INTEGER,
    hand_due BOOLEAN,
    fouls_before TINYINT NOT NULL,
    push_open BOOLEAN NOT NULL,
    ruled_foul BOOLEAN NOT NULL,            -- a foul as ruled then
    call_made BOOLEAN NOT NULL,
    decision VARCHAR,                       -- of the option after this stroke: accepted, passed
    decision_inferred BOOLEAN NOT NULL,
    played_next_key INTEGER                 -- who played the next stroke of the attempt; NULL after the last
);

-- What became of an attempt at a rack under an edition.
CREATE TABLE rack_results (
    match_key INTEGER NOT NULL,
    edition_key SMALLINT NOT NULL,
    rack SMALLINT NOT NULL,
    attempt SMALLINT NOT NULL,
    resumed BOOLEAN NOT NULL,
    breaker_key INTEGER,
    sole_player BOOLEAN NOT NULL,
    visits SMALLINT NOT NULL,
    handed_back BOOLEAN NOT NULL,           -- a stroke was handed back in it
    rack_end rack_ending,                   -- as the edition ends it
    credited BOOLEAN NOT NULL,              -- the winner is the one credited in the record, not the edition's
    decided BOOLEAN NOT NULL,               -- it is known who won it, or that nobody did
    winner_key INTEGER,
    last_player_key INTEGER NOT NULL,
    ten_fell BOOLEAN NOT NULL,              -- the last stroke pocketed the 10
    left_mask SMALLINT NOT NULL             -- balls that had not gone down when the last stroke was over
);

CREATE TABLE meta (
    name VARCHAR PRIMARY KEY,
    value VARCHAR NOT NULL
);

CREATE TABLE migrations (
    number INTEGER PRIMARY KEY,
    name VARCHAR NOT NULL,
    tool_version VARCHAR NOT NULL,
    applied_at TIMESTAMP NOT NULL
);
