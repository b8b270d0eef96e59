"""Effects of full factorials against the same computed deal by deal in NumPy."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from balance.stats.comparisons import comparisons
from balance.stats.effects import Crossed, effects, of_differences
from balance.stats.factorial import is_full, questions
from balance.stats.findings import findings
from balance.stats.layout import ROUNDS, one
from balance.stats.pairs import Arm, Pair
from balance.stats.together import Together
from balance.stats.verdicts import Word

TIED = one("tied_rounds", "tied_rounds", ROUNDS, "")
TURNS = replace(one("turns_mean", "turns", ROUNDS, "", "turns"), length=True)
METRICS = ["tied_rounds", "turns_mean"]
DEALS = 400
TWO_BY_THREE = [("0", "a"), ("0", "b"), ("0", "c"), ("8", "a"), ("8", "b"), ("8", "c")]


def deal(rng, cell, capped=0.0, planted=0.0):
    """A variant's deals of 2 to 5 rounds, fewer where a seat is strong; what a deal is worth counts in all variants."""
    worth = np.random.default_rng(3).beta(3, 3, DEALS)
    n = 2 + rng.binomial(3, worth)
    c = rng.binomial(n, capped)
    turns = rng.poisson(10 * n) + (planted * n * (cell[0] == "8")).astype(int) + n * (cell == ("8", "c"))
    tied = rng.binomial(n - c, 0.3 * worth)
    return {"rounds": n - c, "capped": c, "turns": turns, "tied_rounds": tied, "all_rounds": n}


def crossed(cells, tables, batches=1, reference=0):
    arms = [Arm([TIED, TURNS], 1, METRICS) for _ in cells]
    together = Together(arms, METRICS)
    for deals in np.array_split(np.arange(DEALS), batches):
        parts = [{name: values[deals] for name, values in table.items()} for table in tables]
        for arm, part in zip(arms, parts, strict=True):
            arm.add(deals, part, {})
        together.add(len(deals), parts)
    asked = questions(["coins", "rule"], cells, cells[reference])
    return Crossed(together, asked, reference, 2, None, [{}] * len(asked))


def influences(table, top, capped=None):
    """p and e_c; capped: what rounds taken away by caps are worth, None where they are left out."""
    y, n = table[top], table["rounds"]
    if capped is not None:
        y, n = y + capped * table["capped"], n + table["capped"]
    p = y.sum() / n.sum()
    return p, (y - p * n) / n.mean()


def naive(cells, tables, factor, reference, top, ends=None):
    """The effect and d_c by the definition: means over the other factor, or the difference of two differences.

    ends: what capped rounds of what is added and of what is taken away are worth.
    """
    asked = [part.split("=") for part in factor.split(":")]
    against = dict(part.split("=") for part in reference.split(":"))
    place = {"coins": 0, "rule": 1}
    value, d = 0.0, np.zeros(DEALS)
    rest = [c for c in cells if all(c[place[name]] == level for name, level in asked)]
    for cell in rest:
        for mask in range(2 ** len(asked)):
            other, sign = list(cell), 1
            for bit, (name, _) in enumerate(asked):
                if mask >> bit & 1:
                    other[place[name]], sign = against[name], -sign
            worth = None if ends is None else ends[0] if sign > 0 else ends[1]
            p, e = influences(tables[cells.index(tuple(other))], top, worth)
            value, d = value + sign * p / len(rest), d + sign * e / len(rest)
    return value, d


@pytest.mark.parametrize("cells", [TWO_BY_THREE, TWO_BY_THREE[:2] + TWO_BY_THREE[3:5]])
@pytest.mark.parametrize("reference", [0, 3])
def test_main_effects_and_interactions_are_those_of_the_definition(cells, reference):
    rng = np.random.default_rng(4)
    tables = [deal(rng, cell, planted=1.0) for cell in cells]
    whole = crossed(cells, tables, reference=reference)
    names = {question.factor for question in whole.questions}
    levels = len(cells) // 2
    assert len(names) == 1 + (levels - 1) + (levels - 1)
    for question in whole.questions:
        for metric, top in (("tied_rounds", "tied_rounds"), ("turns_mean", "turns")):
            found, _ = whole.together.metric(metric).effect(question.weights)
            value, d = naive(cells, tables, question.factor, question.reference, top)
            half = stats.t.ppf(0.975, DEALS - 1) * d.std(ddof=1) / np.sqrt(DEALS)
            assert found.value == pytest.approx(value, rel=1e-12)
            assert (found.low, found.high) == pytest.approx((value - half, value + half), rel=1e-10)
            assert found.p_value == pytest.approx(stats.ttest_1samp(d + value, 0).pvalue, rel=1e-9)
            assert (found.method, found.clusters) == ("paired_t", DEALS)


