"""Run the command as ``python -m tenball_stats``."""

from tenball_stats.commands.main import main

if __name__ == "__main__":
    main()
