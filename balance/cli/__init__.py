"""The `balance` command."""

import sys


def app() -> None:
    """Entry point of the `balance` script: runs the command line and ends the process with its exit code."""
    from balance.cli.main import run

    sys.exit(run(sys.argv[1:]))
