"""What was asked: in a line under the title, and in full."""

from collections.abc import Mapping

from balance.store.spec import VariantSpec, varies_players
from reports import stopping
from reports.changes import NAMES
from reports.context import Context, by_start
from reports.model import Section, Table
from reports.sections import skill
from reports.words import count, listed, number
from sims.variants import text

FEW = 5  # values, parameters or tweaks that the line names


def build(context: Context) -> Section:
    """The section: what was played, and the value of every parameter."""
    return Section("asked", "What was asked", terms=_terms(context), tables=[_parameters(context)])


def line(context: Context) -> str:
    """The question, who played, and how much: what stands under the title."""
    spec = context.run.spec
    variants = spec["variants"]
    seats = f"{listed([str(n) for n in sorted({v['seats'] for v in variants})])} seats".replace(
        "1 seats", "1 seat"
    )
    lineups = listed(list(dict.fromkeys(_lineup(v["lineup"]) for v in variants)))
    deals = [v["clusters"] for v in variants]
    size = (
        count(max(deals), "deal")
        if len(set(deals)) == 1
        else f"{min(deals):,} to {count(max(deals), 'deal')}"
    )
    if len(variants) > 1:
        same = len({(v["first_deal"], v["clusters"]) for v in variants}) == 1
        size += f" {_arm(context)}{', the same in all of them' if same else ''}"
    parts = [seats] if varies_players(spec) else [seats, lineups]
    until = _until(spec["asked"].get("until") or {})
    return f"{_question(context)} {'; '.join([*parts, size, *until])}."


def _question(context: Context) -> str:
    spec = context.run.spec
    asked, variants = spec["asked"], spec["variants"]
    if "ladder" in spec:
        return f"Who plays best: {listed(spec['ladder']['players'])}?"
    if "restricted" in spec:
        return f"What does restricted play cost {spec['restricted']['player']}?"
    if tweaks := asked.get("tweaks"):
        names = [_tweak(tweak) for tweak in tweaks]
        who = listed(names) if len(names) <= FEW else count(len(names), "tweak")
        return f"What {'does' if len(names) == 1 else 'do'} {who} change?"
    order = [name for name, _ in asked.get("vary") or []]
    varied = _varied(variants)
    varied.sort(key=lambda name: order.index(name) if name in order else len(order))
    if not varied:
        presets = [str(v["preset"]) for v in variants if v["preset"]]
        fixed = [f"{name}={text(value)}" for name, value in (asked.get("set") or {}).items()]
        how = listed([*dict.fromkeys(presets), *fixed][:FEW]) if presets or fixed else ""
        return f"How does it play{f' with {how}' if how else ''}?"
    values = _values(variants)
    named = [f"{name} ({_some(values[name])})" for name in varied]
    told = listed(named) if len(named) <= FEW else count(len(named), "parameter")
    each = "" if len(varied) == 1 else ", one at a time" if asked.get("one_by_one") else ", together"
    best = asked.get("best")
    which = f", and which is best by {best}" if best else ""
    return f"What {'does' if len(varied) == 1 else 'do'} {told} do{each}{which}?"


def _tweak(tweak: object) -> str:
    if isinstance(tweak, Mapping):
        return ",".join(f"{name}={text(value)}" for name, value in tweak.items())
    return str(tweak)


def _some(values: list[str]) -> str:
    """The values, or the first and the last of many."""
    if len(values) <= FEW:
        return ", ".join(values)
    return f"{values[0]} to {values[-1]}, {len(values)} values"


def _arm(context: Context) -> str:
    if varies_players(context.run.spec):
        return "a pairing"
    return "an arm" if context.run.spec["asked"].get("tweaks") else "a variant"


def _until(widths: Mapping[str, float]) -> list[str]:
    """The rule that stops play: until the starter's edge is known to ±0.5 points of 100."""
    told = [f"{NAMES.get(name, name)} ±{number(half, 4).rstrip('0')}" for name, half in widths.items()]
    return [f"until {listed(told)}"] if told else []


def _varied(variants: list[VariantSpec]) -> list[str]:
    """The parameters that differ where seats and preset do not: defaults may go with these."""
    every = [
        name
        for group in by_start(variants).values()
        for name, some in _values(group).items()
        if len(some) > 1
    ]
    return list(dict.fromkeys(every))


def _values(variants: list[VariantSpec]) -> dict[str, list[str]]:
    """Parameter → its values, as texts, in the order of the variants."""
    held: dict[str, list[str]] = {}
    for variant in variants:
        for name, value in variant["parameters"].items():
            texts = held.setdefault(name, [])
            if text(value) not in texts:
                texts.append(text(value))
    return held


def _terms(context: Context) -> list[tuple[str, str]]:
    """What was played, as terms and what they were."""
    spec = context.run.spec
    lineups = dict.fromkeys(_lineup(variant["lineup"]) for variant in spec["variants"])
    deals = sorted({variant["clusters"] for variant in spec["variants"]})
    matches = sum(variant["matches"] for variant in spec["variants"])
    return [
        ("Game", context.game["title"]),
        ("Seats", listed([str(n) for n in sorted({variant["seats"] for variant in spec["variants"]})])),
        ("Players by seat", "; ".join(lineups)),
        *skill.asked(context),
        ("Variants", f"{len(spec['variants']):,}"),
        ("Deals per variant", " to ".join(f"{n:,}" for n in dict.fromkeys((deals[0], deals[-1])))),
        ("Matches", f"{matches:,} in all"),
        *([("Stopped", stopping.told(spec))] if "stopped" in spec else []),
    ]


def _lineup(players: list[str]) -> str:
    return f"{players[0]} in every seat" if len(set(players)) == 1 else ", ".join(players)


def _parameters(context: Context) -> Table:
    """The value of every parameter; those that the run varies first, with all their values."""
    held = _values(context.run.spec["variants"])
    rows = [
        [name, ", ".join(texts), context.game["parameters"].get(name, "")] for name, texts in held.items()
    ]
    rows.sort(key=lambda row: len(held[row[0]]) == 1)
    return Table("Every parameter", ["parameter", "value", "meaning"], rows, folded=True)
