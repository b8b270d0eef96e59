"""What a plan shows in the terminal: deals by metric, what they rest on, what they cost, and the command."""

from collections.abc import Callable, Sequence

import typer

from balance.cli.answers import aligned
from balance.cli.lines import lines
from balance.stats.measure import SHARE
from balance.workflows.planning.foreseen import Forecast, Need, rounded
from balance.workflows.planning.load import in_bytes
from reports.changes import SHORT, margin
from reports.words import DASH, MINUS, PERCENT, POINTS, SPACE, count, listed

CLOCK = ((3600.0, "h"), (60.0, "min"), (1.0, "s"))


def show(found: Forecast) -> None:
    """Print the plan to standard output."""
    spec = found.spec
    seats = "/".join(str(n) for n in dict.fromkeys(variant["seats"] for variant in spec["variants"]))
    players = ", ".join(dict.fromkeys(spec["variants"][0]["lineup"]))
    typer.echo(
        f"{spec['game']}, {seats} {'seat' if seats == '1' else 'seats'}, {players}, a pilot of "
        f"{count(found.pilot, 'deal')} a variant, seed {spec['seed']}".replace(SPACE, " ")
    )
    if any(need.pairing for need in found.needs):
        tables = dict.fromkeys((need.name, need.seats) for need in found.needs)
        for name, n in tables:
            where = f", {n} seats" if len({seats for _, seats in tables}) > 1 else ""
            own = [need for need in found.needs if (need.name, need.seats) == (name, n)]
            _tweak(own, found.per_deal, name + where)
    else:
        _variants(found.needs, found.per_deal)
    _reasons([n for n in found.needs if n.pairing is None or n.pairing.identical < n.clusters])
    _proposed(found)


def _reasons(needs: Sequence[Need]) -> None:
    """Why there is no number, reason by reason; a metric of which there is none at all is named alone."""
    reasons: dict[str, dict[str, list[str]]] = {}
    for need in needs:
        for reason in need.reasons:
            reasons.setdefault(reason, {}).setdefault(need.metric, []).append(need.name)
    for reason, metrics in reasons.items():
        told = []
        for metric, names in metrics.items():
            whole = len(names) == sum(need.metric == metric for need in needs)
            told.append(_short(metric) if whole else f"{_short(metric)} of {listed(names)}")
        lines(f"\nNo number for {listed(told)}: {reason}.")


def _variants(needs: Sequence[Need], per_deal: int) -> None:
    """One line a variant, one column a metric."""
    metrics = list(dict.fromkeys(need.metric for need in needs))
    halves = {need.metric: need for need in needs if need.half_width is not None}
    heads = [
        f"{_short(m)} ±{_size(halves[m], halves[m].half_width)}{_unit(halves[m], ' ')}"
        if m in halves
        else _short(m)
        for m in metrics
    ]
    rows = []
    for name in dict.fromkeys(need.name for need in needs):
        own = {need.metric: need for need in needs if need.name == name}
        rows.append([name, *(_open(own[m], per_deal) if m in own else "" for m in metrics)])
    lines("\nMatches a variant for 95 % intervals no wider than this (what the pilot leaves open)")
    typer.echo(aligned(["variant", *heads], rows, [True] + [False] * len(heads)).rstrip())


def _open(need: Need, per_deal: int) -> str:
    size = need.sizes.get("half_width")
    if size is None or size.deals is None:
        return DASH
    low, high = (rounded(n) * per_deal for n in (size.low or 2, size.high or 2))
    return f"{rounded(size.deals) * per_deal:,} ({low:,}–{high:,})"


def _tweak(needs: Sequence[Need], per_deal: int, name: str) -> None:
    """One column a metric, one line a question."""
    first = needs[0]
    alike = first.pairing.identical if first.pairing else 0
    if alike == first.clusters:
        lines(f"\n{name} plays all {alike:,} deals of the pilot the same to the last decision.")
        return
    if not any(need.sizes for need in needs):
        return
    rows: list[list[str]] = []

    def row(name: str, cell: Callable[[Need], str]) -> None:
        cells = [cell(need) for need in needs]
        if any(text != DASH for text in cells):
            rows.append([name, *cells])

    def sized(name: str) -> Callable[[Need], str]:
        def cell(need: Need) -> str:
            deals = need.sizes[name].deals if name in need.sizes else None
            return DASH if deals is None else f"{rounded(deals) * per_deal:,}"

        return cell

    row("margin", lambda need: _size(need, need.margin))
    row("half-width of the interval", lambda need: _size(need, need.half_width))
    row("  matches", sized("half_width"))
    row("  on different deals", sized("unpaired"))
    row("true difference", lambda need: DASH if need.margin is None else "0")
    for power in ("80", "95"):
        row(f"  within the margin, {power} %", sized(f"unchanged_{power}"))
    row("true difference", lambda need: _size(need, need.difference))
    for word, said in (("changed", "CHANGED"), ("told", "not 0")):
        for power in ("80", "95"):
            row(f"  {said}, {power} %", sized(f"{word}_{power}"))
    row("give or take", _give)
    row("ρ", lambda need: _three(need.pairing.correlation if need.pairing else None))
    row("variance ratio", lambda need: _three(need.pairing.variance_ratio if need.pairing else None))
    heads = [_short(need.metric) + _unit(need) for need in needs]
    typer.echo(f"\n{name}: matches an arm for what is to be known of its difference")
    typer.echo(aligned(["", *heads], rows, [True] + [False] * len(heads)).rstrip())


def _give(need: Need) -> str:
    """How far off the numbers may be, in per cent."""
    if need.open is None:
        return DASH
    low, high = ((part - 1) * 100 for part in need.open)
    return f"{MINUS}{-low:.0f}/+{high:.0f}{PERCENT}"


def _three(value: float | None) -> str:
    return DASH if value is None else f"{value:.3f}"


def _proposed(found: Forecast) -> None:
    most = found.most
    if most is None or found.matches is None or found.open is None or found.seconds is None:
        lines("\nSo the pilot does not say how many matches to play.")
        return
    tweaked, (low, high) = most.pairing is not None, found.open
    each, played = ("an arm", "arm") if tweaked else ("a variant", "variant")
    told = " tell either with 80 %" if tweaked and "half_width" not in most.goal else ""
    held = in_bytes(sum(found.bytes.values())).replace(" ", SPACE)
    cost = f"{_time(found.seconds)} of play on {count(found.threads, 'thread')}, {held}"
    arms = count(len(found.spec["variants"]), played)
    typer.echo(
        f"\nneeded: {found.matches:,} matches {each} ({low:,}{DASH}{high:,}){told}, "
        f"most for {_short(most.metric)} of {most.name}\n"
        f"takes:  about {cost} for {arms}; figures and report on top".replace(SPACE, " ")
    )
    for note in found.notes:
        typer.echo(f"note:   {note}")
    typer.echo(f"then:   {found.command}")


def _short(metric: str) -> str:
    return SHORT.get(metric, metric)


def _unit(need: Need, before: str = ", ") -> str:
    """Differences and half-widths of shares are percentage points."""
    return before + POINTS.strip(SPACE) if need.unit == SHARE else ""


def _size(need: Need, size: float | None) -> str:
    """A margin, half-width or difference, two digits of it; of shares in percentage points."""
    if size is None:
        return DASH
    return margin(size * 100 if need.unit == SHARE else size)


def _time(seconds: float) -> str:
    unit, name = next(((u, n) for u, n in CLOCK if seconds >= 2 * u), CLOCK[-1])
    return f"{max(1, round(seconds / unit)):,}{SPACE}{name}"
