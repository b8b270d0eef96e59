"""What is compared with what, and by which numbers: runs told by hand."""

import json
from math import sqrt

import numpy as np
import pytest
from scipy import stats

from balance.stats.verdicts import Word
from balance.workflows.compare import Asked, compare_runs
from balance.workflows.reading import arms
from balance.workflows.reading.measure import measure
from sims.errors import InputError

NAMES = ("first_player_advantage", "turns_mean", "tied_rounds")


@pytest.fixture
def deals(told):
    """deals(n, longer=…, seed=…): n deals of two rounds between two players; longer adds turns to some rounds."""
    round_, _ = told

    def make(n, *, longer=0, tied=0.0, seed=5, seats=2, matches=1):
        rng = np.random.default_rng(seed)
        found = []
        for deal in range(n):
            rounds = []
            for i in range(2):
                points = (rng.permutation(seats) * 2).tolist()
                turns = int(rng.integers(8, 20))
                if (deal + i) % 100 < 100 * tied:
                    points = [4] * seats
                rounds.append(round_(points, turns=turns + longer * (deal % 3 == 0)))
            found.append([rounds] * matches)
        return found

    return make


def by_name(tweak):
    return {name: tweak.metrics[name] for name in NAMES}


def test_a_difference_is_that_of_the_pairs(make_run, told, deals):
    _, variant = told
    run = make_run([variant(deals(300)), variant(deals(300, longer=3), label="coin_supply=13")])
    found = compare_runs([str(run.path)], Asked())
    [tweak] = found.tweaks
    turns = tweak.metrics["turns_mean"]
    d = np.where(np.arange(300) % 3 == 0, 3.0, 0.0)  # turns a round more, deal by deal
    expected = stats.ttest_1samp(d, 0).confidence_interval()
    assert turns.difference.value == pytest.approx(1.0)
    assert turns.difference.p_value == pytest.approx(stats.ttest_1samp(d, 0).pvalue)
    assert (
        turns.difference.low <= expected.low and turns.difference.high >= expected.high
    )  # of a family of three
    assert turns.difference.low == pytest.approx(expected.low, abs=0.1)
    assert turns.difference.discordant == 100
    assert turns.verdict.word is Word.CHANGED
    assert turns.margin == pytest.approx(0.02 * turns.base.value)
    assert 0.8 < turns.difference.correlation < 1
    assert tweak.identical == 200
    edge = tweak.metrics["first_player_advantage"]
    assert (edge.difference.value, edge.difference.discordant) == (0, 0)
    assert edge.difference.high == pytest.approx(1 - 0.025 ** (1 / 300), rel=0.5)  # nothing seen in 300 deals


def test_arms_that_are_alike_are_identical_on_all_deals(make_run, told, deals):
    _, variant = told
    run = make_run([variant(deals(50)), variant(deals(50), label="coin_supply=13")])
    [tweak] = compare_runs([str(run.path)], Asked()).tweaks
    assert tweak.no_change and tweak.identical == tweak.clusters == 50
    for row in by_name(tweak).values():
        d = row.difference
        assert d.value == 0 and d.low < 0 < d.high and d.discordant == 0
    assert (
        tweak.metrics["tied_rounds"].difference.correlation is None
    )  # nothing is tied: no spread to correlate


def test_values_are_those_of_a_sweep(make_run, told, deals):
    """The same numbers from sums read deal by deal as from those added up in SQL, quantiles and mirrors included."""
    _, variant = told
    arms_ = [variant(deals(40, matches=3, seats=3, longer=n), lineup=("greedy", "greedy", "random"), label=label)
             for n, label in ((0, "defaults"), (2, "coin_supply=13"))]  # fmt: skip
    run = make_run(arms_, chunk_clusters=7)
    expected = measure(run)
    [tweak] = compare_runs([str(run.path)], Asked()).tweaks
    for name, row in tweak.metrics.items():
        assert row.base == expected[0][name]
        assert row.tweaked == expected[1][name]
    assert {"turns_median", "turns_p95", "win_share_position_2", "points_seat_2"} <= set(tweak.metrics)


