"""balance replay: any match of a run, told again."""

import os
import subprocess
import sys
from collections.abc import Iterator
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
    pick: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The match to see: median, longest, closest, comeback, capped, or a pick of the game's own.",
        ),
    ] = None,
    variant: Annotated[str, typer.Option(metavar="V", help="The variant, by its number or its label.")] = "0",
    transcript: Annotated[
        bool, typer.Option("--transcript", help="As JSON lines: one object a decision.")
    ] = False,
    engine: Annotated[
        str, typer.Option(help="compiled, or python: the same rules as plain Python.")
    ] = "compiled",
) -> None:
    """Tell matches of a run in words, a line a turn, or as a transcript: played again."""
    from balance.store.run import Run
    from balance.workflows.pick import pick as picked
    from balance.workflows.pick import variant_number
    from balance.workflows.replay import match_range
    from sims.errors import InputError

    if engine not in ("compiled", "python"):
        raise InputError("engine", engine, "one of compiled, python", ("compiled", "python"))
    if pick is not None and (match is not None or matches is not None):
        raise InputError("pick", pick, "legal beside --match and --matches: give one of them")
    if pick is None:
        wanted = match_range(whole("match", match), matches)
    opened = Run.open(run)
    number = variant_number(opened, variant)
    if pick is not None:
        found = picked(opened, pick, number)
        wanted = range(found.match, found.match + 1)
        label = opened.spec["variants"][number]["label"]
        told = f"{pick} of variant {number} ({label}): match {found.match}, {found.why}"
        typer.echo(told if transcript else f"{told}\n", err=transcript)
    if engine == "python" and os.environ.get(_PLAIN) != "1":
        # The switch must be set before Numba is loaded, so the plain rules get a process of their own.
        sys.stdout.flush()
        again = [
            sys.executable,
            "-P",
            "-m",
            "balance",
            "replay",
            run,
        ]  # -P: no module from where a person stands
        again += ["--matches", f"{wanted.start}:{wanted.stop}"]
        again += ["--variant", str(number), *(["--transcript"] if transcript else []), "--engine", "python"]
        raise typer.Exit(subprocess.call(again, env={**os.environ, _PLAIN: "1"}))
    for line in _transcript(run, wanted, number) if transcript else _told(run, wanted, number):
        sys.stdout.write(f"{line}\n")


def _transcript(run: str, matches: range, variant: int) -> Iterator[str]:
    import json

    from balance.workflows.replay import replay

    for line in replay(run, matches, variant):
        yield json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def _told(run: str, matches: range, variant: int) -> Iterator[str]:
    from balance.cli.colours import terminal_lines
    from balance.workflows.replay import tell

    return map(terminal_lines, tell(run, matches, variant))
