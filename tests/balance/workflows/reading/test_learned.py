"""What a sweep says of its rules: runs told by hand, and small ones that are played."""

import json
from math import log, sqrt

import numpy as np
import pytest
from scipy import stats

import balance
from balance.stats.verdicts import Word
from balance.workflows.compare import Asked, compare_runs
from balance.workflows.outcome import Outcome
from balance.workflows.reading.grid import groups
from balance.workflows.reading.learned import learn
from balance.workflows.reading.measure import measure
from balance.workflows.report import rules_of
from reports.rules import told as sentences

PRIMARY = ["first_player_advantage", "turns_mean", "tied_rounds"]


@pytest.fixture
def deals(told):
    """deals(n, longer=…, seed=…): n deals of two rounds between two players; longer adds turns to every third."""
    round_, _ = told

    def make(n, *, longer=0, seed=5):
        rng = np.random.default_rng(seed)
        points, turns = rng.integers(0, 4, (n, 2, 2)).tolist(), rng.integers(8, 20, (n, 2)).tolist()
        return [
            [[round_(p, turns=t + longer * (deal % 3 == 0)) for p, t in zip(*both, strict=True)]]
            for deal, both in enumerate(zip(points, turns, strict=True))
        ]

    return make


@pytest.fixture
def grid(make_run, told, deals):
    """grid(cells, n): a variant for each (coins, rule, turns on top of every third deal), that crosses the two."""
    _, variant = told

    def make(cells, n=250, **spec):
        made = [variant(deals(n, longer=more), label=f"coins={a},rule={b}") for a, b, more in cells]
        run = make_run(made, chunk_clusters=100, **spec)
        for row, (a, b, _) in zip(run.spec["variants"], cells, strict=True):
            values = {"coins": a, "rule": b}
            row |= {"parameters": values, "overrides": values, "baseline": None}
        run.spec["asked"] = {"vary": [["coins", ""], ["rule", ""]], "one_by_one": False}
        return run

    return make


def based(run, number):
    for row in run.spec["variants"]:
        row["baseline"] = number
    return run


CELLS = [(8, "x", 0), (8, "y", 0), (12, "x", 2), (12, "y", 2)]


def test_differences_are_those_of_a_comparison(make_run, told, deals):
    _, variant = told
    run = make_run(
        [variant(deals(250, longer=m, seed=5 + m), label=f"v{m}" if m else "defaults") for m in range(3)]
    )
    learned = learn(run)
    compared = compare_runs([str(run.path)], Asked())
    assert [t.rows() for t in learned.differences] == [t.rows() for t in compared.tweaks]
    assert learned.measured == measure(run)
    assert [(e.metric, e.factor) for e in learned.effects] == [
        (name, tweak.name) for tweak in compared.tweaks for name in PRIMARY
    ]
    assert compared.findings == learned.findings


def test_a_factorial_tells_which_rule_it_was(grid):
    learned = learn(based(grid(CELLS), 1))
    assert [tweak.name for tweak in learned.differences] == ["rule=x", "coins=12,rule=x", "coins=12"]
    effects = {(e.factor, e.metric): e for e in learned.effects}
    assert len(effects) == 3 * 3
    change = effects["coins=12", "turns_mean"]
    assert (change.kind, change.reference, change.verdict.word) == ("main", "coins=8", Word.CHANGED)
    assert change.difference.value == pytest.approx(2 * 84 / 250)
    mixed = effects["coins=12:rule=x", "turns_mean"]
    assert (mixed.kind, mixed.reference, mixed.difference.value) == ("interaction", "coins=8:rule=y", 0)
    assert {e.difference.value for (factor, _), e in effects.items() if factor == "rule=x"} == {0}
    assert [(f.effect.factor, f.effect.metric) for f in learned.findings] == [("coins=12", "turns_mean")]
    assert learned.notes == []


def test_without_the_baseline_there_are_effects_and_no_differences(grid):
    learned = learn(grid(CELLS))
    assert learned.differences == []
    assert learned.notes == [
        "the variant in which nothing is varied was not played, so none is compared with it."
    ]
    assert {e.reference for e in learned.effects} == {"coins=8", "rule=x", "coins=8:rule=x"}