def test_two_runs_are_paired_whatever_their_chunks(make_run, told, deals):
    _, variant = told
    a = make_run([variant(deals(90))], chunk_clusters=7)
    b = make_run([variant(deals(90, longer=3), label="coin_supply=12")], chunk_clusters=20)
    both = make_run([variant(deals(90)), variant(deals(90, longer=3), label="coin_supply=12")])
    found = compare_runs([str(a.path), str(b.path)], Asked())
    assert found.unpaired is None
    [across], [within] = found.tweaks, compare_runs([str(both.path)], Asked()).tweaks
    assert across.metrics == within.metrics
    assert across.identical == within.identical == 60


def test_of_runs_of_different_size_the_common_deals_are_compared(make_run, told, deals):
    _, variant = told
    a, b = (make_run([variant(deals(n))], chunk_clusters=8) for n in (30, 50))
    found = compare_runs([str(a.path), str(b.path)], Asked())
    assert found.tweaks[0].clusters == found.tweaks[0].identical == 30
    assert found.notes == ["one arm has 30 deals, the other 50"]


def test_runs_of_other_deals_are_compared_without_pairs_and_it_is_said(make_run, told, deals):
    _, variant = told
    a = make_run([variant(deals(200))])
    b = make_run([variant(deals(300, longer=9, seed=6), label="coin_supply=13")], seed=2)
    found = compare_runs([str(a.path), str(b.path)], Asked(metrics=["turns_mean"]))
    assert found.unpaired == "the seeds differ (1 and 2)"
    [tweak] = found.tweaks
    d = tweak.metrics["turns_mean"].difference
    turns = [[np.mean([r.turns for r in rounds]) for [rounds] in made]
             for made in (deals(200), deals(300, longer=9, seed=6))]  # fmt: skip
    expected = stats.ttest_ind(turns[1], turns[0], equal_var=False).confidence_interval()
    assert (d.low, d.high) == pytest.approx((expected.low, expected.high))
    assert (d.correlation, d.discordant, tweak.identical) == (None, None, None)


def test_metrics_and_margins_can_be_chosen(make_run, told, deals):
    _, variant = told
    run = make_run([variant(deals(80)), variant(deals(80, longer=3), label="coin_supply=13")])
    asked = Asked(["turns_mean", "turns_median"], {"turns_mean": 5.0})
    [tweak] = compare_runs([str(run.path)], asked).tweaks
    assert [row.metric for row in tweak.primary] == ["turns_mean", "turns_median"]
    turns = tweak.metrics["turns_mean"]
    assert (turns.margin, turns.verdict.word) == (5.0, Word.SMALL)
    assert "first_player_advantage" not in [row.metric for row in tweak.moved]
    assert "turns_p95" in tweak.metrics and tweak.metrics["turns_p95"].verdict is None


def test_more_deals_are_asked_for_where_that_would_settle_it(make_run, told, deals):
    _, variant = told
    run = make_run([variant(deals(60)), variant(deals(60, seed=6), label="coin_supply=13")])
    [tweak] = compare_runs([str(run.path)], Asked()).tweaks
    edge = tweak.metrics["first_player_advantage"]
    half = (edge.difference.high - edge.difference.low) / 2
    assert edge.verdict.word is Word.INCONCLUSIVE
    assert edge.verdict.more_needed == pytest.approx(60 * (2 * half / 0.01) ** 2 - 60, abs=1)


def test_capped_rounds_widen_what_a_verdict_is_read_from(make_run, told, deals):
    round_, variant = told
    capped = deals(100)
    capped[7][0][0] = round_([0, 0], turns=99, end="cap")
    run = make_run([variant(deals(100)), variant(capped, label="coin_supply=13")])
    [tweak] = compare_runs([str(run.path)], Asked()).tweaks
    edge = tweak.metrics["first_player_advantage"].difference
    assert edge.capped == 1 / 200
    assert edge.outer[0] < edge.low and edge.outer[1] > edge.high
    assert tweak.metrics["turns_mean"].difference.at_least


