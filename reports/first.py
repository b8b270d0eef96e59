"""The first screen: what came out in a few plain sentences, and what surely moved, each with a way to its numbers."""

from collections.abc import Sequence

from balance.stats.effects import INTERACTION, Effect
from balance.stats.findings import findings
from balance.stats.measure import SHARE
from balance.store.declared import nothing_varied
from balance.store.spec import VariantSpec
from reports.changes import EDGE, TIED, margin
from reports.context import Context
from reports.model import Section, Text
from reports.rules import FEW, UNSETTLED, besides, more_of, moved, none_moved, unsettled
from reports.sections import comparison, restricted, trust
from reports.sentences import facts, length, starter, starters, ties
from reports.words import count, digits, listed, number, sentence

LENGTH = "turns_mean"
NAMED = 3  # changes whose value is told
GROUPS = 4  # numbers of seats or presets that are told one by one


def result(context: Context) -> Section:
    """What came out, before all else: the verdict in plain words."""
    if not context.variants:
        return Section("result", "What came out", ["Nothing has been played yet."])
    if context.ladder is not None:
        return Section("result", "What came out", trust.lead(context, context.ladder))
    if context.restrictions is not None:
        return Section("result", "What came out", [*restricted.lead(context.restrictions)])
    if context.rules.changes is not None:
        return comparison.lead(context.rules.changes)
    return Section("result", "What came out", _verdict(context))


def surely(context: Context) -> Section | None:
    """The findings, the largest first; None where nothing was compared, or the verdict has told it all."""
    rules = context.rules
    judged = [e for e in rules.effects if e.verdict and e.verdict.word]
    if rules.changes is not None and len(rules.changes.changes) <= comparison.LED:
        return None
    found = findings(rules.effects)
    told: list[Text] = [moved(finding.effect, rules.several) for finding in found[:FEW]]
    told += more_of(len(found) - FEW)
    if judged and not found:
        told.append(none_moved(judged))
    told += unsettled(judged)
    told += besides(rules)
    return Section("findings", "What surely moved?", told) if told else None


def _verdict(context: Context) -> list[Text]:
    """Of a single variant all of it; else of each baseline, with what the rules do to it."""
    if len(context.variants) == 1:
        only = context.variants[0]
        return [starter(context, only), *facts(context, only)]
    groups = context.starts
    effects = {key: [e for e in context.rules.effects if (e.seats, e.preset) == key] for key in groups}
    bases = {
        key: next((v for v in group if nothing_varied(context.run.spec, v)), None)
        for key, group in groups.items()
    }
    known = {key: base for key, base in bases.items() if base is not None and effects[key]}
    if not known or len(known) < len(groups):
        return [*starters(context)]
    told: list[Text] = []
    for key, base in [*known.items()][:GROUPS]:
        told.append(_and(starter(context, base), _moves(context, base, effects[key], EDGE)))
        if len(known) == 1:
            told += [
                _and(sentence(clause), _moves(context, base, effects[key], name))
                for name, clause in ((LENGTH, length(context, base)), (TIED, ties(context, base)))
                if clause
            ]
    if len(known) > GROUPS:
        told.append(f"The other {len(known) - GROUPS} numbers of seats and presets stand in the tables.")
    return told


def _and(first: str, then: str) -> str:
    return f"{first} {then}" if then else first


def _moves(context: Context, base: VariantSpec, effects: Sequence[Effect], metric: str) -> str:
    """What the rules do to a metric, as far as it is settled: With coin_supply=24 it is 37.2; no other …"""
    own = [e for e in effects if e.metric == metric and e.kind != INTERACTION]
    if not own or (context.carries(base) and metric != LENGTH):
        return ""
    words = [e.verdict.word if e.verdict else None for e in own]
    changed = [finding.effect for finding in findings(own)]
    left = sum(word is None or word in UNSETTLED for word in words)
    small = _small(own)
    if not changed:
        if left == len(own):
            which = own[0].factor if len(own) == 1 else "any change"
            return f"Whether {which} moves it by more than {small} is not settled."
        if len(own) == 1:
            return f"With {own[0].factor} it moves by no more than {small}."
        if left:
            return (
                f"No change surely moves it by more than {small}; for {left} of {len(own)} it is not settled."
            )
        none = "Neither change" if len(own) == 2 else f"None of {count(len(own), 'change')}"
        return f"{none} moves it by more than {small}."
    named = changed[:NAMED]
    told = listed([_clause(e, base, context, first=n == 0) for n, e in enumerate(named)])
    others = len(own) - len(named)
    tail = ""
    if more := len(changed) - len(named):
        tail = f"; {more} more {'moves' if more == 1 else 'move'} it by more than {small}"
        tail += f", and for {left} it is not settled" if left else ""
    elif left:
        which = "the other one" if others == 1 else f"{f'{left} of ' * (left < others)}the other {others}"
        tail = f"; whether {which} {'moves' if left == 1 else 'move'} it by more than {small} is not settled"
    elif others:
        tail = f"; no other change moves it by more than {small}"
    return sentence(f"{told}{tail}")


def _clause(effect: Effect, base: VariantSpec, context: Context, *, first: bool) -> str:
    """With coin_supply=24 it is 37.2; of an average over others, by how much it moves."""
    value, limits = effect.difference.value or 0.0, effect.difference.widest or (0.0, 0.0)
    factor = 100.0 if effect.difference.unit == SHARE else 1.0
    places = digits(factor * limits[0], factor * limits[1], 1 if factor == 100 else 2)
    if effect.averaged:
        moves = number(factor * value, places, sign=True)
        before = f"on average over the other rules, {effect.factor} moves it" if first else effect.factor
        return f"{before} by {moves}"
    was = context.estimate(base, effect.metric).value or 0.0
    even = 1 / base["seats"] if effect.metric == EDGE else 0.0
    now = number(factor * (was + value + even), places)
    return f"with {effect.factor} it is {now}" if first else f"with {effect.factor} {now}"


def _small(own: Sequence[Effect]) -> str:
    """The margin, in the unit of the sentence."""
    sizes = {e.margin for e in own if e.margin is not None}
    factor = 100.0 if own[0].difference.unit == SHARE else 1.0
    return margin(factor * max(sizes)) if sizes else "its margin"