def test_a_grid_with_a_hole_has_differences_and_no_effects_of_its_own(grid):
    learned = learn(based(grid(CELLS[:3]), 0))
    assert [e.factor for e in learned.effects[::3]] == ["rule=y", "coins=12"]
    assert {e.kind for e in learned.effects} == {"main"}


def test_each_number_of_seats_and_preset_has_its_baseline_and_effects(grid):
    run = grid(CELLS * 2)
    for row in run.spec["variants"]:
        row |= {
            "preset": "old" if row["variant"] > 3 else None,
            "baseline": 4 if row["variant"] > 3 else None,
        }
    learned = learn(run)
    assert [(t.base["variant"], t.tweaked["variant"]) for t in learned.differences] == [
        (4, 5),
        (4, 6),
        (4, 7),
    ]
    assert {(e.preset, e.factor) for e in learned.effects} == {
        (p, f) for p in (None, "old") for f in ("coins=12", "rule=y", "coins=12:rule=y")
    }
    assert learned.notes == [
        "With 2 seats: the variant in which nothing is varied was not played, so none is compared with it."
    ]


def test_a_run_of_its_time_says_by_its_defaults_which_is_the_baseline(grid):
    run = grid(CELLS)
    for row in run.spec["variants"]:
        del row["baseline"]
    run.spec["declared"]["defaults"] = {"coins": {"2": 12}, "rule": {"2": "x"}}
    [group] = groups(run)
    assert group.baseline.number == 2


def test_variants_on_deals_of_their_own_are_not_paired(grid):
    run = based(grid(CELLS), 0)
    for row in run.spec["variants"]:
        row["first_deal"] = 250 * row["variant"]
    learned = learn(run)
    assert {t.identical for t in learned.differences} == {None}
    for tweak in learned.differences:
        assert {tweak.metrics[name].difference.correlation for name in PRIMARY} == {None}
        assert {tweak.metrics[name].difference.method for name in PRIMARY} == {"max_t"}
    assert {e.kind for e in learned.effects} == {
        "main"
    }  # each difference, and no mean over pairs that are none
    assert learned.notes == [
        "not all variants played the same deals; the intervals are those of different deals."
    ]


def test_a_run_that_is_not_complete_tells_what_its_variants_are_and_compares_none(grid):
    run = based(grid(CELLS), 0)
    for record in run.commits():
        if record["variant"] == 2 and record["first_cluster"]:
            (run.path / "commits" / f"{record['chunk']:05d}.json").unlink()
    learned = learn(run)
    assert (learned.differences, learned.effects) == ([], [])
    assert learned.notes == ["The run is not complete: what sets its variants apart is told once it is."]
    assert learned.measured[2]["turns_mean"].clusters == 100
    assert learned.measured[2]["turns_mean"].method == "always_valid"


def test_a_comparison_that_a_person_stopped_tells_differences_that_hold_at_every_look(make_run, told, deals):
    """Of 250 planned deals one arm has 200: 67 of these have two turns more in each round."""
    _, variant = told
    run = make_run([variant(deals(250, longer=m), label=f"v{m}") for m in (0, 2)], chunk_clusters=100)
    run.spec["asked"] = {"tweaks": [{"coins": 2}], "metrics": ["turns_mean", "turns_median"]}
    last = next(c for c in run.commits() if (c["variant"], c["first_cluster"]) == (1, 200))
    (run.path / "commits" / f"{last['chunk']:05d}.json").unlink()
    learned = learn(run)
    [tweak] = learned.differences
    assert (tweak.clusters, tweak.identical, learned.notes) == (200, 133, [])
    turns = tweak.metrics["turns_mean"]
    added = np.where(np.arange(200) % 3, 0, 2)
    # a family of one, since quantiles have no such interval: ρ² and half-width of `statistics.md` §3, with Student's t
    tuned = (-2 * log(0.05) + log(-2 * log(0.05) + 1)) / 250
    errors = sqrt(2 * (200 * tuned + 1) * log(sqrt(200 * tuned + 1) / 0.05) / (200 * tuned))
    half = errors * stats.t.ppf(0.975, 199) / stats.norm.ppf(0.975) * added.std(ddof=1) / 200**0.5
    d = turns.difference
    assert (d.value, d.low, d.high) == pytest.approx((0.67, 0.67 - half, 0.67 + half), rel=1e-9)
    assert (d.method, turns.p_holm) == ("always_valid", None)
    assert turns.verdict.word is Word.CHANGED
    assert {turns.base.method, turns.tweaked.method} == {"always_valid"}
    assert tweak.metrics["turns_median"].verdict.reason.startswith(
        "differences of quantiles have no interval"
    )
    [change] = rules_of(run, learned).changes.changes
    assert change.primary == tweak.primary


