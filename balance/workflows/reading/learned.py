"""What a run says: what each variant is, how it differs from the baseline, and what each rule does."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from balance.stats.always_valid import always_valid
from balance.stats.best import Best
from balance.stats.comparisons import comparisons
from balance.stats.effects import Crossed, Effect, effects
from balance.stats.factorial import Question
from balance.stats.findings import Finding, findings
from balance.stats.strengths import Strengths
from balance.store.run import Run
from balance.store.spec import expected
from balance.workflows import best
from balance.workflows.asking.asked import Asked
from balance.workflows.reading import strengths
from balance.workflows.reading.arms import within
from balance.workflows.reading.compared import Tweak, tweaks
from balance.workflows.reading.grid import Group, groups
from balance.workflows.reading.measure import Marks, Measured, marked, marks_of, with_others
from balance.workflows.reading.values import Read
from balance.workflows.reading.withheld import withheld
from reports.rules import Rules

UNFINISHED = "The run is not complete: what sets its variants apart is told once it is."

MANY = 60
"""Differences up to which all metrics are compared; of more nobody would read them, and they would take minutes."""
FEWER = f"Of more than {MANY} differences only those of the metrics with a verdict are told."


@dataclass(frozen=True)
class Learned:
    """measured: variant → metric → estimate; differences: each variant and its baseline; effects: of every change.

    notes: in words, why something is not compared, or not on the same deals; targets: variant → those that it was held
    to, marked; best: the best of them, by fresh deals, where it was asked for; strengths: the same question put to
    players of several, where it was: all but these and `measured` is then of one line-up.
    """

    measured: Measured
    differences: list[Tweak] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    targets: Marks = field(default_factory=dict)
    best: Best | None = None
    strengths: Strengths | None = None

    @property
    def findings(self) -> list[Finding]:
        """The effects that surely are larger than their margins, the largest first."""
        return findings(self.effects)

    @property
    def rules(self) -> Rules:
        """The same as reports and the terminal tell it."""
        alike = [(tweak.tweaked["label"], tweak.clusters) for tweak in self.differences if tweak.no_change]
        return Rules(
            self.effects, alike, self.notes, differences=[tweak.change for tweak in self.differences]
        )


def learn(run: Run) -> Learned:
    """All that a run and its fresh deals say; of one that is not complete as far as it holds whenever one looks."""
    run = run.read_once()
    found = _learn(run.told)
    if "skill" in run.spec:
        told_by, others = strengths.read(run, Asked.of(run.spec))
        return replace(found, measured=found.measured | others, strengths=told_by)
    told = best.found(run, found.measured)
    if told is None and best.asked(run) is not None:
        missing = (
            f"which variant is the best is told once all fresh deals are played: balance resume {run.name}"
        )
        return replace(found, notes=[*found.notes, missing])
    return replace(found, best=told)


def _learn(run: Run) -> Learned:
    """What the run itself says, from one reading of it.

    Verdicts are on the metrics and by the margins that the run was played for. Limits of differences hold at once over
    variants × these metrics, limits of effects over effects × metrics.
    """
    if not run.complete:
        return _so_far(run)
    found = groups(run)
    matches = [(group, match) for group in found for match in group.matches()]
    crossed = [(group, full) for group in found if (full := group.crossed()) is not None]
    notes = _notes(found)
    if not matches and not crossed:
        measured, targets = marked(run)
        return Learned(measured, notes=notes, targets=targets)
    asked = Asked.of(run.spec)
    primary, margins = asked.primary, asked.margins
    paired = [group.paired(match.base, match.tweaked) for group, match in matches]
    many = len(matches) > MANY
    notes += [FEWER] if many else []
    read = Read(
        [match for _, match in matches],
        paired,
        primary,
        beside=[side for group in found for side in group.sides],
        families=[group.sides for group, _ in crossed],
        only=primary if many else None,
    )
    reasons = [withheld([match.base, match.tweaked]) for _, match in matches]
    rows = comparisons(read.pairs, primary, margins, reasons)
    differences = tweaks([match for _, match in matches], rows, read)
    told = effects(
        [
            Crossed(one, questions, reference, group.seats, group.preset, _withheld(group, questions))
            for (group, (questions, reference)), one in zip(crossed, read.together, strict=True)
        ],
        margins,
    )
    alone = {id(group) for group, _ in crossed}
    for (group, _), tweak in zip(matches, differences, strict=True):
        told += [] if id(group) in alone else tweak.effects
    variants = {number: arm.folded for (_, number), arm in sorted(read.arms.items())}
    measured = {number: one.estimates() for number, one in variants.items()}
    return Learned(with_others(run, measured), differences, told, notes, marks_of(run, variants))


def _so_far(run: Run) -> Learned:
    """What a run says that is not complete; of a comparison also what its tweaks change, on the deals all arms have.

    All intervals hold whenever one looks. A comparison with a saved baseline has that in another run.
    """
    measured, targets = marked(run)
    was, several = run.spec["asked"], len(run.spec["variants"]) > 1
    if not was.get("tweaks") or was.get("baseline") is not None or len(measured) < len(run.spec["variants"]):
        return Learned(measured, notes=[UNFINISHED] if several else [], targets=targets)
    asked = Asked.of(run.spec)
    primary, margins = asked.primary, asked.margins
    matches = within(run.without_gaps())
    read = Read(matches, [True] * len(matches), primary, common=True)
    reasons = [withheld([match.base, match.tweaked]) for match in matches]
    always = partial(always_valid, expected(run.spec))
    rows = comparisons(read.pairs, primary, margins, reasons, always)
    differences = tweaks(matches, rows, read)
    told = [effect for tweak in differences for effect in tweak.effects]
    return Learned(measured, differences, told, targets=targets)


def _withheld(group: Group, questions: Sequence[Question]) -> list[dict[str, str]]:
    """For each question why there is no verdict on some metrics."""
    weighed = [[s for s, w in zip(group.sides, q.weights, strict=True) if w] for q in questions]
    return [withheld(sides) for sides in weighed]


def _notes(found: Sequence[Group]) -> list[str]:
    """Why variants are not compared with their baseline, or not deal by deal."""
    told = []
    for group in found:
        where = f"With {group.title}: " if len(found) > 1 else ""
        if len(group.sides) > 1 and group.baseline is None:
            told.append(
                f"{where}the variant in which nothing is varied was not played, so none is compared with it."
            )
        matches = group.matches()
        if group.baseline is not None and len(matches) < len(group.sides) - 1:
            told.append(f"{where}variants of which other deals are finished are not compared.")
        if any(not group.paired(match.base, match.tweaked) for match in matches):
            told.append(
                f"{where}not all variants played the same deals; the intervals are those of different deals."
            )
    return told
