"""The order of play: attempts, numbers, copies, what stands out of order, breaks and resumes."""

from logs import Read, Refusals, stroke

from tenball_stats.log import Log


def shown(log: Log) -> list[tuple[int, int, int, int]]:
    """Line, rack, attempt, shot of each event."""
    return [tuple(row) for row in log.events.select("line", "rack", "attempt", "shot").iter_rows()]


def test_blank_numbers_count_on(read: Read) -> None:
    rows = [
        stroke(1, None, "A", "break"),
        stroke(1, None, "B", "shot"),
        stroke(1, 7, "A", "shot"),
        stroke(1, None, "B", "shot"),
        stroke(2, None, "B", "break"),
    ]
    log = read(rows)
    assert log.events["shot"].to_list() == [1, 2, 7, 8, 1]
    assert log.events["shot_logged"].to_list() == [None, None, 7, None, None]


def test_an_event_has_the_number_of_the_stroke_before_it(read: Read) -> None:
    rows = [
        stroke(1, None, "A", "warn"),
        stroke(1, 1, "A", "break"),
        stroke(1, 2, "B", "push"),
        stroke(1, 9, "A", "pass"),
        stroke(1, 3, "B", "shot"),
    ]
    log = read(rows)
    assert log.events["shot"].to_list() == [0, 1, 2, 2, 3]
    assert log.events["shot_logged"].to_list() == [None, 1, 2, 9, 3]
    assert log.events["is_stroke"].to_list() == [False, True, True, False, True]


def test_a_rerack_ends_its_attempt(read: Read) -> None:
    rows = [
        stroke(1, 1, "A", "break"),
        stroke(1, 2, "B", "safety"),
        stroke(1, None, "B", "rerack"),
        stroke(1, 1, "A", "break"),
        stroke(1, None, "B", "shot"),
    ]
    log = read(rows)
    assert shown(log) == [(2, 1, 1, 1), (3, 1, 1, 2), (4, 1, 1, 2), (5, 1, 2, 1), (6, 1, 2, 2)]
    assert log.events["is_break"].to_list() == [True, False, False, True, False]
    assert not log.events["out_of_order"].any()


def test_lags_stand_first_and_are_numbered_for_each_player(read: Read) -> None:
    rows = [
        stroke(1, 1, "A", "break"),
        stroke(None, None, "A", "lag", lag_cm=12.5),
        stroke(0, None, "B", "lag", lag_cm="3,5", acts="long_rail"),
        stroke(None, None, "A", "lag", winner="A"),
    ]
    log = read(rows)
    assert shown(log) == [(3, 0, 1, 1), (4, 0, 1, 1), (5, 0, 1, 2), (2, 1, 1, 1)]
    assert log.events["lag_cm"].to_list() == [12.5, 3.5, None, None]
    assert log.events["acts"].to_list() == [0, 1, 0, 0]
    assert log.events["out_of_order"].to_list() == [True, True, True, False]


def test_rows_out_of_order_are_sorted_by_number_and_marked(read: Read) -> None:
    rows = [
        stroke(1, 1, "A", "break"),
        stroke(1, 3, "A", "shot"),
        stroke(1, None, "B", "warn"),
        stroke(1, 2, "B", "shot"),
        stroke(1, 4, "B", "shot"),
    ]
    log = read(rows)
    assert log.events["line"].to_list() == [2, 5, 3, 4, 6]
    assert log.events["out_of_order"].to_list() == [False, True, False, False, False]


def test_a_rack_that_stands_later_is_moved(read: Read) -> None:
    rows = [stroke(2, 1, "A", "break"), stroke(1, 1, "B", "break"), stroke(2, 2, "B", "shot")]
    log = read(rows)
    assert log.events["line"].to_list() == [3, 2, 4]
    assert log.events["out_of_order"].to_list() == [True, False, False]


def test_a_rerack_stays_last_in_its_attempt(read: Read) -> None:
    rows = [
        stroke(1, 2, "B", "shot"),
        stroke(1, 1, "A", "break"),
        stroke(1, None, "A", "rerack"),
        stroke(1, 1, "A", "break"),
    ]
    assert read(rows).events["line"].to_list() == [3, 2, 4, 5]