def test_no_verdict_on_what_a_round_is_worth_where_only_one_arm_carries_points(make_run, told, deals):
    _, variant = told
    run = make_run([variant(deals(40)), variant(deals(40), label="coin_supply=13")])
    run.spec["declared"]["carried"] = {"coin_supply": [13]}
    (run.path / "run.json").write_text(json.dumps(run.spec))
    [tweak] = compare_runs([str(run.path)], Asked()).tweaks
    edge = tweak.metrics["first_player_advantage"]
    assert edge.verdict.word is None and "coin_supply=13" in edge.verdict.reason
    assert edge.to_json()["verdict"] is None
    assert tweak.metrics["turns_mean"].verdict.word is not None


def test_holm_and_simultaneous_limits_are_of_all_tweaks_at_once(make_run, told, deals):
    _, variant = told
    told_arms = [variant(deals(300, longer=n, seed=5 + n), label=label)
                 for n, label in ((0, "defaults"), (1, "coin_supply=13"), (2, "coin_supply=14"))]  # fmt: skip
    two = compare_runs([str(make_run(told_arms).path)], Asked()).tweaks
    [one] = compare_runs([str(make_run(told_arms[:2]).path)], Asked()).tweaks
    alone, among = (t.metrics["turns_mean"] for t in (one, two[0]))
    assert among.difference.high - among.difference.low >= alone.difference.high - alone.difference.low
    assert among.p_holm >= alone.p_holm >= alone.difference.p_value
    assert [tweak.name for tweak in two] == ["coin_supply=13", "coin_supply=14"]


def test_each_number_of_seats_has_a_baseline(make_run, told, deals):
    _, variant = told
    run = make_run([variant(deals(5), label=f"v{n}") for n in range(4)])
    for number, seats in enumerate((2, 2, 3, 3)):
        run.spec["variants"][number]["seats"] = seats
    assert [(m.base.number, m.tweaked.number) for m in arms.within(run)] == [(0, 1), (2, 3)]


def test_what_cannot_be_compared(make_run, told, deals):
    _, variant = told
    alone, again, other = (
        str(make_run([variant(deals(3))], **more).path) for more in ({}, {}, {"game": "war"})
    )
    with pytest.raises(InputError, match="a run in which two variants have the same number of seats"):
        compare_runs([alone], Asked())
    with pytest.raises(InputError, match="a run of toy: it is one of war"):
        compare_runs([alone, other], Asked())
    with pytest.raises(InputError, match="another run than the first"):
        compare_runs([alone, alone], Asked())
    with pytest.raises(InputError, match="did you mean 'turns_mean'"):
        compare_runs([alone, again], Asked(["turn_mean"]))
    for margin in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(InputError, match=r"margin: turns_mean: .* is not a number above 0"):
            compare_runs([alone, again], Asked((), {"turns_mean": margin}))
    for record in (make_run([variant(deals(3))]).path / "commits").iterdir():
        record.unlink()
        with pytest.raises(InputError, match="complete: balance resume"):
            compare_runs([str(record.parents[1])], Asked())


def test_one_deal_has_no_interval_and_no_verdict(make_run, told, deals):
    _, variant = told
    run = make_run([variant(deals(1)), variant(deals(1, longer=2), label="coin_supply=13")])
    found = compare_runs([str(run.path)], Asked())
    for row in json.loads(found.as_json())["comparisons"]:
        assert row["verdict"] is None
        assert not any(isinstance(x, float) and x != x for x in row.values())


def test_the_simultaneous_limits_cover(make_run, told, deals):
    """The half-width of three metrics at once is at least Student's, at most Bonferroni's."""
    _, variant = told
    run = make_run([variant(deals(250)), variant(deals(250, longer=1, seed=7), label="coin_supply=13")])
    [tweak] = compare_runs([str(run.path)], Asked()).tweaks
    d = tweak.metrics["turns_mean"].difference
    a, b = ([np.mean([r.turns for r in rounds]) for [rounds] in made]
            for made in (deals(250), deals(250, longer=1, seed=7)))  # fmt: skip
    error = np.std(np.array(b) - np.array(a), ddof=1) / sqrt(250)
    half = (d.high - d.low) / 2
    assert stats.t.ppf(0.975, 249) * error <= half <= stats.t.ppf(1 - 0.025 / 3, 249) * error * 1.0001
