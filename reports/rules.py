"""What each rule does, in sentences: what surely moved by more than its margin, and what is not settled."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from balance.stats.effects import INTERACTION, Effect
from balance.stats.findings import findings
from balance.stats.measure import SHARE
from balance.stats.verdicts import Word
from reports.changes import EDGE, NAMES, TIED, Change, Changes, margin
from reports.model import Span, Text, plain
from reports.words import POINTS, count, digits, listed, number, sentence

FEW = 5  # findings that are told
NAMED = 8  # variants that are named where they are alike
OPEN = 3  # effects of which it is told that they are not settled
AT = {EDGE: "first-player", "turns_mean": "endings", TIED: "winners"}
"""Metric → the section that has it variant by variant, where that is not the one of all numbers."""
UNSETTLED = (Word.UNCLEAR, Word.INCONCLUSIVE)


@dataclass(frozen=True)
class Rules:
    """What a run says of its rules.

    effects: with their verdicts; identical: variants all of whose deals play out as the baseline's, with the number of
    deals; notes: in words, why something is not compared; changes: what a comparison says of its tweaks; differences:
    each variant of a sweep against its baseline.
    """

    effects: Sequence[Effect] = ()
    identical: Sequence[tuple[str, int]] = ()
    notes: Sequence[str] = field(default_factory=list)
    changes: Changes | None = None
    differences: Sequence[Change] = ()

    @property
    def several(self) -> bool:
        """Are there effects of more than one number of seats or preset?"""
        return len({(e.seats, e.preset) for e in self.effects}) > 1


def told(rules: Rules, few: int = FEW) -> list[str]:
    """The largest findings, a sentence each, or that there are none; then what is not settled, alike, not compared."""
    found = findings(rules.effects)
    sentences = [plain(moved(finding.effect, rules.several)) for finding in found[:few]]
    sentences += more_of(len(found) - few)
    judged = [e for e in rules.effects if e.verdict and e.verdict.word]
    if judged and not found:
        sentences.append(none_moved(judged))
    sentences += _open([e for e in judged if e.verdict and e.verdict.word in UNSETTLED], rules.several)
    return [
        *sentences,
        *besides(rules),
    ]


def besides(rules: Rules) -> list[str]:
    """On what there is no verdict, what plays out as the baseline, what is not compared."""
    return [
        *_without(rules.effects, rules.several),
        *_alike(rules.identical),
        *map(sentence, rules.notes),
    ]


def more_of(n: int) -> list[str]:
    """That there are more findings than are told, where there are."""
    return [f"{n} more {'effect is' if n == 1 else 'effects are'} larger than the margin."] if n > 0 else []


def none_moved(judged: Sequence[Effect]) -> str:
    """That there is no finding; judged: the effects with a verdict."""
    names = list(dict.fromkeys(_named(e) for e in judged))
    return f"No rule surely moved {' or '.join(_commas(names))} beyond its margin."


def _commas(names: list[str]) -> list[str]:
    """All but the last as one, with commas between."""
    return [", ".join(names[:-1]), names[-1]] if len(names) > 1 else names


def moved(effect: Effect, several: bool) -> Text:
    """With first_turn_picks=1 instead of 2, the starter's edge falls by 14.0 pp (−14.5 to −13.5; margin 1).

    The rule leads to the section on effects, the metric to the one that has it variant by variant.
    """
    d = effect.difference
    moves = "rises" if (d.value or 0) > 0 else "falls"
    size, limits, small, unit = figures(effect)
    clause = f"by {size}{unit} ({limits}; margin {small})."
    where = f"{_where(effect)}: " if several else ""
    metric = Span(_named(effect), "link", AT.get(effect.metric, "metrics"))
    if effect.kind == INTERACTION:
        both = Span(listed(effect.factor.split(":")), "link", "effects")
        does = "raise" if moves == "rises" else "lower"
        clause = clause.removesuffix(".")
        return (
            _capital(f"{where}together, "),
            both,
            f" {does} ",
            metric,
            f" {clause} beyond what each does alone.",
        )
    name, _, before = effect.reference.partition("=")
    single = "," not in effect.factor and effect.factor.startswith(f"{name}=") and before
    rule = Span(f"{effect.factor} instead of {before}" if single else effect.factor, "link", "effects")
    mean = ", on average over the other rules," if effect.averaged else ","
    return (_capital(f"{where}with "), rule, f"{mean} ", metric, f" {moves} {clause}")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def figures(effect: Effect) -> tuple[str, str, str, str]:
    """Size without its sign, limits that the verdict is read from, margin, and the unit of them."""
    d, limits = effect.difference, effect.difference.widest
    factor = 100.0 if d.unit == SHARE else 1.0
    least = 1 if factor == 100 else 2
    decimals = digits(limits[0] * factor, limits[1] * factor, least) if limits else least
    low, high = (number(x * factor, decimals, sign=True) for x in limits or (0.0, 0.0))
    size = number(abs(d.value or 0.0) * factor, decimals)
    small = "" if effect.margin is None else margin(effect.margin * factor)
    return size, f"{low} to {high}" if limits else "", small, POINTS if factor == 100 else ""


def unsettled(judged: Sequence[Effect]) -> list[str]:
    """How many effects are not settled, and how many deals would settle them, as far as any number would."""
    left = [e for e in judged if e.verdict and e.verdict.word in UNSETTLED]
    if not left:
        return []
    who = f"Of {count(len(judged), 'effect')} {len(left)} {'is' if len(left) == 1 else 'are'} not settled"
    needed = [e.verdict.more_needed for e in left if e.verdict and e.verdict.more_needed]
    if not needed:
        return [f"{who}."]
    all_of = "" if len(needed) == len(left) else f", all but {len(left) - len(needed)}"
    most = count(_rounded(max(needed)), "more deal")
    return [f"{who}; about {most} a variant would settle {'it' if len(left) == 1 else 'them'}{all_of}."]


def _open(effects: Sequence[Effect], several: bool) -> list[str]:
    """Not settled: whether an effect is larger than its margin, and how many deals would tell."""
    clauses = []
    for effect in effects[:OPEN]:
        more = effect.verdict.more_needed if effect.verdict else None
        deals = f" (about {count(_rounded(more), 'more deal')} a variant)" if more else ""
        where = f"{_where(effect)}, " if several else ""
        clauses.append(f"{where}{effect.factor} on {_named(effect)}{deals}")
    if len(effects) > OPEN:
        clauses.append(f"{len(effects) - OPEN} more")
    return [f"Not settled: {'; '.join(clauses)}."] if clauses else []


def _rounded(n: int) -> int:
    """To two digits: it is an estimate."""
    return int(round(n, 2 - len(str(n))))


def _without(effects: Sequence[Effect], several: bool) -> list[str]:
    """Why there is no verdict on some effects; where there is one on others of the metric, on which of them."""
    reasons: dict[str, dict[str, list[str]]] = {}
    for effect in effects:
        if effect.verdict and effect.verdict.word is None and effect.verdict.reason:
            told = f"{_where(effect)}, {effect.factor}" if several else effect.factor
            reasons.setdefault(effect.verdict.reason, {}).setdefault(_named(effect), []).append(told)
    all_of = Counter(map(_named, effects))
    return [
        f"No verdict on {listed([_of(n, some, all_of[n]) for n, some in names.items()])}: {reason}."
        for reason, names in reasons.items()
    ]


def _of(name: str, some: Sequence[str], whole: int) -> str:
    """A metric of some of its effects, or of all."""
    if len(some) == whole:
        return name
    more = [f"{len(some) - OPEN} more"] if len(some) > OPEN else []
    return f"{name} ({'; '.join([*some[:OPEN], *more])})"


def _alike(identical: Sequence[tuple[str, int]]) -> list[str]:
    by_deals: dict[int, list[str]] = {}
    for name, deals in identical:
        by_deals.setdefault(deals, []).append(name)
    return [
        f"Identical to the baseline on all {count(n, 'deal')}: "
        f"{', '.join(names) if len(names) <= NAMED else count(len(names), 'variant')}."
        for n, names in by_deals.items()
    ]


def _where(effect: Effect) -> str:
    return ", ".join([count(effect.seats, "seat"), *([effect.preset] if effect.preset else [])])


def _named(effect: Effect) -> str:
    name = f"the {NAMES[effect.metric]}" if effect.metric in NAMES else effect.metric
    return f"{name} of the rounds that ended" if effect.difference.at_least else name
