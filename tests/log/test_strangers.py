"""Cells from strangers: nothing in them is obeyed, whatever they hold."""

import contextlib
from pathlib import Path
from typing import Any

import pytest
from logs import rack_of_two, write_csv

from tenball_stats.log import LogRefused, read_logs
from tenball_stats.log.problems import word

ESCAPES = "\x1b[2J\x1b]0;title\x07\x9b1m"
TEXTS = [
    ESCAPES,
    "=1+1",
    "'; DROP TABLE matches; --",
    "<script>alert(1)</script>",
    "$(touch x)",
    "`id`",
    "[bold]x[/]",
    "%s{0}",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_name_is_a_name(tmp_path: Path, text: str) -> None:
    rows = [{**row, "player": row["player"].replace("Ann", text)} for row in rack_of_two()]
    rows[0]["players"] = f"{text}|Bo"
    log = read_logs([write_csv(tmp_path / "log.csv", rows)])
    assert log.matches["players"].to_list() == [[text, "Bo"]]


@pytest.mark.parametrize("command", ["check", "replay", "audit"])
@pytest.mark.parametrize("column", ["match", "player", "kind", "potted", "edition", "round", "Strange", "recorder"])
def test_what_moves_a_cursor_is_never_printed(run_tenball: Any, tmp_path: Path, command: str, column: str) -> None:
    rows = [{**row, column: ESCAPES + str(row.get(column) or "")} for row in rack_of_two()]
    rows += [{**row, "match": f"{ESCAPES}2", column: f"{ESCAPES}{place}"} for place, row in enumerate(rack_of_two())]
    for name in (column, f"x{ESCAPES}"):
        shown = [{name if key == column else key: cell for key, cell in row.items()} for row in rows]
        given = [] if command == "check" else ["--keep-going"]
        ran = run_tenball(command, write_csv(tmp_path / "log.csv", shown), "--edition", "es", *given)
        for char in "\x1b\x07\x9b":
            assert char not in ran.err
            if command == "check":
                assert char not in ran.out


@pytest.mark.parametrize(
    "column", ["match", "player", "players", "race_to", "kind", "potted", "edition", "score", "Strange"]
)
@pytest.mark.parametrize("players", ["", "Ann|Bo", "|".join(f"{n:x<900}" for n in range(80))])
def test_a_message_is_short_however_long_the_cells_are(tmp_path: Path, column: str, players: str) -> None:
    rows = [{"match": "m1", **row, "players": players, "race_to": "5|5|5", "score": "1-1-1"} for row in rack_of_two()]
    rows[0][column] = "x" * 30_000
    if column == "match":
        rows = [{**row, "match": "x" * 30_000} for row in rows]
    with pytest.raises(LogRefused) as refused:
        read_logs([write_csv(tmp_path / "log.csv", rows)])
    assert max(len(word(problem)) for problem in refused.value.problems) < 2_500


def test_a_file_name_too(run_tenball: Any, tmp_path: Path) -> None:
    path = tmp_path / f"a{ESCAPES[:4]}.csv"
    path.write_text("")
    for command in (["check", path], ["replay", path], ["fmt", path], ["map", path], ["check", path, "--map", path]):
        ran = run_tenball(*command)
        assert ran.status == 2
        assert "\x1b" not in ran.err + ran.out


def test_paths_in_an_archive_lead_nowhere(run_tenball: Any, tmp_path: Path) -> None:
    import zipfile

    path = tmp_path / "log.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../../outside.csv", write_csv(tmp_path / "a.csv", rack_of_two()).read_bytes())
    assert read_logs([path]).events.height == 4
    assert sorted(found.name for found in tmp_path.iterdir()) == ["a.csv", "log.zip"]
    assert not (tmp_path.parent.parent / "outside.csv").exists()


def test_a_workbook_with_entities_is_not_expanded(tmp_path: Path) -> None:
    import io
    import zipfile

    from logs import write_xlsx

    from tenball_stats.log import LogRefused

    bomb = "".join(f'<!ENTITY e{place} "{f"&e{place - 1};" * 10 if place else "x"}">' for place in range(12))
    out = io.BytesIO()
    with zipfile.ZipFile(write_xlsx(tmp_path / "a.xlsx", rack_of_two())) as old, zipfile.ZipFile(out, "w") as new:
        for info in old.infolist():
            inner = old.read(info)
            if info.filename == "xl/sharedStrings.xml":
                text = inner.decode().replace("<sst", f"<!DOCTYPE sst [{bomb}]><sst", 1).replace(">Ann<", ">&e11;<")
                inner = text.encode()
            new.writestr(info.filename, inner)
    (tmp_path / "b.xlsx").write_bytes(out.getvalue())
    with contextlib.suppress(LogRefused):
        log = read_logs([tmp_path / "b.xlsx"])
        assert all(len(name) < 100 for name in log.matches["players"][0])
