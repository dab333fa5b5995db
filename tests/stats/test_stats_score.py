"""What the score was before a rack: counted up, or read where it was recorded."""

import pytest

from tenball_stats.stats.catalogue import statistic
from tenball_stats.stats.query import QueryError, ask

HEAD = "match,players,race_to,edition,rack,player,kind,called,first,potted,winner,score\n"


def rack(number: int, winner: str, score: str = "", match: str = "m", head: str = ",,") -> str:
    """A rack in which the winner makes the 10, or which nobody is known to have won."""
    breaks = f"{match},{head},{number},A,break,,1,,{winner if winner != '?' else ''},{score}\n"
    return breaks + f"{match},,,,{number},B,safety,-,1,,,\n"


def situations(database, player: str) -> list[tuple]:
    return database.rows(
        "SELECT rack, racks_before, score, hill FROM v_situations JOIN players USING (player_key) WHERE player = ? "
        "ORDER BY match_key, rack",
        [player],
    )


def log(*racks: str, players: str = "A|B", race_to: str = "3") -> str:
    lines = HEAD + "".join(racks)
    return lines.replace("m,,,,", f"m,{players},{race_to},csi,", 1)


def test_counted_up(stored) -> None:
    database = stored(log(*(rack(number, winner) for number, winner in enumerate("ABBAA", start=1))))
    assert situations(database, "A") == [
        (1, 0, "level", "neither"),
        (2, 1, "ahead", "neither"),
        (3, 1, "level", "neither"),
        (4, 1, "behind", "other"),
        (5, 2, "level", "both"),
    ]
    assert [row[2:] for row in situations(database, "B")] == [
        ("level", "neither"),
        ("behind", "neither"),
        ("level", "neither"),
        ("ahead", "own"),
        ("level", "both"),
    ]


def test_after_a_rack_without_a_known_winner_only_a_recorded_score_helps(stored) -> None:
    racks = [rack(1, "A"), rack(2, "?"), rack(3, "A"), rack(4, "B", score="2-2"), rack(5, "A"), rack(6, "B")]
    database = stored(log(*racks, race_to=""))
    assert situations(database, "A") == [
        (1, 0, "level", None),
        (2, 1, "ahead", None),
        (3, None, None, None),
        (4, None, None, None),
        (5, 2, "level", None),
        (6, 3, "ahead", None),
    ]


def test_a_record_that_begins_later_needs_a_score(stored) -> None:
    database = stored(log(rack(4, "A"), rack(5, "A", score="4-1"), rack(7, "A", score="5-2"), race_to="9"))
    # Rack 6 is missing: nobody knows who won it.
    assert [row[:3] for row in situations(database, "A")] == [(4, None, None), (5, None, None), (7, None, None)]
    database = stored(log(rack(4, "A", score="3-1"), rack(5, "B"), rack(6, "A"), race_to="9"))
    assert [row[:3] for row in situations(database, "B")] == [(4, None, None), (5, 1, "behind"), (6, 2, "behind")]


def test_a_handicap_and_three_players(stored) -> None:
    database = stored(log(rack(1, "B"), rack(2, "A"), race_to="3/2"))
    assert [row[3] for row in situations(database, "A")] == ["neither", "other"]
    # Three players: against the best of the others.
    three = log(rack(1, "B"), rack(2, "C"), rack(3, "C"), players="A|B|C", race_to="5").replace("csi", "pl")
    database = stored(three)
    assert [row[2] for row in situations(database, "A")] == ["level", "behind", "behind"]
    assert [row[2] for row in situations(database, "C")] == ["level", "behind", "level"]


def test_breaks_by_score(stored) -> None:
    database = stored(log(*(rack(number, winner) for number, winner in enumerate("ABBAA", start=1))))
    rows = ask(database, statistic("breaks"), by=["score", "hill"]).rows
    # A breaks all five racks.
    assert [(row["score"], row["hill"], row["breaks"], row["won"]) for row in rows] == [
        ("ahead", "neither", 1, 0),
        ("behind", "other", 1, 1),
        ("level", "both", 1, 1),
        ("level", "neither", 2, 1),
    ]
    # B is the one who plays after the break, and sees the score from the other side.
    rows = ask(database, statistic("safeties"), by=["player", "score"]).rows
    assert [(row["score"], row["safeties"]) for row in rows] == [("ahead", 1), ("behind", 1), ("level", 3)]


def test_what_cannot_be_is_said(stored) -> None:
    database = stored(log(rack(1, "A")))
    with pytest.raises(QueryError, match="lags cannot be broken down by score"):
        ask(database, statistic("lags"), by=["score"])
    with pytest.raises(QueryError, match="breaks cannot be broken down by balls_left; it can by player, opponent"):
        ask(database, statistic("breaks"), by=["balls_left"])
