"""Whether a verdict holds whoever plays, in sentences: where it turns with strength, and where that is not settled."""

from collections.abc import Sequence

from balance.stats.strengths import ANYWHERE, Held, Row, Rung, Side, Sides, Strengths
from reports.changes import NAMES, figures
from reports.words import DASH, SPACE, count, interval, listed, sentence, value

FEW = 4  # rows that are told one by one
MOST = 5  # of more: those that turn or hold for some only
HEADS = {
    Held.TURNS: "the verdict turns with strength",
    Held.SOME: "this does not hold for all players",
    Held.OPEN: "whether this holds for all players is not settled",
}
UP, IN, DOWN = frozenset({Side.ABOVE}), frozenset({Side.WITHIN}), frozenset({Side.BELOW})
STARTING: dict[Sides, str] = {
    UP: "starting helps",
    DOWN: "starting hurts",
    IN: "starting matters little",
    UP | IN: "starting helps or matters little",
    DOWN | IN: "starting hurts or matters little",
}
MOVING: dict[Sides, str] = {
    UP: "{} rises",
    DOWN: "{} falls",
    IN: "{} stays within its margin",
    UP | IN: "{} rises or stays within its margin",
    DOWN | IN: "{} falls or stays within its margin",
}
OPEN = "it is not settled"


def told(rows: Sequence[Row]) -> list[str]:
    """A sentence a row; of many rows those that do not hold for all, and how many others there are."""
    if len(rows) <= FEW:
        return [_told(row, several=len(rows) > 1) for row in rows]
    apart = [row for held in (Held.TURNS, Held.SOME) for row in rows if row.held is held]
    sentences = [_told(row, several=True) for row in apart[:MOST]]
    more = len(apart) - MOST
    counts = [f"for {more} more it does not hold for all players"] if more > 0 else []
    what = "tweaks and metrics" if rows[0].tweak else "variants"
    for held, text in ((Held.ALL, "it holds for all these players"), (Held.OPEN, "that is not settled")):
        if n := sum(row.held is held for row in rows):
            counts.append(f"for {n} of {len(rows)} {what} {text}")
    return [*sentences, sentence("; ".join(counts))] if counts else sentences


def _told(row: Row, *, several: bool) -> str:
    by_sides: dict[Sides, list[Rung]] = {}
    for rung in row.rungs:
        by_sides.setdefault(rung.sides, []).append(rung)
    if row.held is Held.ALL:
        each = [f"{rung.player} ({clause(row, rung)})" for rung in row.rungs]
        phrase = _phrase(row, row.rungs[0].sides)
        return sentence(f"{_with(row, several)}{phrase} with all these players: {listed(each)}")
    clauses = [
        f"{_phrase(row, sides)} between equal {_players(row, some)}" for sides, some in by_sides.items()
    ]
    return sentence(f"{_with(row, several)}{HEADS[row.held]}: {'; '.join(clauses)}")


def _with(row: Row, several: bool) -> str:
    named = "the defaults" if row.label == "defaults" else row.label
    return f"with {named}, " if several or row.tweak else ""


def _phrase(row: Row, sides: Sides) -> str:
    if not row.tweak:
        return STARTING.get(sides, OPEN)
    name = f"the {NAMES[row.metric]}" if row.metric in NAMES else row.metric
    return MOVING.get(sides, f"{OPEN} what {{}} does").format(name)


def _players(row: Row, some: Sequence[Rung]) -> str:
    """random players (+6.9 pp, +6.0 to +7.8) and tuned ones (…)."""
    first, *others = [(rung.player, rung.reason or clause(row, rung)) for rung in some]
    return listed(
        [f"{first[0]} players ({first[1]})", *(f"{name} ones ({figure})" for name, figure in others)]
    )


def clause(row: Row, rung: Rung) -> str:
    """A figure with its interval, for a sentence."""
    if rung.comparison is not None:
        found = figures(rung.comparison)
        return found.clause if found.interval else f"{found.difference}, no interval"
    limits = interval(row.metric, rung.estimate)
    return f"{value(row.metric, rung.estimate)}, {limits}"


def cell(row: Row, rung: Rung) -> tuple[str, str]:
    """The same for a table, the unit elsewhere: the figure and its interval; neither where nothing can be said."""
    if rung.reason is not None:
        return DASH, ""
    if rung.comparison is not None:
        found = figures(rung.comparison)
        return found.difference, found.interval
    return value(row.metric, rung.estimate).partition(SPACE)[0], interval(row.metric, rung.estimate)


def lies(rung: Rung) -> str:
    """Where the figure lies, in a word or two: a verdict's word, or what starting does."""
    if rung.comparison is not None:
        said = rung.comparison.verdict
        return said.word.value if said and said.word else f"none: {rung.reason}"
    if rung.reason:
        return f"none: {rung.reason}"
    words = {Side.ABOVE: "helps", Side.WITHIN: "within the margin", Side.BELOW: "hurts"}
    return "not settled" if rung.sides == ANYWHERE else " or ".join(words[s] for s in Side if s in rung.sides)


def sizes(found: Strengths) -> str:
    """How many deals each player played, where these are not the same."""
    fewer = {name: n for name, n in found.deals.items() if n < max(found.deals.values())}
    all_of = count(max(found.deals.values(), default=0), "deal")
    if not fewer:
        return f"All played the same {all_of}."
    each = listed([f"{name} the first {n:,}" for name, n in fewer.items()])
    return f"All played the same {all_of}, {each} of them: a search takes long."


def turning(found: Strengths) -> list[str]:
    """The warning that a verdict turns with strength; empty where none does."""
    names = list(dict.fromkeys(row.label for row in found.turning))
    if not names:
        return []
    what = "what a tweak does" if any(row.tweak for row in found.turning) else "whether starting helps"
    named = ", ".join(names[:MOST]) + (f" and {len(names) - MOST} more" if len(names) > MOST else "")
    only = f"what stands here holds between equal {found.told} players only"
    return [f"The verdict turns with strength ({what}; {named}): {only}."]
