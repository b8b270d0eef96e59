"""What is said of a run beside the metrics of its variants: all that a report needs and does not ask of the views."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from balance.stats.best import Best
from balance.stats.ladder import Ladder
from balance.stats.limits import Limits
from balance.stats.marks import Marked
from balance.stats.restrictions import Restrictions
from balance.stats.strengths import Strengths
from reports.rules import Rules


@dataclass(frozen=True, kw_only=True)
class Said:
    """marks: variant → the targets that it was held to; best: the best of them, by fresh deals, where it was asked for;
    ladder: what the run of a ladder says of its players; restrictions: what one of restrictions says of them; limits:
    how wide intervals are, None: the ordinary ones; rules: what the run says of its rules; strengths: what players of
    several say, where they played: all else is of one line-up."""

    marks: Mapping[int, Sequence[Marked]] = field(default_factory=dict)
    best: Best | None = None
    ladder: Ladder | None = None
    restrictions: Restrictions | None = None
    limits: Limits | None = None
    rules: Rules = field(default_factory=Rules)
    strengths: Strengths | None = None
