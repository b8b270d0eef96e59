"""The page: sections in order, put into the template."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from balance.calibration import last
from balance.stats.best import Best
from balance.stats.estimate import Estimate
from balance.stats.ladder import Ladder
from balance.stats.limits import Limits
from balance.stats.marks import Marked
from balance.store.declared import declared
from balance.store.query import connect
from balance.store.run import Run
from reports import stopping
from reports.context import Context
from reports.model import Section, Table
from reports.rules import Rules
from reports.sections import (
    carried,
    clauses,
    comparison,
    effects,
    endings,
    first_player,
    first_time,
    identical,
    income,
    income_turns,
    lead,
    luck,
    metrics,
    points,
    remeasured,
    supply,
    targets,
    trust,
    wanted,
    winners,
)
from reports.sentences import facts, starters
from reports.words import count, listed

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

TEMPLATES = Path(__file__).parent / "templates"


def html(
    run: Run,
    measured: Mapping[int, Mapping[str, Estimate]],
    marks: Mapping[int, Sequence[Marked]] | None = None,
    *,
    best: Best | None = None,
    ladder: Ladder | None = None,
    limits: Limits | None = None,
    rules: Rules | None = None,
) -> str:
    """The whole report of a run as one HTML text; all as of `reports.write`."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["parts"] = _parts
    with connect(run) as con:
        context = opened(run, measured, con, marks, best=best, ladder=ladder, limits=limits, rules=rules)
        return environment.get_template("report.html.j2").render(
            title=f"{context.game['title']}: {_what(context)}",
            game=context.game["title"],
            first=[s for s in (targets.build(context), comparison.build(context)) if s is not None],
            lead=_lead(context),
            warnings=_warnings(context),
            what=f"{', '.join(f'{term}: {meaning}' for term, meaning in _asked(context)[2:])}",
            asked=_asked(context),
            glance=metrics.glance(context) if len(context.variants) > 1 else [],
            parameters=_parameters(context),
            sections=_sections(context),
            calibration=last.sentence(),
            command=run.spec["command"],
            always_valid=limits is not None,
            seed=run.spec["seed"],
            engine=run.spec["engine"],
            rules=f"version {run.spec['game_version']}, {run.spec['digest'][:12]}",
        )


def opened(
    run: Run,
    measured: Mapping[int, Mapping[str, Estimate]],
    con: "DuckDBPyConnection",
    marks: Mapping[int, Sequence[Marked]] | None = None,
    *,
    best: Best | None = None,
    ladder: Ladder | None = None,
    limits: Limits | None = None,
    rules: Rules | None = None,
) -> Context:
    """What sections are made from; con: the run's views, in which it is set what counts once a
    round, and `seat_sums` is laid out: one reading of `rounds` for all that adds up quantities of seats."""
    game = declared(run.spec)
    facts = [quantity["name"] for quantity in game["track"] if quantity["kind"] == "fact"]
    con.execute("set variable facts = $1", [["turns", *facts, *([game["supply"]] if game["supply"] else [])]])
    context = Context(run, game, measured, con, marks or {}, best, ladder, limits, rules or Rules())
    summed = ["points", *context.quantities("flow"), *context.quantities("result")]
    con.execute(f"create or replace temp table seat_sums as\n{context.sql('seat_sums', summed=summed)}")
    return context


def _parts(label: str) -> list[str]:
    """Where a line may break in a variant's label: behind commas."""
    return re.split(r"(?<=,)", label)


def _what(context: Context) -> str:
    seats = sorted({variant["seats"] for variant in context.run.spec["variants"]})
    return f"{listed([str(n) for n in seats])} seats, {count(len(context.run.spec['variants']), 'variant')}"


def _lead(context: Context) -> list[str]:
    """What came out, first: who starts, and of a single variant the rest too (of several a table has it)."""
    if not context.variants:
        return []
    if context.ladder is not None:
        return trust.lead(context, context.ladder)
    return starters(context) + (facts(context, context.variants[0]) if len(context.variants) == 1 else [])


def _warnings(context: Context) -> list[str]:
    """What keeps the numbers from being the whole answer."""
    caution = context.game.get("caution", "")
    told = [caution] if caution else []
    if not context.run.complete:
        told.append(stopping.unfinished(context.run))
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


def _asked(context: Context) -> list[tuple[str, str]]:
    """What was asked, as terms and what they were."""
    spec = context.run.spec
    lineups = dict.fromkeys(_lineup(variant["lineup"]) for variant in spec["variants"])
    deals = sorted({variant["clusters"] for variant in spec["variants"]})
    matches = sum(variant["matches"] for variant in spec["variants"])
    return [
        ("Game", context.game["title"]),
        ("Seats", listed([str(n) for n in sorted({variant["seats"] for variant in spec["variants"]})])),
        ("Players by seat", "; ".join(lineups)),
        ("Variants", f"{len(spec['variants']):,}"),
        ("Deals per variant", " to ".join(f"{n:,}" for n in dict.fromkeys((deals[0], deals[-1])))),
        ("Matches", f"{matches:,} in all"),
        *([("Stopped", stopping.told(spec))] if "stopped" in spec else []),
    ]


def _lineup(players: list[str]) -> str:
    return f"{players[0]} in every seat" if len(set(players)) == 1 else ", ".join(players)


def _parameters(context: Context) -> Table:
    """The value of every parameter; those that the run varies first, with all their values."""
    held: dict[str, list[str]] = {}
    for variant in context.run.spec["variants"]:
        for name, value in variant["parameters"].items():
            text = str(value).lower() if isinstance(value, bool) else str(value)
            held.setdefault(name, [])
            if text not in held[name]:
                held[name].append(text)
    rows = [
        [name, ", ".join(texts), context.game["parameters"].get(name, "")] for name, texts in held.items()
    ]
    rows.sort(key=lambda row: len(held[row[0]]) == 1)
    return Table("Every parameter", ["parameter", "value", "meaning"], rows, folded=True)


def _sections(context: Context) -> list[Section]:
    """The sections of which the run has something to tell, in the order of the page."""
    if not context.variants:
        return []
    if trusted := trust.build(context):  # of players, not of rules: what rules do is another question
        about = (first_player, winners, endings, metrics)
        return [trusted, *(section.build(context) for section in about)]
    built = [
        remeasured.build(context),
        effects.build(context),
        first_player.build(context),
        winners.build(context),
        endings.build(context),
        lead.build(context),
        luck.build(context),
        points.build(context),
        supply.build(context),
        *income.build(context),
        *income_turns.build(context),
        *first_time.build(context),
        wanted.build(context),
        clauses.build(context),
        identical.build(context),
        carried.build(context),
        metrics.build(context),
    ]
    return [section for section in built if section is not None]