def test_batches_change_nothing():
    rng = np.random.default_rng(5)
    tables = [deal(rng, cell, capped=0.02) for cell in TWO_BY_THREE]
    one_go, seven = (effects([crossed(TWO_BY_THREE, tables, batches)], {}) for batches in (1, 7))
    assert one_go == seven


def test_limits_hold_at_once_and_p_values_are_holms():
    rng = np.random.default_rng(6)
    whole = crossed(TWO_BY_THREE, [deal(rng, cell) for cell in TWO_BY_THREE])
    found = effects([whole], {"turns_mean": 0.5})
    assert len(found) == 2 * (1 + 2 + 2)
    for effect in found:
        question = next(q for q in whole.questions if q.factor == effect.factor)
        plain, _ = whole.together.metric(effect.metric).effect(question.weights)
        wider = (effect.difference.high - effect.difference.low) / (plain.high - plain.low)
        most = stats.t.ppf(1 - 0.025 / len(found), DEALS - 1) / stats.t.ppf(0.975, DEALS - 1)
        assert 1 < wider < most
        assert effect.difference.method == "max_t"
        assert plain.p_value <= effect.p_holm <= 1
        assert effect.margin == (0.5 if effect.metric == "turns_mean" else 0.01)


def test_capped_rounds_widen_the_interval_to_whatever_they_would_have_given():
    rng = np.random.default_rng(7)
    cells = TWO_BY_THREE
    tables = [deal(rng, cell, capped=0.02) for cell in cells]
    whole = crossed(cells, tables)
    half = stats.t.ppf(0.975, DEALS - 1) / np.sqrt(DEALS)
    for question in whole.questions:
        found, moving = whole.together.metric("tied_rounds").effect(question.weights)
        lower, low = naive(cells, tables, question.factor, question.reference, "tied_rounds", (0, 1))
        upper, high = naive(cells, tables, question.factor, question.reference, "tied_rounds", (1, 0))
        assert found.outer[0] == pytest.approx(lower - half * low.std(ddof=1))
        assert found.outer[1] == pytest.approx(upper + half * high.std(ddof=1))
        assert found.outer[0] < found.low < found.high < found.outer[1]
        assert [m.sides for m in moving] == [1, -1]
        length, _ = whole.together.metric("turns_mean").effect(question.weights)
        assert length.at_least and length.outer is None


def test_only_what_was_planted_is_found():
    """A turn a round more with 8 coins, and another one where rule c comes on top: twice each, and nothing else."""
    rng = np.random.default_rng(8)
    tables = [deal(rng, cell, planted=2.0) for cell in TWO_BY_THREE]
    found = findings(effects([crossed(TWO_BY_THREE, tables)], {"turns_mean": 0.3, "tied_rounds": 0.05}))
    assert (found[0].effect.metric, found[0].effect.factor) == ("turns_mean", "coins=8")
    assert {f.effect.factor for f in found} <= {"coins=8", "coins=8:rule=c", "rule=c"}
    assert {f.effect.metric for f in found} == {"turns_mean"}
    for f in found:
        nearest = min(abs(f.low), abs(f.high))
        assert f.score == pytest.approx((nearest - 0.3) / 0.3) and f.score >= 0
        assert f.effect.verdict.word is Word.CHANGED
    assert [f.score for f in found] == sorted((f.score for f in found), reverse=True)


def test_fifty_variants_of_the_same_rules_give_no_finding():
    """Each on deals of its own, ten times: nothing is found, though the luckiest lies well apart."""
    rng = np.random.default_rng(13)
    quiet, apart = 0, []
    for _ in range(10):
        arms = []
        for v in range(50):
            n = rng.integers(4, 7, 200)
            arms.append(Arm([TIED], 1, ["tied_rounds"]))
            tied = rng.binomial(n, rng.beta(2, 2, 200))
            arms[-1].add(np.arange(200) + 200 * v, {"rounds": n, "capped": 0 * n, "tied_rounds": tied}, {})
        pairs = [Pair(arms[0], arm, common=False) for arm in arms[1:]]
        rows = [found["tied_rounds"] for found in comparisons(pairs, ["tied_rounds"], {}, [{}] * 49)]
        quiet += not findings(of_differences(rows, "v", "baseline", 2, None))
        apart.append(max(abs(row.difference.value) for row in rows))
    assert quiet == 10
    assert min(apart) > 3 * rows[0].margin