def test_a_repeated_row_with_the_same_content_is_a_copy(read: Read) -> None:
    rows = [
        stroke(1, 1, "A", "break"),
        stroke(1, 2, "B", "shot", called="1@fr", note="close"),
        stroke(1, 2, "B", "shot", called="1@FR", note="close"),
        stroke(1, 2, "B", "shot", called="1@fr", note="far"),
        stroke(1, 3, "A", "shot"),
    ]
    log = read(rows)
    assert log.events["is_copy"].to_list() == [False, False, True, False, False]


def test_two_strokes_that_look_alike_both_stay(read: Read) -> None:
    rows = [stroke(1, None, "A", "break"), stroke(1, None, "B", "safety"), stroke(1, None, "B", "safety")]
    log = read([*rows, stroke(2, 1, "A", "break"), stroke(2, 2, "B", "safety"), stroke(2, 3, "B", "safety")])
    assert not log.events["is_copy"].any()


def test_a_copied_break_and_a_copied_lag_are_copies(read: Read) -> None:
    rows = [
        stroke(0, 1, "A", "lag", lag_cm=3),
        stroke(0, 1, "A", "lag", lag_cm=3),
        stroke(0, 1, "B", "lag", lag_cm=3),
        stroke(1, 1, "A", "break"),
        stroke(1, 1, "A", "break"),
    ]
    log = read(rows)
    assert log.events["is_copy"].to_list() == [False, True, False, False, True]
    assert log.events["is_break"].to_list() == [False, False, False, True, False]


def test_the_first_stroke_is_the_break_whatever_its_kind(read: Read) -> None:
    log = read([stroke(1, 1, "A", "shot", called="1"), stroke(1, 2, "B", "shot")])
    assert log.events["is_break"].to_list() == [True, False]


def test_a_rack_joined_by_resume_has_no_break(read: Read) -> None:
    rows = [stroke(1, None, "A", "resume", potted="1 2"), stroke(1, 7, "A", "shot"), stroke(1, None, "B", "shot")]
    log = read(rows)
    assert log.events["is_break"].to_list() == [False, False, False]
    assert log.events["shot"].to_list() == [0, 7, 8]
    assert log.events["potted"].to_list()[0] == 0b110


def test_a_break_later_in_the_rack_is_an_error(refused: Refusals) -> None:
    rows = [stroke(1, 1, "A", "break"), stroke(1, 2, "B", "shot"), stroke(1, 1, "A", "break", note="again")]
    (problem,) = refused(rows)
    assert (problem.line, problem.column, problem.value) == (4, "kind", "break")


def test_a_break_after_resume_is_an_error(refused: Refusals) -> None:
    (problem,) = refused([stroke(1, None, "A", "resume"), stroke(1, 1, "B", "break")])
    assert problem.line == 3


def test_resume_stands_at_the_beginning_and_once(refused: Refusals) -> None:
    (late,) = refused([stroke(1, 1, "A", "break"), stroke(1, None, "B", "resume")])
    assert (late.line, late.value) == (3, "resume")
    (twice,) = refused([stroke(1, None, "A", "resume"), stroke(1, None, "B", "resume"), stroke(1, 2, "B", "shot")])
    assert twice.line == 3


def test_a_forfeit_outside_a_rack_stays_where_it_stands(read: Read) -> None:
    rows = [stroke(1, 1, "A", "break"), stroke(1, 2, "B", "shot"), stroke(None, None, "B", "forfeit")]
    log = read(rows)
    assert shown(log) == [(2, 1, 1, 1), (3, 1, 1, 2), (4, 0, 1, 0)]
    assert not log.events["out_of_order"].any()


def test_matches_that_run_through_each_other_are_kept_apart(read: Read) -> None:
    rows = [
        stroke(1, None, "A", "break"),
        stroke(1, None, "C", "break", match="n"),
        stroke(1, None, "B", "shot"),
        stroke(1, None, "D", "shot", match="n"),
    ]
    log = read(rows)
    assert log.events["line"].to_list() == [2, 4, 3, 5]
    assert log.events["shot"].to_list() == [1, 2, 1, 2]
    assert not log.events["out_of_order"].any()
