"""Limits that hold all at once, drawn anew: the largest error of a family, by the multiplier bootstrap over deals."""

import numpy as np
from scipy import stats

from tests.reports.recount.estimates import SPREADLESS, limits

DRAWS, NEAR, FEWEST = 40_000, 0.02, 200


def standard_error(errors):
    return errors.std(ddof=1) / np.sqrt(len(errors))


def ends(member):
    """What is read from a member: (errors by deal, side), side 0 both limits, 1 the lower, −1 the upper one."""
    if member.sides:
        return [(errors, side) for (_, errors), side in zip(member.sides, (1, -1), strict=True)]
    return [(member.errors, 0)]


class Family:
    """members: with `value`, `errors`, `sides` and `scale`; printed: the limits that the first of them is told with,
    None where that is not told.

    Simulated limits depend on what is drawn, so theirs is taken from the first member, where it lies within 2 % of what
    is drawn here, and no wider than Bonferroni's; all others must then have the very same.
    """

    def __init__(self, members, printed):
        self.size, deals = len(members), len(members[0].errors)
        self.level, freedom = 1 - 0.05 / self.size, deals - 1
        varied = [one for member in members for one in ends(member) if np.abs(one[0]).max() > SPREADLESS]
        still = sum(any(np.abs(e).max() <= SPREADLESS for e, _ in ends(member)) for member in members)
        bonferroni = stats.t.ppf(0.5 + self.level / 2, freedom)
        self.t, self.method = bonferroni, "bonferroni"
        if deals < FEWEST:
            return
        self.method = "max_t"
        drawn = self._largest(varied, freedom, 1 - 0.05 * (self.size - still) / self.size)
        self.t = drawn
        if printed is not None:
            self.t = (printed[1] - printed[0]) / 2 / standard_error(members[0].errors)
        assert abs(self.t / drawn - 1) < NEAR, (self.t, drawn)
        assert stats.t.ppf(0.975, freedom) < self.t <= bonferroni * (1 + 1e-9)

    @staticmethod
    def _largest(varied, freedom, level):
        rng = np.random.default_rng(3)
        unit = np.stack([e / np.linalg.norm(e) for e, _ in varied])
        drawn = unit @ rng.standard_normal((unit.shape[1], DRAWS))
        drawn = np.stack(
            [np.abs(d) if side == 0 else side * d for d, (_, side) in zip(drawn, varied, strict=True)]
        )
        return np.quantile(drawn.max(axis=0) / np.sqrt(rng.chisquare(freedom, DRAWS) / freedom), level)

    def within(self, member, possible):
        """The member's limits, and the outer ones where caps leave something open (else None)."""
        low, high, _ = limits(member.value, member.errors, member.scale, possible, self.t, self.level)
        if not member.sides:
            return (low, high), None
        (least, lost), (most, won) = member.sides
        low_end = limits(least, lost, member.scale, possible, self.t, self.level)[0]
        return (low, high), (low_end, limits(most, won, member.scale, possible, self.t, self.level)[1])
