"""What a comparison shows in the terminal: a table and a sentence a tweak, then what playing the same deals gave."""

import typer

from balance.cli import strengths, targets
from balance.cli.answers import aligned
from balance.cli.lines import WIDTH, lines, took
from balance.stats.comparisons import Comparison
from balance.workflows.reading.compared import Compared, Tweak
from reports import stopping
from reports.changes import SHORT, capped, figures, listed_moves, told
from reports.words import DASH, SPACE, count


def show(found: Compared) -> None:
    """Print the comparison to standard output."""
    typer.echo(_head(found))
    if any(tweak.targets for tweak in found.tweaks):
        typer.echo()
    several = len({tweak.tweaked["seats"] for tweak in found.tweaks}) > 1
    named = [(t.tweaked["label"] if several else t.name, t.targets) for t in found.tweaks]
    targets.show(named, "tweak")
    if found.unpaired:
        lines(f"The arms are not paired: {found.unpaired}. Their intervals are those of different deals.")
    for note in found.notes:
        lines(f"Mind that {note}.")
    for tweak in found.tweaks:
        _tweak(tweak)
    if not found.unpaired:
        _pairing(found.tweaks)
    if found.strengths is not None:
        typer.echo()
        strengths.show(found.strengths)
    for run in found.runs:
        if stopped := stopping.told(run.spec):
            lines(f"stopped: {stopped}")
    if found.seconds:
        typer.echo(f"seconds: {took(found.seconds)}")
    typer.echo(f"again:  {found.command}")
    for run in found.runs:
        typer.echo(f"run:    {run.path}")


def _head(found: Compared) -> str:
    one = found.tweaks[0]
    spec = one.match.tweaked.run.spec
    seats = "/".join(str(n) for n in dict.fromkeys(t.tweaked["seats"] for t in found.tweaks))
    players = ", ".join(dict.fromkeys(name for t in found.tweaks for name in t.tweaked["lineup"]))
    deals = count(one.clusters, "deal").replace(SPACE, " ")
    same = "" if found.unpaired else ", the same in all arms"
    return f"{spec['game']}, {seats} seats, {players}, {deals}{same}, seed {spec['seed']}"


def _tweak(tweak: Tweak) -> None:
    typer.echo(f"\n{_against(tweak)}")
    typer.echo(_table(tweak.primary))
    lines(told(tweak.change))
    if tweak.moved:
        lines(f"Beyond their margins, too: {listed_moves(tweak.moved)}.")
    for row in () if tweak.no_change else tweak.primary:
        if row.verdict and row.verdict.more_needed:
            deals = count(row.verdict.more_needed, "more deal")
            lines(f"To settle {SHORT.get(row.metric, row.metric)}: about {deals} an arm.")
    for text in capped(tweak.primary):
        lines(text)


def _against(tweak: Tweak) -> str:
    return f"{tweak.name} against {tweak.base['label']}"


def _table(rows: list[Comparison]) -> str:
    """One line a metric; where that is too wide, the verdict beside the name and the figures below."""
    cells = []
    for row in rows:
        found = figures(row)
        name = SHORT.get(row.metric, row.metric) + found.unit_after
        said = row.verdict.word.value if row.verdict and row.verdict.word else "no verdict"
        cells.append([name, f"{found.base} → {found.tweaked}", found.told, found.margin, said])
    text = aligned(
        ["metric", "from → to", "difference", "margin", "verdict"], cells, [True, False, False, False, True]
    )
    if max(map(len, text.splitlines())) <= WIDTH:
        return text.rstrip()
    below = []
    for name, values, difference, margin, said in cells:
        below += [f"{name}: {said}", f"    {values}, difference {difference}, margin {margin}"]
    return "\n".join(below)


def _pairing(tweaks: list[Tweak]) -> None:
    """How much the same deals helped, metric by metric."""
    typer.echo("\nWhat playing the same deals gave")
    for tweak in tweaks:
        deals = count(tweak.clusters, "deal").replace(SPACE, " ")
        lines(f"{_against(tweak)}: {tweak.identical:,} of {deals} the same to the last decision")
        rows = []
        for row in tweak.primary:
            d = row.difference
            numbers = [DASH if x is None else f"{x:.3f}" for x in (d.correlation, d.variance_ratio)]
            differ = DASH if d.discordant is None else f"{d.discordant:,}"
            rows.append([SHORT.get(row.metric, row.metric), differ, *numbers])
        names = ["metric", "deals that differ", "ρ", "variance ratio"]
        typer.echo(aligned(names, rows, [True, False, False, False]).rstrip())
