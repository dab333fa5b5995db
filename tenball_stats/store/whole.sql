-- What is kept in two tables, so that what repeats is written once, as the one table that it is to everybody who reads it.

-- What was written down of each stroke, in every version of a match.
CREATE OR REPLACE VIEW strokes AS
SELECT s.match_key, s.seq, s.source_key, s.line, s.rack, s.attempt, s.shot, s.shot_logged, s.player_key, f.kind, f.is_break,
       f.out_of_order, f.called, f.call_type, f.call_ball, f.call_pocket, f.first, f.rail, f.rails, f.past_head, f.potted,
       f.potted_mask, f.potted_pockets, f.potted_first, f.off, f.off_mask, f.twice_mask, f.acts, f.acts_mask, f.spotted,
       f.spotted_mask, f.hand, f.ruling, f.ruling_foul, f.ruling_mask, s.winner_key, s.score, s.rack_layout, s.cue_x,
       s.cue_y, s.end_x, s.end_y, s.layout, s.speed, s.seconds, s.time, s.video, s.note
FROM stroke_rows s JOIN facts f USING (fact_key);

-- The rulings of every version of a match, by every form of an edition.
CREATE OR REPLACE VIEW all_rulings AS
SELECT r.match_key, r.edition_key, r.seq, r.stroke_no, r.rack, r.attempt, r.shot, r.player_key, v.kind, v.is_break,
       v.is_push, r.visit, v.visit_start, v.in_hand, v.foul_mask, v.unlisted_mask, r.next_key, v.cue_ball, v.option,
       v.spotted_mask, r.on_table_mask, v.fouls_in_a_row, v.rack_end, r.rack_winner_key, v.clauses_text, v.basis,
       v.assumed_text, v.presumed, r.potted_known, r.potted_mask, v.balls, r.before_mask, v.put_back_mask,
       r.entitled_key, v.hand_due, v.fouls_before, v.push_open, v.ruled_foul, v.call_made, v.decision,
       v.decision_inferred, r.played_next_key, r.seconds, v.nothing_called, v.visit_known
FROM ruling_rows r JOIN verdicts v USING (verdict_key);
