"""Tier 2: what is played on the kernel and measured by the statistics that every run gets, and what must come out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from balance.calibration.checks import Check
from balance.calibration.exact import baccarat, kuhn, pig, tictactoe
from balance.stats.differences import PAIRED_T, Difference
from balance.stats.estimate import Estimate
from balance.stats.limits import CLUSTER_T, LEVEL, WILSON
from balance.stats.proportions import student
from balance.stats.verdicts import holm

FAMILY = 0.99
"""The chance that no exact value is called wrong, where the program is right: over all values of a calibration."""
CORRELATION = (0.95, 0.97)
"""Where the correlation of Pig with komi 0 and with komi 4 lies: .958 of 24 times fewer deals than unpaired play."""
Exact = Fraction | float
Found = Estimate | Difference


@dataclass(frozen=True)
class Quantity:
    """A metric of a run and its exact value; what: in words, `subject: quantity`."""

    what: str
    metric: str
    exact: Exact


@dataclass(frozen=True)
class Play:
    """A sweep of one game: `matches` of each variant (`quick` in the quick calibration).

    vary: (parameter, its values as typed), or nothing; quantities: for each variant, in order; differences: variants A
    and B, and a metric's value in B less that in A, on the same deals.
    """

    game: str
    players: str
    seats: int
    matches: int
    quick: int
    quantities: list[list[Quantity]]
    set: Mapping[str, int] = field(default_factory=dict)
    vary: tuple[tuple[str, str], ...] = ()
    differences: tuple[tuple[int, int, Quantity], ...] = ()


def plays() -> list[Play]:
    """Everything that is played."""
    return [
        _tictactoe(),
        _kuhn_random(),
        _kuhn_equilibrium(),
        _baccarat(),
        _komi(),
        _mirrors(),
        _three(),
        _four(),
    ]


def _tictactoe() -> Play:
    exact, subject = tictactoe.random_game(), "tic-tac-toe, random"
    quantities = [
        Quantity(f"{subject}: first wins", "points_seat_0", exact.first),
        Quantity(f"{subject}: draw", "tied", exact.draw),
        Quantity(f"{subject}: second wins", "points_seat_1", exact.second),
        Quantity(f"{subject}: marks", "turns_mean", exact.marks),
    ]
    return Play("tictactoe", "random", 2, 2_000_000, 20_000, [quantities])


def _kuhn(players: str, subject: str, exact: kuhn.Hand) -> Play:
    quantities = [
        Quantity(f"{subject}: value of first", "points_seat_0", exact.value),
        Quantity(f"{subject}: first wins", "win_share_seat_0", exact.won),
        Quantity(f"{subject}: decisions", "decisions_mean", exact.decisions),
    ]
    return Play("kuhn", players, 2, 2_000_000, 20_000, [quantities])


def _kuhn_random() -> Play:
    return _kuhn("random", "Kuhn poker, random", kuhn.played(kuhn.RANDOM, kuhn.RANDOM))


def _kuhn_equilibrium() -> Play:
    exact = kuhn.played(*kuhn.equilibrium(Fraction(1, 5)))
    return _kuhn("equilibrium", "Kuhn poker, equilibrium", exact)


def _baccarat() -> Play:
    quantities = []
    for decks in (1, 8):
        exact, subject = baccarat.coup(decks), f"Baccarat, {decks} pack{'s' * (decks > 1)}"
        quantities.append(
            [
                Quantity(f"{subject}: banker wins", "points_seat_1", Fraction(exact.banker, exact.ways)),
                Quantity(f"{subject}: player wins", "points_seat_0", Fraction(exact.player, exact.ways)),
                Quantity(f"{subject}: tie", "tied", Fraction(exact.tie, exact.ways)),
                Quantity(f"{subject}: cards", "cards_mean", exact.cards),
            ]
        )
    return Play("baccarat", "random", 2, 2_000_000, 20_000, quantities, vary=(("decks", "1,8"),))


def _komi() -> Play:
    """The same throws with every komi: the curve, and a share in all that one game may have."""
    solved, quantities = pig.solved((20, 20)), []
    for komi in range(5):
        exact, subject = solved.komi(komi), f"Pig, hold20, komi {komi}"
        quantities.append(
            [
                Quantity(f"{subject}: starter wins", "win_share_seat_0", exact.wins[0]),
                Quantity(f"{subject}: turns", "turns_mean", exact.turns),
                Quantity(f"{subject}: banked per turn", "banked_per_turn", exact.banked / exact.turns),
                Quantity(f"{subject}: ones per turn", "ones_per_turn", exact.ones / exact.turns),
            ]
        )
    moved = Quantity(
        "Pig, komi 4 less komi 0: starter wins",
        "win_share_seat_0",
        solved.komi(4).wins[0] - solved.komi(0).wins[0],
    )
    return Play(
        "pig", "hold20", 2, 1_000_000, 10_000, quantities,
        vary=(("komi", "0,1,2,3,4"),), differences=((0, 4, moved),),
    )  # fmt: skip


def _mirrors() -> Play:
    """Two players: every deal is played with both seatings, so a deal holds two matches."""
    games = [pig.solved(holds).komi(0) for holds in ((20, 25), (25, 20))]
    subject = "Pig, hold20 and hold25"
    quantities = [
        Quantity(f"{subject}: starter wins", "win_share_seat_0", sum(game.wins[0] for game in games) / 2),
        Quantity(f"{subject}: turns", "turns_mean", sum(game.turns for game in games) / 2),
    ]
    return Play("pig", "hold20,hold25", 2, 1_000_000, 10_000, [quantities])


def _three() -> Play:
    """Three seats that hold at the same number, to 20 points."""
    exact, subject = pig.solved((6, 6, 6), 20).komi(2), "Pig to 20, 3 seats"
    quantities = [
        Quantity(f"{subject}: seat {s} wins", f"win_share_seat_{s}", exact.wins[s]) for s in range(3)
    ]
    quantities.append(Quantity(f"{subject}: turns", "turns_mean", exact.turns))
    return Play("pig", "hold20[at=6]", 3, 1_000_000, 10_000, [quantities], {"target": 20, "komi": 2})


def _four() -> Play:
    """Four seats and four rounds a match, which each seat starts once: several rounds in one deal."""
    exact, subject = pig.solved((5, 5, 5, 5), 12).komi(0), "Pig to 12, 4 seats"
    quantities = [
        Quantity(f"{subject}: {place} wins", f"win_share_position_{p}", exact.wins[p])
        for p, place in enumerate(("starter", "second", "third", "fourth"))
    ]
    quantities.append(Quantity(f"{subject}: starter’s edge", "first_player_advantage", exact.wins[0] - 1 / 4))
    quantities.append(Quantity(f"{subject}: turns", "turns_mean", exact.turns))
    return Play("pig", "hold20[at=5]", 4, 400_000, 5_000, [quantities], {"target": 12, "rounds": 4})


def compared(found: Iterable[tuple[Quantity, Found]]) -> list[Check]:
    """What was found against exact values; together they hold with family-wise confidence FAMILY (Holm 1979).

    A paired difference is also checked for what pairing is there for: it is seen, and its arms are alike.
    """
    pairs = list(found)
    chances = [chance(estimate, float(quantity.exact)) for quantity, estimate in pairs]
    wrong = [p <= 1 - FAMILY for p in holm(chances)]
    checks = []
    for (quantity, e), refuted in zip(pairs, wrong, strict=True):
        assert e.value is not None, f"{quantity.metric} was not measured: {e.reason}"
        expected = _told(quantity.exact)
        checks.append(
            Check(2, quantity.what, expected, e.value, e.low, e.high, e.clusters, e.method, not refuted)
        )
        if isinstance(e, Difference):
            checks += _pairing(quantity.what.partition(": ")[0], e)
    return checks


def _pairing(subject: str, found: Difference) -> list[Check]:
    assert found.p_value is not None
    assert found.correlation is not None
    n, method = found.clusters, found.method
    seen, (low, high) = found.p_value < 1 - FAMILY, CORRELATION
    alike = low <= found.correlation <= high
    return [
        Check(3, f"{subject}: p if none", f"< {1 - FAMILY:.2f}", found.p_value, None, None, n, method, seen),
        Check(3, f"{subject}: correlation", f"{low}–{high}", found.correlation, None, None, n, method, alike),
    ]


def chance(estimate: Found, exact: float) -> float:
    """The two-sided p-value of an exact value, by the test that its interval inverts; 0 where there is no interval.

    Wilson's interval: the score test, with the standard error √(p(1 − p)/n) at the exact value. Student's t: the
    standard error is half the interval through its quantile. An interval of no spread: is the value within it?
    """
    from scipy.special import stdtr

    if estimate.value is None or estimate.low is None or estimate.high is None:
        return 0.0
    off, n = abs(estimate.value - exact), estimate.clusters
    if estimate.method == WILSON:
        error = (exact * (1 - exact) / n) ** 0.5
    elif estimate.method in (CLUSTER_T, PAIRED_T):
        error = (estimate.high - estimate.low) / 2 / student(n - 1, LEVEL)
    else:
        return float(estimate.low <= exact <= estimate.high)
    return float(2 * stdtr(n - 1, -off / error))


def _told(exact: Exact) -> str:
    """A fraction of small numbers as such, else six decimals."""
    short = isinstance(exact, Fraction) and exact.denominator < 10_000
    return str(exact) if short else f"{float(exact):.6f}"
