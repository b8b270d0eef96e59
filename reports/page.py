"""The page: sections in order, put into the template."""

from collections.abc import Mapping
from pathlib import Path

from balance.stats.estimate import Estimate
from balance.store.declared import declared
from balance.store.query import connect
from balance.store.run import Run
from reports.context import Context
from reports.model import Section, Table
from reports.sections import first_player, metrics, supply
from reports.sentences import facts, starters
from reports.words import count, listed

TEMPLATES = Path(__file__).parent / "templates"


def html(run: Run, measured: Mapping[int, Mapping[str, Estimate]]) -> str:
    """The whole report of a run as one HTML text."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    with connect(run) as con:
        context = Context(run, declared(run.spec), measured, con)
        return environment.get_template("report.html.j2").render(
            title=f"{context.game['title']}: {_what(context)}",
            game=context.game["title"],
            lead=_lead(context),
            warnings=_warnings(context),
            asked=_asked(context),
            glance=metrics.glance(context) if len(context.variants) > 1 else None,
            parameters=_parameters(context),
            sections=_sections(context),
            command=run.spec["command"],
            seed=run.spec["seed"],
            engine=run.spec["engine"],
            rules=f"version {run.spec['game_version']}, {run.spec['digest'][:12]}",
        )


def _what(context: Context) -> str:
    seats = sorted({variant["seats"] for variant in context.run.spec["variants"]})
    return f"{listed([str(n) for n in seats])} seats, {count(len(context.run.spec['variants']), 'variant')}"


def _lead(context: Context) -> list[str]:
    """What came out, first: who starts, and of a single variant the rest too (of several a table has it)."""
    if not context.variants:
        return []
    return starters(context) + (facts(context, context.variants[0]) if len(context.variants) == 1 else [])


def _warnings(context: Context) -> list[str]:
    """What keeps the numbers from being the whole answer."""
    spec, done = context.run.spec, len(context.run.commits())
    told = []
    if done < spec["chunks"]:
        told.append(
            f"This run is not complete: {done} of {spec['chunks']} chunks are played. The numbers are of these alone; "
            "where a person stopped it with an eye on the results, the intervals are too narrow."
        )
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
    if not context.variants:
        return []
    built = [first_player.build(context), supply.build(context), metrics.build(context)]
    return [section for section in built if section is not None]
