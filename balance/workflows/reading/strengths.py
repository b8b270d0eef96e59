"""What a run with line-ups of several strengths says: of the starter's advantage and of tweaks, with each of them."""

from collections.abc import Mapping, Sequence
from functools import partial

from balance.stats.always_valid import always_valid
from balance.stats.comparisons import Comparison, comparisons
from balance.stats.measure import Measure
from balance.stats.members import Member
from balance.stats.metrics import Folded, folded
from balance.stats.simultaneous import at_once
from balance.stats.strengths import Row, Rung, Strengths
from balance.store.clusters import cluster_sums
from balance.store.run import Run
from balance.store.spec import VariantSpec, expected
from balance.workflows.asking.asked import Asked
from balance.workflows.reading.arms import Match, Side
from balance.workflows.reading.measure import Measured, judged_by, layouts, with_others
from balance.workflows.reading.values import Read
from balance.workflows.reading.withheld import of_variant, withheld

EDGE, OF_MATCHES = "first_player_advantage", "first_player_advantage_match"
UNFINISHED = "What the tweaks do with players of other strengths is told once the run is complete."
ALONE = "one seat plays alone, with nobody to win against"
TIED = "all rounds were tied, so nothing is known of starting"


def read(run: Run, asked: Asked) -> tuple[Strengths, Measured]:
    """What all line-ups say, and all metrics of those that nothing else is told of.

    asked: of a comparison the metrics with a verdict, and what is small in place of what is declared. All intervals of
    levels hold at once, over variants × strengths; those of changes over tweaks × metrics × strengths.
    """
    judged, limits = judged_by(run)
    found = folded(layouts(judged), cluster_sums(judged), [EDGE, OF_MATCHES])
    skill, by_variant = run.spec["skill"], _by_variant(run)
    deals = {
        name: found[v["variant"]].moments.clusters
        for name, v in by_variant[0].items()
        if v["variant"] in found
    }
    levels = _levels(run, by_variant, found, asked.margins)
    changes, notes = list[Row](), list[str]()
    if run.spec["asked"].get("tweaks"):
        changes = _changes(run, by_variant, asked) if run.complete else []
        notes = [] if run.complete else [UNFINISHED]
    told = len(run.told_variants)
    measured = {number: one.estimates(limits) for number, one in found.items() if number >= told}
    measured = with_others(run.beside, measured) if measured else {}
    return Strengths(skill["players"], skill["told"], deals, levels, changes, notes), measured


def _by_variant(run: Run) -> list[dict[str, VariantSpec]]:
    """For each variant that is told: player → the same rules between its equals, from weak to strong."""
    variants, told = run.spec["variants"], len(run.told_variants)
    found = []
    for first in range(told):
        of = {v["lineup"][0]: v for v in variants[first::told]}
        found.append({name: of[name] for name in run.spec["skill"]["players"]})
    return found


def _levels(
    run: Run,
    by_variant: Sequence[Mapping[str, VariantSpec]],
    found: Mapping[int, Folded],
    margins: Mapping[str, float],
) -> list[Row]:
    told = {v["variant"]: _edge(run, v) for of in by_variant for v in of.values()}
    members = {n: Member(found[n], metric) for n, metric in told.items() if n in found}
    always = None if run.complete else partial(always_valid, expected(run.spec))
    limits = at_once([m.limited for m in members.values() if m.known], always)
    rows = []
    for of, spec in zip(by_variant, run.told_variants, strict=True):
        rungs = []
        for name, v in of.items():
            if v["variant"] not in members:
                continue
            value = members[v["variant"]].value(limits, _silent(v, found[v["variant"]]))
            metric = told[v["variant"]]
            margin = margins.get(metric, _margin(found[v["variant"]], metric))
            rungs.append(Rung(name, v["variant"], value.widest, margin, value.reason))
        if rungs:
            rows.append(Row(spec["label"], spec["seats"], told[spec["variant"]], rungs))
    return rows


def _silent(variant: VariantSpec, found: Folded) -> str | None:
    """Why the starter's advantage says nothing, whatever it is."""
    tied = next(found.estimate(m) for m in found.asked if m.name == "tied_rounds")
    return ALONE if variant["seats"] == 1 else TIED if tied.value == 1 else None


def _edge(run: Run, variant: VariantSpec) -> str:
    """What tells whether starting helps: of rounds, of matches where points are carried across rounds."""
    return OF_MATCHES if EDGE in of_variant(run.spec, variant) else EDGE


def _margin(found: Folded, metric: str) -> float | None:
    asked = next((m for m in found.asked if m.name == metric), None)
    return asked.small.against(0.0, 1.0) if isinstance(asked, Measure) else None


def _changes(run: Run, by_variant: Sequence[Mapping[str, VariantSpec]], asked: Asked) -> list[Row]:
    """What each tweak does between equals of each strength, from intervals that hold all at once."""
    first: dict[tuple[int, str], Side] = {}
    matches: list[tuple[Match, str, VariantSpec]] = []
    for of, spec in zip(by_variant, run.told_variants, strict=True):
        for name, v in of.items():
            side = Side(run, v["variant"])
            base = first.setdefault((v["seats"], name), side)
            matches += [] if base is side else [(Match(base, side), name, spec)]
    played = [match for match, _, _ in matches]
    names = {
        spec["variant"]: match.name for match, name, spec in matches if name == run.spec["skill"]["told"]
    }
    read = Read(played, [True] * len(played), asked.primary, only=asked.primary)
    reasons = [withheld([match.base, match.tweaked]) for match in played]
    rows: dict[tuple[int, str], Row] = {}
    for (match, name, spec), found in zip(
        matches, comparisons(read.pairs, asked.primary, asked.margins, reasons), strict=True
    ):
        for metric, comparison in found.items():
            if not comparison.primary:
                continue
            key = spec["variant"], metric
            row = rows.get(key) or Row(names[spec["variant"]], spec["seats"], metric, [], tweak=True)
            rung = _rung(name, match.tweaked.number, comparison)
            rows[key] = Row(row.label, row.seats, metric, [*row.rungs, rung], tweak=True)
    return list(rows.values())


def _rung(name: str, variant: int, found: Comparison) -> Rung:
    """A difference as a rung: its widest interval, from which the verdict is read."""
    d, said = found.difference, found.verdict
    reason = said.reason if said is not None and said.word is None else None
    return Rung(name, variant, d.estimate(d.widest), found.margin, reason, found)
