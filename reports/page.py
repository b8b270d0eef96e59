"""The report of a run, as data: which sections it has, in which order."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from balance.calibration import last
from balance.stats.estimate import Estimate
from balance.store.declared import declared
from balance.store.query import connect
from balance.store.run import Run
from reports import first, method, stopping
from reports.context import Context
from reports.model import MOST, Report, Section, Table
from reports.said import Said
from reports.sections import (
    asked,
    carried,
    choices,
    clauses,
    comparison,
    economy,
    effects,
    endings,
    first_player,
    identical,
    integrity,
    lead,
    luck,
    matches,
    metrics,
    out,
    points,
    recommended,
    remeasured,
    restricted,
    skill,
    targets,
    trust,
    winners,
)
from reports.shown import Shows
from reports.words import count, listed

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Builder = Callable[[Context], Section | list[Section] | None]
OF_PLAYERS: tuple[Builder, ...] = (first_player.build, winners.build, endings.build, metrics.build)
"""Beside what is said of players where these are varied: what rules do is another question."""


def build(
    run: Run,
    measured: Mapping[int, Mapping[str, Estimate]],
    said: Said | None = None,
    shows: Shows | None = None,
) -> Report:
    """The whole report of a run as data; all as of `reports.write`."""
    with connect(run) as con:
        context = opened(run, measured, con, said)
        seen = matches.find(context, shows)
        sections = [
            *_made(context, [first.result, targets.build, first.surely]),
            asked.build(context),
            *matches.pointed(context, seen, _made(context, _builders(context))),
            *matches.build(context, seen),
            integrity.build(context, last.sentence()),
            method.build(always_valid=context.limits is not None),
            _repeat(run),
        ]
    return Report(
        title=f"{context.game['title']}: {_what(context)}",
        kind="card-balance report",
        what=asked.line(context),
        warnings=_warnings(context),
        sections=list(map(_named, sections)),
    )


def opened(
    run: Run,
    measured: Mapping[int, Mapping[str, Estimate]],
    con: "DuckDBPyConnection",
    said: Said | None = None,
) -> Context:
    """What sections are made from; con: the run's views, in which it is set what counts once a
    round, and what `seat_sums` is, for all that adds up quantities of seats."""
    game = declared(run.spec)
    facts = [quantity["name"] for quantity in game["track"] if quantity["kind"] == "fact"]
    con.execute("set variable facts = $1", [["turns", *facts, *([game["supply"]] if game["supply"] else [])]])
    context = Context(run=run, game=game, measured=measured, con=con, **vars(said or Said()))
    summed = ["points", *context.quantities("flow"), *context.quantities("result")]
    con.execute(f"create or replace temp view seat_sums as\n{context.sql('seat_sums', summed=summed)}")
    return context


def _made(context: Context, builders: Iterable[Builder]) -> Iterator[Section]:
    """What the builders make of the run, each section with the queries that it asked."""
    for make in builders:
        made = make(context)
        asked = context.took()
        for section in [made] if isinstance(made, Section) else made or []:
            yield replace(section, sql=asked)


def _named(section: Section) -> Section:
    """The section with a file's name for each table that is longer than a page shows."""
    names: dict[int, str] = {}
    for number, table in enumerate((t for t in section.every_table if len(t.rows) > MOST), 1):
        names[id(table)] = table.file or section.name + (f"-{number}" if number > 1 else "")
    if not names:
        return section

    def named(table: Table) -> Table:
        return held[id(table)]

    held = {id(t): replace(t, file=names.get(id(t), "")) for t in [*section.every_table, *section.tables]}
    charts = [replace(chart, data=tuple(map(named, chart.data))) for chart in section.charts]
    return replace(section, charts=charts, tables=list(map(named, section.tables)))


def _glance(context: Context) -> Section | None:
    """All variants in a table; None of a single one."""
    if len(context.variants) < 2:
        return None
    return Section("variants", "All variants at a glance", tables=metrics.glance(context))


def _repeat(run: Run) -> Section:
    spec = run.spec
    rules = f"version {spec['game_version']}, {spec['digest'][:12]}"
    begin = min(variant["first_deal"] for variant in spec["variants"])
    end = max(variant["first_deal"] + variant["clusters"] for variant in spec["variants"]) - 1
    deals = f"{begin:,} to {end:,}"
    terms = [
        ("Seed", str(spec["seed"])),
        ("Deals", deals),
        ("Rules", rules),
        *((n, str(v)) for n, v in spec["engine"].items()),
    ]
    return Section("repeat", "To repeat it", code=spec["command"], terms=terms)


def _what(context: Context) -> str:
    seats = sorted({variant["seats"] for variant in context.run.spec["variants"]})
    return f"{listed([str(n) for n in seats])} seats, {count(len(context.run.spec['variants']), 'variant')}"


def _warnings(context: Context) -> list[str]:
    """What keeps the numbers from being the whole answer."""
    caution = context.game.get("caution", "")
    told = [caution] if caution else []
    if not context.run.complete:
        told.append(stopping.unfinished(context.run))
    told += skill.warnings(context)
    if alone := [v["label"] for v in context.variants if context.deals[v["variant"]].deals == 1]:
        told.append(f"One deal shows no spread, so there are no intervals: {', '.join(alone)}.")
    many = [
        variant["label"]
        for variant in context.variants
        if (context.estimate(variant, "capped").value or 0.0) > 0.05
    ]
    if many:
        told.append(
            f"More than 5 % of the rounds met the cap on turns, too many to judge by: {', '.join(many)}."
        )
    return told


def _builders(context: Context) -> list[Builder]:
    """What makes the sections, in the order of the page; each makes those of which the run has something to tell."""
    if not context.variants:
        return []
    if "ladder" in context.run.spec:
        return [trust.build, _glance, *OF_PLAYERS]
    if "restricted" in context.run.spec:
        return [restricted.build, _glance, *OF_PLAYERS]
    return [
        remeasured.build,
        recommended.build,
        comparison.build,
        effects.build,
        skill.build,
        _glance,
        first_player.build,
        winners.build,
        endings.build,
        lead.build,
        out.build,
        choices.build,
        luck.build,
        points.build,
        economy.build,
        clauses.build,
        identical.build,
        carried.build,
        metrics.build,
    ]
