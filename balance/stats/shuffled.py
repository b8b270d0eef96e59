"""The lead as it would be, were a round's turns in random order: what lead changes and comebacks are held to.

What a turn adds to all seats' standing stays together, and so does the sum: every order ends in the same standing. Who
is ahead in the end is often ahead before, in any order; what differs from that is the game's own.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Protocol

import numpy as np

from balance.stats.estimate import Estimate
from balance.stats.layout import Layout
from balance.stats.leads import leads
from balance.stats.limits import Limits, fixed
from balance.stats.measure import Measure, estimate
from balance.stats.moments import Moments

SHUFFLED = "shuffled_turns"
ORDERS = 1_000
_BITS = 2
_BASE = 1 << _BITS  # seats at most
_AT_ONCE = 32  # rounds of equal length: their arrays fit the processor's cache


class Steps(Protocol):
    """A round, as `balance.store.steps` reads it."""

    @property
    def deal(self) -> int: ...  # noqa: D102
    @property
    def winner(self) -> int: ...  # noqa: D102
    @property
    def before(self) -> np.ndarray: ...  # noqa: D102
    @property
    def steps(self) -> np.ndarray: ...  # noqa: D102


class Sample(Protocol):
    """Some deals of a variant."""

    @property
    def variant(self) -> int: ...  # noqa: D102
    @property
    def deals(self) -> int: ...  # noqa: D102
    @property
    def rounds(self) -> Sequence[Steps]: ...  # noqa: D102


def measures(layout: Layout) -> list[Measure]:
    """Those of the lead, each as it would be in random order."""
    return [
        replace(m, name=f"{m.name}_null", meaning=f"{m.meaning}, were its turns in random order")
        for m in leads(layout)
    ]


def shuffled(
    layouts: Mapping[int, Layout], samples: Iterable[Sample], limits: Limits | None = None
) -> dict[int, dict[str, Estimate]]:
    """variant → metric → estimate: means over orders of a round, then over rounds; the clusters are the deals read."""
    return {
        sample.variant: _estimates(
            measures(layouts[sample.variant]), sample, limits or fixed(method=SHUFFLED)
        )
        for sample in samples
        if layouts[sample.variant].seats > 1
    }


def _estimates(asked: Sequence[Measure], sample: Sample, limits: Limits) -> dict[str, Estimate]:
    names = list(dict.fromkeys(name for m in asked for name in m.columns()))
    of_orders = {name: Fraction(1, ORDERS) for name in ("lead_changes", "comeback")}
    moments = Moments(names, of_orders | {"settled_after": Fraction(1, 10**6)})
    columns = {name: np.zeros(sample.deals, np.int64) for name in names}
    columns["logged"][:] = 1
    by_length: dict[int, list[Steps]] = {}
    for one in sample.rounds:
        by_length.setdefault(len(one.steps), []).append(one)
    for turns, some in sorted(by_length.items()):
        order = orders(turns)
        for first in range(0, len(some), _AT_ONCE):
            _add(columns, some[first : first + _AT_ONCE], order)
    moments.add(sample.deals, columns)
    return {m.name: estimate(m, moments, limits) for m in asked}


def orders(turns: int) -> np.ndarray:
    """Random orders of so many turns, of shape (turns, ORDERS): the same ones each time they are asked for."""
    straight = np.tile(np.arange(turns), (ORDERS, 1))
    return np.ascontiguousarray(np.random.default_rng(turns).permuted(straight, axis=1).T)


def _add(columns: dict[str, np.ndarray], some: Sequence[Steps], order: np.ndarray) -> None:
    """Add what rounds of one length come to."""
    steps = np.stack([one.steps for one in some])
    before = np.stack([one.before for one in some])
    winner = np.array([one.winner for one in some])
    changes, behind, since = lead(steps, before, winner, order)
    turns, alone = len(order), winner >= 0
    for i, one in enumerate(some):
        columns["logged_rounds"][one.deal] += 1
        columns["lead_changes"][one.deal] += changes[i].sum()
        if alone[i]:
            columns["won_alone"][one.deal] += 1
            columns["comeback"][one.deal] += behind[i].sum()
            if since[i, 0] <= turns:  # the same in every order: all end alike
                columns["settled_rounds"][one.deal] += 1
                columns["settled_after"][one.deal] += round(1e6 * since[i].mean() / turns)


def lead(
    steps: np.ndarray, before: np.ndarray, winner: np.ndarray, order: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Lead changes, the winner's largest deficit, and the turns after which it led alone to the end.

    steps: (rounds, turns, seats); before: (rounds, seats); winner: (rounds,), −1 nobody; order: (turns, orders).
    Each of the answers: (rounds, orders); the last is turns + 1 where the winner does not lead in the end.
    """
    rounds, turns, seats = steps.shape
    reach = int(np.abs(steps).sum(axis=1).max(initial=0) + np.abs(before).max(initial=0))
    kind = np.int16 if 16 * reach < 2**15 and turns < 2**15 - 2 else np.int64
    shape = (rounds, order.shape[1])
    # A standing and its seat as one number, once with the lowest of equal seats behind and once with the highest: the
    # best of both name the same seat where nobody else stands as high.
    seat: np.ndarray = np.arange(seats, dtype=kind)[:, None, None]
    added = np.ascontiguousarray(np.moveaxis(_BASE * steps, 2, 0)).astype(kind)  # seat, round, turn
    level: np.ndarray = np.repeat(_BASE * before.T[:, :, None], shape[1], axis=2).astype(kind) + seat
    mirrored = _BASE - 1 - 2 * seat
    last, changes, behind = np.full(shape, -1, kind), np.zeros(shape, kind), np.zeros(shape, kind)
    since = np.ones(shape, kind)
    won, own = winner[:, None].astype(kind), (np.maximum(winner, 0), np.arange(rounds))
    for turn in range(turns):
        level += np.take(added, order[turn], axis=2)
        best = level.max(axis=0)
        leader = best & (_BASE - 1)
        led = leader + ((level + mirrored).max(axis=0) & (_BASE - 1)) == _BASE - 1
        np.add(changes, led & (leader != last) & (last >= 0), out=changes)
        last = np.where(led, leader, last)
        np.maximum(behind, (best >> _BITS) - (level[own] >> _BITS), out=behind)
        since = np.where(led & (leader == won), since, kind(turn + 2))
    return changes, behind, since
