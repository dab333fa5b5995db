"""Run the command from a checkout: ``python cli.py …`` is what ``tenball …`` is once installed."""

import importlib.util
import os
import sys
from pathlib import Path

NEEDED = (
    *("click", "duckdb", "fpdf", "jinja2", "matplotlib", "numpy", "pandas", "platformdirs"),
    *("polars", "pyarrow", "python_calamine", "rapidfuzz", "rich", "scipy", "statsmodels", "choix", "xlsxwriter"),
)
PREPARED = Path(__file__).resolve().parent / ".venv" / "bin" / "python"

if sys.prefix == sys.base_prefix and PREPARED.exists():
    # Started with the system's Python: the one that `make setup` prepared has the packages in the right versions.
    os.execv(PREPARED, [str(PREPARED), *sys.argv])  # noqa: S606 - the same script again, no shell

missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
if missing:
    sys.stderr.write(f"tenball: not installed: {', '.join(missing)}; `make setup` installs what is needed.\n")
    sys.exit(2)

from tenball_stats.commands.main import main  # noqa: E402 - after the check above

if __name__ == "__main__":
    main()
