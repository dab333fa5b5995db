"""What stands after a forfeit: the match was over."""

from pathlib import Path

from logs import write_csv

from tenball_stats.log import read_logs
from tenball_stats.replay.audit import audit


def _row(rack: int, player: str, kind: str, **more: str) -> dict[str, str]:
    return {"match": "x", "players": "Ana|Bo", "rack": str(rack), "player": player, "kind": kind, **more}


def test_a_rack_played_after_a_forfeit_is_found_once(tmp_path: Path) -> None:
    rows = [
        _row(1, "Ana", "break", potted="2", race_to="3"),
        _row(1, "Bo", "forfeit"),
        _row(2, "Bo", "break", potted="3"),
        _row(2, "Ana", "concede"),
        _row(3, "Ana", "break", potted="3"),
    ]
    found = audit(read_logs([write_csv(tmp_path / "f.csv", rows)]), "es")
    assert found.select("rack", "shot", "row", "code", "verdict").rows() == [(2, 1, 4, "score_wrong", "impossible")]
    assert found["message"][0] == "Rack 2 was played on after Bo had forfeited the match."


def test_a_forfeit_at_the_end_is_no_finding(tmp_path: Path) -> None:
    rows = [_row(1, "Ana", "break", potted="2", race_to="3", score="0-0"), _row(1, "Bo", "forfeit")]
    assert audit(read_logs([write_csv(tmp_path / "f.csv", rows)]), "es").height == 0
