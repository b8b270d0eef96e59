"""balance replay: any match of a run, told again."""

import os
import subprocess
import sys
from typing import Annotated

import typer

from balance.cli.options import RunName, whole

_PLAIN = "NUMBA_DISABLE_JIT"


def command(
    run: RunName,
    match: Annotated[
        str | None, typer.Option(metavar="N", help="One match, from 0 within its variant.")
    ] = None,
    matches: Annotated[str | None, typer.Option(metavar="A:B", help="Several: from A to before B.")] = None,
    variant: Annotated[str, typer.Option(metavar="V", help="Number of the variant.")] = "0",
    transcript: Annotated[
        bool, typer.Option("--transcript", help="As JSON lines: one object a decision.")
    ] = False,
    engine: Annotated[
        str, typer.Option(help="compiled, or python: the same rules as plain Python.")
    ] = "compiled",
) -> None:
    """Print matches of a run as a transcript, played again."""
    import json

    from balance.workflows.replay import match_range, replay
    from sims.errors import InputError

    if engine not in ("compiled", "python"):
        raise InputError("engine", engine, "one of compiled, python", ("compiled", "python"))
    if not transcript:
        raise InputError("replay", "no format", "a format that is known: give --transcript")
    wanted = match_range(whole("match", match), matches)
    if engine == "python" and os.environ.get(_PLAIN) != "1":
        # The switch must be set before Numba is loaded, so the plain rules get a process of their own.
        again = [sys.executable, "-m", "balance", "replay", run, "--matches", f"{wanted.start}:{wanted.stop}"]
        again += ["--variant", variant, "--transcript", "--engine", "python"]
        raise typer.Exit(subprocess.call(again, env={**os.environ, _PLAIN: "1"}))
    for line in replay(run, wanted, whole("variant", variant) or 0):
        sys.stdout.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
