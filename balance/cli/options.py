"""Options that several commands share. All take text: what it must be is checked here and in the workflows."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no notes.")]
Threads = Annotated[
    str | None, typer.Option(metavar="T", show_default="all cores", help="Threads that play and write.")
]
Seats = Annotated[
    str | None,
    typer.Option(metavar="N,…", help="One number or several, side by side.", show_default="the fewest"),
]
Presets = Annotated[
    str | None,
    typer.Option(metavar="P,…", help="Start from a named set of values, or from each of several."),
]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="One value for all variants; repeatable."),
]
Vary = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=SPEC", help="lo:hi:step or a,b,c; several make the full grid."),
]
OneByOne = Annotated[
    bool | None, typer.Option("--one-by-one", help="Each varied value alone, against the baseline.")
]
Players = Annotated[
    str | None,
    typer.Option(metavar="A,B,…", help="One for each seat, or one for all.", show_default="the game's"),
]
Skill = Annotated[
    bool | None,
    typer.Option(
        "--skill", help="Ask players of all strengths, from random to search: does it hold for others?"
    ),
]
Matches = Annotated[
    str | None,
    typer.Option(
        metavar="N", help="Matches a variant; with --until, before its first look.", show_default="10000"
    ),
]
Until = Annotated[
    list[str] | None,
    typer.Option(
        metavar="METRIC=SIZE",
        help="Play until the interval is so narrow: its half-width, of a share 0.005 for half a point; repeatable.",
    ),
]
MaxMatches = Annotated[
    str | None, typer.Option(metavar="N", help="With --until, at most.", show_default="1000000")
]
Metric = Annotated[
    list[str] | None,
    typer.Option(
        metavar="M",
        help="Tell of this metric; repeatable.",
        show_default="first_player_advantage, turns_mean, tied_rounds",
    ),
]
Margin = Annotated[
    list[str] | None,
    typer.Option(metavar="M=SIZE", help="What is a small change of a metric; repeatable."),
]
Seed = Annotated[str | None, typer.Option(metavar="S", show_default="1")]
Out = Annotated[
    str | None, typer.Option(metavar="DIR", help="The run folder.", show_default="data/runs/GAME-NNN")
]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Let the workers of a Dask scheduler play: tcp://HOST:PORT."),
]
Log = Annotated[
    str | None, typer.Option(metavar="LEVEL", help="rounds, turns or moves.", show_default="moves")
]
LogBudget = Annotated[
    str | None, typer.Option(metavar="SIZE", help="Bytes for turns and moves.", show_default="1GiB")
]
Report = Annotated[bool, typer.Option("--report/--no-report", help="Write DIR/report.html.")]
Pdf = Annotated[bool, typer.Option("--pdf", help="Write DIR/report.pdf, too, for paper.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Targets = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Targets to keep to, in a table [targets]: exit 3 unless all are met."),
]
Target = Annotated[
    list[str] | None,
    typer.Option(metavar="M=A..B", help="A target: a..b, ..b, a.. or +-x; repeatable."),
]
RunName = Annotated[str, typer.Argument(metavar="RUN", help="A run folder, or a name below data/runs.")]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name, or the folder of one.")]


def whole(option: str, text: str | None) -> int | None:
    """The whole number in `text`; None stays None."""
    return None if text is None else _whole(option, text)


def numbers(option: str, text: str | None) -> tuple[int, ...] | None:
    """The whole numbers in `text`, between commas; None stays None."""
    return None if text is None else tuple(_whole(option, one) for one in text.split(","))


def _whole(option: str, text: str) -> int:
    from sims import digits
    from sims.errors import InputError

    found = digits.whole(text)
    if found is None:
        raise InputError(option, text, "a whole number")
    return found


def pair(option: str, text: str) -> tuple[str, str]:
    """NAME and VALUE of NAME=VALUE."""
    from sims.errors import InputError

    name, sign, value = text.partition("=")
    if not (sign and name.strip() and value.strip()):
        raise InputError(option, text, "of the form NAME=VALUE")
    return name.strip(), value.strip()


def pairs(option: str, texts: Sequence[str] | None) -> list[tuple[str, str]]:
    """Several of these, no NAME twice."""
    from sims.errors import InputError

    found = [pair(option, text) for text in texts or ()]
    names = [name for name, _ in found]
    twice = next((name for i, name in enumerate(names) if name in names[:i]), None)
    if twice is not None:
        raise InputError(option, twice, "given once")
    return found


def targets_of(
    file: str | None, options: Sequence[str] | None, names: Callable[[], list[str]]
) -> dict[str, Any]:
    """The targets of a file and of options, which take the place of those of the file. names: the metrics there are."""
    if not (file or options):
        return {}
    from balance.workflows.asking import study
    from balance.workflows.asking.targets import typed

    found = {} if file is None else study.read_targets(Path(file), names())
    return found | {metric: typed(metric, text) for metric, text in pairs("target", options)}


def unless_met(met: bool) -> None:
    """End the command with 3 where targets are not met."""
    if not met:
        raise typer.Exit(3)


def decimals(option: str, texts: Sequence[str] | None) -> dict[str, float]:
    """Several NAME=NUMBER."""
    return {name: decimal(f"{option}: {name}", text) for name, text in pairs(option, texts)}


def decimal(option: str, text: str) -> float:
    """The number in `text`."""
    from sims import digits
    from sims.errors import InputError

    found = digits.decimal(text)
    if found is None:
        raise InputError(option, text, "a number such as 0.01")
    return found
