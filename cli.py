"""Run the command from a checkout: ``python cli.py …`` is what ``tenball …`` is once installed."""

import os
import sys
from pathlib import Path

try:
    from tenball_stats.commands.main import main
except ModuleNotFoundError as missing:
    # Started with a Python that has none of the packages: the one that `make setup` prepared has them all.
    prepared = Path(__file__).resolve().parent / ".venv" / "bin" / "python"
    if not prepared.exists() or Path(sys.prefix) == prepared.parent.parent:
        sys.exit(f"tenball: the package {missing.name} is not installed; `make setup` installs what is needed.")
    os.execv(prepared, [str(prepared), *sys.argv])  # noqa: S606 - the same script, no shell

if __name__ == "__main__":
    main()