def test_variants_that_are_alike_have_an_exact_limit_and_no_finding():
    table = deal(np.random.default_rng(9), ("0", "a"))
    found = effects([crossed(TWO_BY_THREE, [table] * 6)], {})
    for effect in found:
        most = 2.0 if effect.kind == "interaction" else 1.0
        unit = 1 - (0.025 / len(found)) ** (1 / DEALS)
        d = effect.difference
        scale = most if d.unit == "share" else most * table["turns"].sum() / table["rounds"].sum()
        assert (d.value, d.high, d.low) == (0.0, pytest.approx(unit * scale), pytest.approx(-unit * scale))
        assert effect.p_holm == 1
    assert findings(found) == []


def test_a_constant_change_has_no_spread():
    """A turn more in every round of every deal: d_c is 0 in all, and the interaction of two such changes is 0."""
    table = deal(np.random.default_rng(10), ("0", "a"))
    cells = [("0", "a"), ("0", "b"), ("8", "a"), ("8", "b")]
    more = [0, 3, 1, 4]
    tables = [table | {"turns": table["turns"] + m * table["rounds"]} for m in more]
    found = {
        e.factor: e.difference for e in effects([crossed(cells, tables)], {}) if e.metric == "turns_mean"
    }
    assert [found[name].value for name in ("coins=8", "rule=b", "coins=8:rule=b")] == pytest.approx([1, 3, 0])
    for d in found.values():
        assert d.contrasts[0].variance == 0


def test_what_has_no_value_has_a_reason_and_no_verdict():
    table = deal(np.random.default_rng(11), ("0", "a"))
    none = table | {
        "rounds": 0 * table["rounds"],
        "capped": table["all_rounds"],
        "tied_rounds": 0 * table["rounds"],
    }
    cells = [("0", "a"), ("0", "b"), ("8", "a"), ("8", "b")]
    for effect in effects([crossed(cells, [table, table, table, none])], {}):
        row = effect.to_json()
        assert (row["effect"], row["low"], row["verdict"]) == (None, None, None)
        assert row["reason"].startswith("there are no rounds")


def test_too_many_capped_rounds_leave_no_verdict():
    rng = np.random.default_rng(12)
    tables = [deal(rng, cell, capped=0.2 * (cell[0] == "8")) for cell in TWO_BY_THREE]
    found = [e for e in effects([crossed(TWO_BY_THREE, tables)], {}) if e.factor == "coins=8"]
    assert [e.verdict.reason for e in found] == ["more than 5% were capped"] * 2
    assert findings(found) == []


def test_grids():
    assert (
        is_full(TWO_BY_THREE) and not is_full(TWO_BY_THREE[:-1]) and not is_full([*TWO_BY_THREE, ("0", "a")])
    )
    three = [(a, b, c) for a in "01" for b in "xy" for c in "pqr"]
    asked = questions(["a", "b", "c"], three, ("0", "x", "p"))
    assert [q.factor for q in asked] == [
        "a=1", "b=y", "c=q", "c=r", "a=1:b=y", "a=1:c=q", "a=1:c=r", "b=y:c=q", "b=y:c=r",
    ]  # fmt: skip
    by_name = {q.factor: dict(zip(three, q.weights, strict=True)) for q in asked}
    assert by_name["a=1"]["1", "y", "q"] == Fraction(1, 6) and by_name["a=1"]["0", "x", "p"] == Fraction(
        -1, 6
    )
    assert by_name["b=y:c=q"]["1", "y", "q"] == by_name["b=y:c=q"]["0", "x", "p"] == Fraction(1, 2)
    assert by_name["b=y:c=q"]["0", "y", "p"] == Fraction(-1, 2) and by_name["b=y:c=q"]["0", "y", "r"] == 0
    assert all(sum(q.weights) == 0 for q in asked)
    assert [q.factor for q in questions(["a", "b"], [("1", "x"), ("1", "y")], ("1", "x"))] == ["b=y"]
