"""What strangers wrote is shown and never obeyed: no output holds what a terminal or a spreadsheet would run."""

from pathlib import Path

import pytest

ESCAPE = "\x1b]0;owned\x07\x1b[2J"
HEAD = "match,players,edition,event,rack,shot,player,kind,first,potted,winner,note\n"
COMMANDS = [
    ("check", "a.csv"),
    ("replay", "a.csv", "--format", "table"),
    ("audit", "a.csv", "--format", "table"),
    ("audit", "a.csv", "--format", "github"),
    ("compare", "a.csv", "--edition", "es", "--edition", "pl"),
    ("explain", "a.csv", "--rack", "1", "--shot", "2"),
    ("ingest", "a.csv"),
    ("ingest", "b.csv"),
    ("ingest", "b.csv", "--replace"),
    ("players",),
    ("players", "near"),
    ("stats", "breaks", "--by", "player"),
    ("stats", "visits", "--by", "match"),
    ("stats", "breaks", "--by", "event"),
    ("player", f"=An{ESCAPE}n"),
    ("league",),
    ("ratings", "fit"),
    ("history", f"m{ESCAPE}"),
    ("amend", f"m{ESCAPE}", "1", "2", f"note=x{ESCAPE}", "--why", "x", "--who", "x"),
    ("amend", f"m{ESCAPE}", "1", "9", "note=x", "--why", "x", "--who", "x"),
    ("ingest", "b.csv"),
    ("reruled",),
    ("prefer", f"m{ESCAPE}", f"r{ESCAPE}"),
    ("rejects",),
    ("db", "check"),
]


def log(winner: str) -> str:
    one, match = f"=An{ESCAPE}n", f"m{ESCAPE}"
    return (
        HEAD
        + f"{match},{one}|@Bo\u202e,es,ev{ESCAPE},1,1,{one},break,1,6@fl,,{ESCAPE}\n"
        + f"{match},,,,1,2,{one},shot,1,,{one if winner else '@Bo' + chr(0x202E)},\n"
    )


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("a.csv").write_text(log(""), encoding="utf-8", newline="")
    Path("b.csv").write_text(log("x"), encoding="utf-8", newline="")
    return tmp_path


def test_no_output_moves_the_cursor(run_tenball, here: Path) -> None:
    for args in COMMANDS:
        ran = run_tenball(*args)
        for text in (ran.out, ran.err):
            acting = {char for char in text if not (char.isprintable() or char in "\n")}
            assert not acting, (args, text)


@pytest.mark.parametrize(
    "args",
    [
        ("ratings", "fit", "--format", "csv"),
        ("stats", "breaks", "--by", "player", "--format", "csv"),
        ("stats", "breaks", "--by", "match", "--compare", "=m", "@n", "--format", "csv"),
        ("audit", "a.csv", "--format", "csv"),
        ("replay", "a.csv", "--format", "csv"),
    ],
)
def test_no_csv_runs_in_a_spreadsheet(run_tenball, here: Path, args) -> None:
    Path("a.csv").write_text(
        HEAD
        + "=m,=A|@B,es,,1,1,=A,break,1,6@fl,,\n=m,,,,1,2,=A,shot,1,,@B,\n"
        + "@n,=A|@B,es,,1,1,@B,break,1,6@fl,,\n@n,,,,1,2,@B,shot,1,,=A,\n",
        encoding="utf-8",
    )
    assert run_tenball("ingest", "a.csv").status == 0
    ran = run_tenball(*args)
    cells = [cell for line in ran.out.splitlines() for cell in line.split(",")]
    assert cells
    assert not [cell for cell in cells if cell.lstrip('"')[:1] in {"=", "@"}], ran.out
    if "--compare" not in args:
        assert any(cell.startswith("'=A") for cell in cells)
