-- What repeats is kept once. Of a million strokes some thousands are ruled differently in anything but whose stroke it was
-- and which balls lay on the table; and what is written down of one, its ball and its pocket, is written of hundreds. Each
-- such verdict, and each such set of facts, has a row of its own, and a stroke names its key.
--
-- The views `strokes` and `all_rulings` (whole.sql) put both together again, under the names and with the columns of the
-- tables before.

-- What was written down of a stroke, but where it stands and whose it was ------------------------------------------

CREATE TABLE facts (
    fact_key INTEGER NOT NULL,
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
    ruling_mask INTEGER NOT NULL
);

CREATE TABLE stroke_rows (
    match_key INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    source_key INTEGER NOT NULL,
    line UINTEGER NOT NULL,
    rack SMALLINT NOT NULL,
    attempt SMALLINT NOT NULL,
    shot SMALLINT NOT NULL,
    shot_logged INTEGER,
    player_key INTEGER NOT NULL,
    fact_key INTEGER NOT NULL,
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

CREATE TEMP TABLE facts_before AS
SELECT DISTINCT kind, is_break, out_of_order, called, call_type, call_ball, call_pocket, first, rail, rails, past_head,
       potted, potted_mask, potted_pockets, potted_first, off, off_mask, twice_mask, acts, acts_mask, spotted,
       spotted_mask, hand, ruling, ruling_foul, ruling_mask
FROM strokes ORDER BY ALL;

INSERT INTO facts BY NAME SELECT row_number() OVER () AS fact_key, * FROM facts_before;

INSERT INTO stroke_rows BY NAME
SELECT s.match_key, s.seq, s.source_key, s.line, s.rack, s.attempt, s.shot, s.shot_logged, s.player_key, f.fact_key,
       s.winner_key, s.score, s.rack_layout, s.cue_x, s.cue_y, s.end_x, s.end_y, s.layout, s.speed, s.seconds, s.time,
       s.video, s.note
FROM strokes s JOIN facts f
  ON  s.kind = f.kind AND s.is_break = f.is_break AND s.out_of_order = f.out_of_order
  AND s.called IS NOT DISTINCT FROM f.called AND s.call_type = f.call_type AND s.call_ball = f.call_ball
  AND s.call_pocket = f.call_pocket AND s.first IS NOT DISTINCT FROM f.first AND s.rail IS NOT DISTINCT FROM f.rail
  AND s.rails IS NOT DISTINCT FROM f.rails AND s.past_head IS NOT DISTINCT FROM f.past_head
  AND s.potted IS NOT DISTINCT FROM f.potted AND s.potted_mask IS NOT DISTINCT FROM f.potted_mask
  AND s.potted_pockets IS NOT DISTINCT FROM f.potted_pockets AND s.potted_first IS NOT DISTINCT FROM f.potted_first
  AND s.off IS NOT DISTINCT FROM f.off AND s.off_mask = f.off_mask AND s.twice_mask = f.twice_mask
  AND s.acts IS NOT DISTINCT FROM f.acts AND s.acts_mask = f.acts_mask AND s.spotted IS NOT DISTINCT FROM f.spotted
  AND s.spotted_mask IS NOT DISTINCT FROM f.spotted_mask AND s.hand IS NOT DISTINCT FROM f.hand
  AND s.ruling IS NOT DISTINCT FROM f.ruling AND s.ruling_foul IS NOT DISTINCT FROM f.ruling_foul
  AND s.ruling_mask = f.ruling_mask
ORDER BY s.match_key, s.seq;

DROP TABLE facts_before;
DROP TABLE strokes;

-- What is ruled of it ----------------------------------------------------------------------------------------------

CREATE TABLE verdicts (
    verdict_key INTEGER NOT NULL,
    kind row_kind NOT NULL,
    is_break BOOLEAN NOT NULL,
    is_push BOOLEAN NOT NULL,               -- a declared push-out that was open
    visit_start BOOLEAN NOT NULL,
    visit_known BOOLEAN,                    -- it is known of every stroke of its visit what fell
    in_hand BOOLEAN,                        -- the cue ball for this stroke: as recorded, else as ruled before
    foul_mask INTEGER NOT NULL,
    unlisted_mask INTEGER NOT NULL,
    cue_ball VARCHAR,
    option VARCHAR,
    spotted_mask SMALLINT NOT NULL,
    fouls_in_a_row TINYINT NOT NULL,
    rack_end rack_ending,
    clauses_text VARCHAR NOT NULL,
    basis VARCHAR NOT NULL,
    assumed_text VARCHAR NOT NULL,
    presumed BOOLEAN NOT NULL,              -- a fact that the ruling needs was presumed
    balls TINYINT NOT NULL,                 -- object balls pocketed
    put_back_mask SMALLINT NOT NULL,
    hand_due BOOLEAN,
    fouls_before TINYINT NOT NULL,
    push_open BOOLEAN NOT NULL,
    ruled_foul BOOLEAN NOT NULL,            -- a foul as ruled then
    call_made BOOLEAN NOT NULL,
    decision VARCHAR,                       -- of the option after this stroke: accepted, passed
    decision_inferred BOOLEAN NOT NULL,
    nothing_called BOOLEAN                  -- it is recorded of a shot that nothing was called
);

CREATE TABLE ruling_rows (
    match_key INTEGER NOT NULL,
    edition_key SMALLINT NOT NULL,
    seq INTEGER NOT NULL,
    stroke_no INTEGER NOT NULL,             -- 1, 2, 3 … through the strokes of the match
    rack SMALLINT NOT NULL,
    attempt SMALLINT NOT NULL,
    shot SMALLINT NOT NULL,
    player_key INTEGER NOT NULL,
    visit SMALLINT NOT NULL,                -- number within the attempt; a push-out ends one
    verdict_key INTEGER NOT NULL,
    next_key INTEGER,
    rack_winner_key INTEGER,
    entitled_key INTEGER,
    played_next_key INTEGER,                -- who played the next stroke of the attempt; NULL after the last
    before_mask SMALLINT NOT NULL,
    potted_mask SMALLINT NOT NULL,
    potted_known BOOLEAN NOT NULL,
    on_table_mask SMALLINT NOT NULL,
    seconds DOUBLE                          -- as recorded
);

CREATE TEMP TABLE verdicts_before AS
SELECT DISTINCT kind, is_break, is_push, visit_start, visit_known, in_hand, foul_mask, unlisted_mask, cue_ball, option,
       spotted_mask, fouls_in_a_row, rack_end, clauses_text, basis, assumed_text, presumed, balls,
       put_back_mask, hand_due, fouls_before, push_open, ruled_foul, call_made, decision, decision_inferred, nothing_called
FROM all_rulings ORDER BY ALL;

INSERT INTO verdicts BY NAME SELECT row_number() OVER () AS verdict_key, * FROM verdicts_before;

INSERT INTO ruling_rows BY NAME
SELECT r.match_key, r.edition_key, r.seq, r.stroke_no, r.rack, r.attempt, r.shot, r.player_key, r.visit, v.verdict_key,
       r.next_key, r.rack_winner_key, r.entitled_key, r.played_next_key, r.before_mask, r.potted_mask,
       r.potted_known, r.on_table_mask, r.seconds
FROM all_rulings r JOIN verdicts v
  ON  r.kind = v.kind AND r.is_break = v.is_break AND r.is_push = v.is_push AND r.visit_start = v.visit_start
  AND r.visit_known IS NOT DISTINCT FROM v.visit_known AND r.in_hand IS NOT DISTINCT FROM v.in_hand
  AND r.foul_mask = v.foul_mask
  AND r.unlisted_mask = v.unlisted_mask AND r.cue_ball IS NOT DISTINCT FROM v.cue_ball
  AND r.option IS NOT DISTINCT FROM v.option AND r.spotted_mask = v.spotted_mask
  AND r.fouls_in_a_row = v.fouls_in_a_row AND r.rack_end IS NOT DISTINCT FROM v.rack_end
  AND r.clauses_text = v.clauses_text AND r.basis = v.basis AND r.assumed_text = v.assumed_text
  AND r.presumed = v.presumed AND r.balls = v.balls
  AND r.put_back_mask = v.put_back_mask AND r.hand_due IS NOT DISTINCT FROM v.hand_due
  AND r.fouls_before = v.fouls_before AND r.push_open = v.push_open AND r.ruled_foul = v.ruled_foul
  AND r.call_made = v.call_made AND r.decision IS NOT DISTINCT FROM v.decision
  AND r.decision_inferred = v.decision_inferred AND r.nothing_called IS NOT DISTINCT FROM v.nothing_called
ORDER BY r.match_key, r.edition_key, r.seq;

DROP TABLE verdicts_before;
DROP TABLE all_rulings;
