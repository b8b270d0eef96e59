"""Every metric of small and degenerate runs: what it is by its definition, over rows, in plain Python; and honest.

Runs go the whole way: written as Parquet, added up by SQL, estimated; also as two arms of a comparison.
"""

import tempfile
from math import isfinite, sqrt
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from balance.stats.layout import Layout, Quantile
from balance.stats.measures import told as asked
from balance.stats.pairs import Arm, Pair
from balance.stats.verdicts import verdict
from balance.store.clusters import cluster_sums
from balance.store.declared import declared
from balance.workflows.reading.measure import measure
from tests.conftest import ENDS, Round, Variant, win, write_run

SEATS = 2


def won(points, turns=10, **more):
    return Round(points, turns=turns, **more)


CAPPED = Round([0, 0], turns=200, end="cap")
DEGENERATE = {
    "one match": [[won([3, 1])]],
    "all wins of the starter": [[won([3, 1]), won([1, 3])]] * 6,
    "all wins of one seat": [[won([3, 1])]] * 6,
    "all ties": [[won([2, 2])]] * 5,
    "0–0 is a tie": [[won([0, 0])]] * 2,
    "nothing finished": [[CAPPED]] * 4,
    "some deals without a finished round": [[CAPPED], [won([1, 0])], [CAPPED], [won([0, 1])]],
    "one deal, much capped": [[CAPPED, won([1, 0]), CAPPED]],
    "different numbers of rounds": [[won([1, 0])], [won([0, 1])] * 3, [won([2, 0]), won([0, 2])]],
    "negative points": [[won([-3, -1])], [won([-2, -2])], [won([-1, -5])]],
    "points that add up to nothing": [[won([1, -1])], [won([-1, 1])]],
    "rounds of one turn": [[won([1, 0], turns=1)], [won([0, 1], turns=1)], [won([1, 0], turns=1)]],
    "no turn at all": [[won([1, 0], turns=0)]] * 3,
    "an even number": [[won([1, 0], turns=10)], [won([0, 1], turns=12)]],
    "an odd number": [[won([1, 0], turns=10)], [won([0, 1], turns=12)], [won([0, 1], turns=14)]],
    "large numbers": [[won([2**31 - 1, 0], turns=2**31 - 1)], [won([0, 2**31 - 1], turns=1)]],
}


def run_of(folder: Path, *arms, chunk=100):
    variants = [Variant([[match] for match in deals], label=f"v{i}") for i, deals in enumerate(arms)]
    return write_run(folder / "run", variants, chunk_clusters=chunk)


def ended(r):
    return r.end != "cap"


def start(i):
    return i % SEATS


def by_rounds(deals, y, n=lambda _, i: 1):
    """For each deal Σ y and Σ n over its rounds that ended."""
    return [
        (sum(y(r, i) for i, r in enumerate(m) if ended(r)), sum(n(r, i) for i, r in enumerate(m) if ended(r)))
        for m in deals
    ]


def by_matches(deals, y):
    return [(y(m), 1) if all(map(ended, m)) else (0, 0) for m in deals]


def points(match, seat):
    return sum(r.points[seat] for r in match)


def margin(r):
    best, second = sorted(r.points, reverse=True)
    return best - second


def definitions(deals):
    """metric → (Σ y, Σ n) of each deal, what is taken off."""
    everything = [[(r, i) for i, r in enumerate(m)] for m in deals]
    totals = {id(m): [points(m, 0), points(m, 1)] for m in deals}
    found = {
        "first_player_advantage": (by_rounds(deals, lambda r, i: win(r.points)[start(i)]), 0.5),
        "first_player_advantage_decisive": (
            by_rounds(
                deals, lambda r, i: win(r.points)[start(i)] == 1, lambda r, _: r.points[0] != r.points[1]
            ),
            0.5,
        ),
        "first_player_advantage_match": (by_matches(deals, lambda m: win(totals[id(m)])[0]), 0.5),
        "tied": (by_matches(deals, lambda m: points(m, 0) == points(m, 1)), 0),
        "tied_rounds": (by_rounds(deals, lambda r, _: r.points[0] == r.points[1]), 0),
        "turns_mean": (by_rounds(deals, lambda r, _: r.turns), 0),
        "decisions_mean": (by_rounds(deals, lambda r, _: r.decisions), 0),
        "choices_mean": (by_rounds(deals, lambda r, _: r.choices), 0),
        "margin_mean": (by_rounds(deals, lambda r, _: margin(r)), 0),
        "close": (by_rounds(deals, lambda r, _: margin(r) <= 1), 0),
        "capped": ([(sum(not ended(r) for r, _ in m), len(m)) for m in everything], 0),
        "capped_matches": ([(int(not all(map(ended, m))), 1) for m in deals], 0),
        "coins_per_turn_gift": (by_rounds(deals, lambda *_: 0, lambda r, _: r.turns), 0),
        "coin_points_share": (by_rounds(deals, lambda *_: 0, lambda r, _: sum(r.points)), 0),
    }
    for seat in range(SEATS):
        found[f"win_share_position_{seat}"] = (
            by_rounds(deals, lambda r, i, s=seat: win(r.points)[(start(i) + s) % SEATS]), 0,
        )  # fmt: skip
        found[f"win_share_seat_{seat}"] = (by_matches(deals, lambda m, s=seat: win(totals[id(m)])[s]), 0)
        found[f"points_seat_{seat}"] = (by_matches(deals, lambda m, s=seat: points(m, s)), 0)
    for word in ENDS[2:]:
        found[f"end_{word}"] = ([(sum(r.end == word for r, _ in m), len(m)) for m in everything], 0)
    return found