def test_where_points_are_carried_otherwise_no_effect_on_rounds_has_a_verdict(grid):
    run = based(grid(CELLS), 0)
    run.spec["declared"]["carried"] = {"rule": ["y"]}
    for effect in learn(run).effects:
        carries = effect.metric != "turns_mean"
        assert (effect.verdict.word is None) is carries
        assert not carries or effect.verdict.reason.startswith(
            "points are carried across rounds otherwise (rule=y)"
        )


def test_the_metrics_and_margins_that_were_asked_for(grid):
    run = based(grid(CELLS), 0)
    run.spec["asked"] |= {"metrics": ["decisions_mean", "turns_median"], "margins": {"decisions_mean": 3.0}}
    learned = learn(run)
    assert {(e.metric, e.margin) for e in learned.effects} == {
        ("decisions_mean", 3.0)
    }  # of quantiles there are none
    assert [row.metric for row in learned.differences[0].primary] == ["decisions_mean", "turns_median"]


def test_json_has_no_number_that_is_none(grid):
    run = based(grid(CELLS, n=1), 0)
    told = json.loads(Outcome(run, learn(run), {}).as_json())
    assert {row["tweak"] for row in told["differences"]} == {"rule=y", "coins=12", "coins=12,rule=y"}
    assert len(told["effects"]) == 9 and told["findings"] == []
    for row in told["effects"]:
        assert (row["low"], row["verdict"]) == (None, None) and row["reason"]
        assert {
            "metric",
            "factor",
            "kind",
            "effect",
            "high",
            "method",
            "margin",
            "p_holm",
            "clusters",
        } <= set(row)


def test_one_variant_is_only_measured(make_run, told, deals):
    _, variant = told
    run = make_run([variant(deals(5))])
    learned = learn(run)
    assert (learned.differences, learned.effects, learned.notes) == ([], [], [])
    assert learned.measured == measure(run)


def test_many_variants_of_the_same_rules_are_identical_on_all_deals(tmp_path):
    """Pig with caps that no round meets; of so many differences those with a verdict alone are told."""
    swept = balance.sweep(
        "pig", vary={"max_turns": "1000:1063:1"}, matches=60, log="rounds", out=tmp_path / "pig", report=False,
        threads=1,
    )  # fmt: skip
    found = swept.differences()
    assert (set(found["identical"]), set(found["metric"]), len(found)) == ({60}, set(PRIMARY), 63 * 3)
    assert swept.findings == []
    assert sentences(swept.learned.rules)[-2:] == [
        "Identical to the baseline on all 60\N{NO-BREAK SPACE}deals: 63\N{NO-BREAK SPACE}variants.",
        "Of more than 60 differences only those of the metrics with a verdict are told.",
    ]


@pytest.mark.parametrize("one_by_one", [True, False])
def test_komi_is_found_and_nothing_else(tmp_path, one_by_one):
    """Pig: 4 points for the second player lower the starter's share by 0.0213 (statistics.md §7.3); a cap that no
    round meets does nothing. Effects of both are looked for.
    """
    swept = balance.sweep(
        "pig", vary={"komi": [0, 4], "max_turns": [1000, 2000]}, one_by_one=one_by_one, matches=3_000,
        players="hold20", log="rounds", out=tmp_path / "pig", report=False, threads=1,
    )  # fmt: skip
    assert {(f.effect.factor, f.effect.metric) for f in swept.findings} <= {
        ("komi=4", "first_player_advantage")
    }
    effects = swept.effects()
    nothing = effects.filter(effects["factor"].str.contains("max_turns"))
    assert set(nothing["effect"]) == {0.0}
    komi = effects.filter((effects["factor"] == "komi=4") & (effects["metric"] == "first_player_advantage"))
    assert komi["low"][0] < -0.021319 < komi["high"][0]
    found = swept.differences()
    assert set(found.filter(found["tweak"] == "max_turns=2000")["identical"]) == {3_000}
