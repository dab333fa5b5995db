"""A rack of which no stroke was charted is stored like any other."""

from collections.abc import Callable
from pathlib import Path
from typing import Any


def test_a_rack_joined_and_left_again_is_stored(tmp_path: Path, run_tenball: Callable[..., Any]) -> None:
    log, db = tmp_path / "log.csv", tmp_path / "league.duckdb"
    log.write_text(
        "match,rack,player,kind,players,potted\n"
        "x,1,Ana,resume,Ana|Bo,1 2\n"
        "x,1,Ana,warn,,\n"
        "x,2,Bo,break,,3\n"
        "x,2,Ana,concede,,\n"
    )
    ran = run_tenball("ingest", log, "--db", db, "--edition", "es")
    assert ran.status == 0, ran.err
    assert "stored 1 match, 2 racks, 1 stroke" in ran.out