def honest(found, name):
    """Finite numbers in order and a real width, or a reason."""
    if found.value is None or found.low is None or found.high is None:
        assert found.reason, name
    for number in (found.value, found.low, found.high):
        assert number is None or isfinite(number), name
    if found.low is not None and found.high is not None:
        assert found.low <= found.value <= found.high, name
        assert found.low < found.high or found.method in ("woodruff", "block_bootstrap"), name


def check(deals, found):
    for name, (sums, shift) in definitions(deals).items():
        y, n = (np.array(part, float) for part in zip(*sums, strict=True))
        estimate = found[name]
        if n.sum() <= 0:
            assert (estimate.value, estimate.low, estimate.high) == (None, None, None), name
            continue
        p, clusters = y.sum() / n.sum(), len(deals)
        assert estimate.value == pytest.approx(p - shift, abs=1e-12), name
        assert (estimate.n, estimate.clusters) == (n.sum(), clusters), name
        if estimate.method == "cluster_t" and clusters > 1:
            error = np.std((y - p * n) / n.mean(), ddof=1) / sqrt(clusters)
            half = stats.t.ppf(0.975, clusters - 1) * error
            assert (estimate.low, estimate.high) == pytest.approx((p - shift - half, p - shift + half)), name
        elif clusters > 1:
            assert (n == 1).all() or np.allclose(y, p * n), name
    turns = [r.turns if ended(r) else np.inf for m in deals for r in m]
    for name, p in (("turns_median", 0.5), ("turns_p95", 0.95)):
        value = np.quantile(turns, p, method="inverted_cdf") if turns else np.inf
        assert found[name].value == (value if value < np.inf else None), name
    for name, estimate in found.items():
        honest(estimate, name)
    length = found["turns_mean"]
    assert length.at_least == (length.value is not None and any(not ended(r) for m in deals for r in m))


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """One run: of each degenerate case three variants, itself, one won by seat 1 alone, and itself once more."""
    arms = []
    for deals in DEGENERATE.values():
        arms += [deals, [[won([0, 1], turns=11)] for _ in deals], deals]
    return run_of(tmp_path_factory.mktemp("degenerate"), *arms)


@pytest.fixture(scope="module")
def found(run):
    return measure(run)


@pytest.fixture(scope="module")
def arms(run):
    """variant → its arm, and the columns it was made of."""
    made = {}
    for part in cluster_sums(run):
        layout = Layout.of(declared(run.spec), run.spec["variants"][part.variant])
        arm = Arm([m for m in asked(layout) if not isinstance(m, Quantile)], part.share_unit)
        arm.add(np.arange(part.deals), part.columns, {})
        made[part.variant] = arm, part.columns, part.deals
    return made


def differences(one, other):
    """Of two arms on common deals, quantiles aside; each honest, with a verdict or a reason."""
    (a, of_a, deals), (b, of_b, _) = one, other
    pair = Pair(a, b)
    pair.add(deals, of_a, of_b)
    for name in pair.both:
        found = pair.difference(name)
        honest(found, name)
        said = verdict(found, pair.a.margin(name, found.baseline or 0.0))
        assert (said.word is None) == (said.reason is not None), name
        yield name, found


@pytest.mark.parametrize("case", DEGENERATE)
def test_degenerate_runs_have_honest_intervals_or_reasons(case, found, arms):
    first = 3 * list(DEGENERATE).index(case)
    check(DEGENERATE[case], found[first])
    for metric, difference in differences(arms[first], arms[first + 1]):
        values = found[first][metric].value, found[first + 1][metric].value
        if None in values:
            assert difference.value is None, metric
        else:
            assert difference.value == pytest.approx(values[1] - values[0], abs=1e-9), metric


@pytest.mark.parametrize("case", DEGENERATE)
def test_an_arm_against_itself_does_not_differ(case, arms):
    first = 3 * list(DEGENERATE).index(case)
    for name, same in differences(arms[first], arms[first + 2]):
        if same.value is not None:
            assert (same.value, same.discordant) == (0, 0), name
        if same.low is not None:
            assert same.method == "clopper_pearson" and same.low < 0 < same.high, name


rounds = st.builds(
    won,
    st.lists(st.integers(-3, 3), min_size=SEATS, max_size=SEATS),
    turns=st.integers(0, 4),
    end=st.sampled_from(["target", "cards_out", "cap"]),
    decisions=st.integers(0, 9),
)
deals = st.lists(st.lists(rounds, min_size=1, max_size=3), min_size=1, max_size=6)


@settings(max_examples=4)  # each has many variants
@given(st.lists(deals, min_size=10, max_size=10), st.integers(1, 6))
def test_any_small_run_is_measured_as_defined(variants, chunk):
    with tempfile.TemporaryDirectory() as folder:
        found = measure(run_of(Path(folder), *variants, chunk=chunk))
        for number, own in enumerate(variants):
            check(own, found[number])
