"""The five words, how many deals settle them, margins, targets and Holm, as `metrics.md` (Verdicts) has them."""

from math import ceil, inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from balance.stats.differences import Difference
from balance.stats.layout import Layout, Quantile
from balance.stats.margins import OF_MATCH_POINTS, OF_OTHERS, OF_QUANTILES_OF_TURNS, OF_SHARES, Margin
from balance.stats.measures import told
from balance.stats.targets import Mark, mark
from balance.stats.verdicts import Word, holm, verdict, word

M = 0.01


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.011, 0.02, Word.CHANGED),
        (-0.02, -0.011, Word.CHANGED),
        (0.001, 0.009, Word.SMALL),
        (-0.009, -0.001, Word.SMALL),
        (0.001, 0.02, Word.UNCLEAR),
        (-0.02, -0.001, Word.UNCLEAR),
        (-0.005, 0.009, Word.NO_CHANGE),
        (-M, M, Word.NO_CHANGE),
        (-0.005, 0.011, Word.INCONCLUSIVE),
        (-0.02, 0.02, Word.INCONCLUSIVE),
        (0, 0.005, Word.NO_CHANGE),  # contains 0
        (M, 0.02, Word.UNCLEAR),  # not wholly outside
    ],
)
def test_the_five_words(low, high, said):
    assert word(low, high, M) is said


@given(st.floats(-1, 1), st.floats(0, 1), st.floats(0, 0.5))
def test_every_interval_has_one_word_and_its_mirror_image_the_same(low, width, margin):
    assert word(low, low + width, margin) is word(-low - width, -low, margin)


def difference(low, high, clusters=1000, **more):
    return Difference((low + high) / 2, low, high, (1, 1), clusters, "paired_t", "share", **more)


def test_more_deals_where_the_size_is_unclear():
    found = verdict(difference(0.008, 0.028), M)  # Δ = 0.018, h = 0.01: G′ = 1000·(0.01/0.008)²
    assert (found.word, found.more_needed) == (Word.UNCLEAR, ceil(1000 * 1.25**2) - 1000)
    below = verdict(difference(0.001, 0.015), M)  # |Δ| = 0.008, h = 0.007
    assert below.more_needed == ceil(1000 * 3.5**2) - 1000
    assert verdict(difference(0.0, 2 * M - 0.0), M).word is Word.INCONCLUSIVE
    at = verdict(difference(0.5 * M, 1.5 * M), M)
    assert (at.word, at.more_needed) == (Word.UNCLEAR, None)  # |Δ| = m: no number of deals would settle it


def test_more_deals_where_nothing_is_clear():
    found = verdict(difference(-0.02, 0.02), M)  # h = 0.02: G′ = 1000·4²
    assert (found.word, found.more_needed) == (Word.INCONCLUSIVE, 15_000)
    assert verdict(difference(-0.02, 0.02), 0.0).more_needed is None


@pytest.mark.parametrize("limits", [(0.011, 0.02), (0.001, 0.009), (-0.005, 0.005)])
def test_what_is_settled_needs_no_more(limits):
    assert verdict(difference(*limits), M).more_needed is None


def test_verdicts_are_read_from_the_outer_interval():
    found = verdict(difference(0.011, 0.02, outer=(0.009, 0.03), capped=0.01), M)
    assert found.word is Word.UNCLEAR


def test_no_verdict_has_its_reason():
    assert verdict(difference(0.1, 0.2, capped=0.0501), M).reason == "more than 5% were capped"
    assert verdict(difference(0.1, 0.2, capped=0.05), M).word is Word.CHANGED
    none = Difference(
        None, None, None, (0, 1), 5, "cluster_t", "share", reason="baseline: there are no rounds"
    )
    assert (verdict(none, M).word, verdict(none, M).reason) == (None, "baseline: there are no rounds")


def test_margins_of_each_kind():
    assert OF_SHARES.against(0.5, 4) == 0.01
    assert OF_MATCH_POINTS.against(40.0, 4) == pytest.approx(0.4)
    assert OF_QUANTILES_OF_TURNS.against(25, 4) == 1
    assert OF_QUANTILES_OF_TURNS.against(100, 4) == 2
    assert OF_OTHERS.against(-25.0, 4) == pytest.approx(0.5)
    assert OF_OTHERS.against(0.0, 4) == 0.02
    assert Margin(fixed=3).against(1, 1) == 3


def test_every_metric_declares_its_margin():
    layout = Layout(3, ["greedy"], ["target"], [], {}, None)
    margins = {m.name: m.small for m in told(layout)}
    assert margins["first_player_advantage"] == margins["tied"] == margins["end_target"] == OF_SHARES
    assert margins["points_seat_2"] == OF_MATCH_POINTS
    assert margins["turns_median"] == margins["turns_p95"] == OF_QUANTILES_OF_TURNS
    assert margins["turns_mean"] == margins["margin_mean"] == OF_OTHERS
    assert {m.unit for m in told(layout) if m.small is OF_SHARES} == {"share"}
    assert all(m.small is OF_QUANTILES_OF_TURNS for m in told(layout) if isinstance(m, Quantile))


def test_targets():
    target = (-0.02, 0.02)
    assert mark((-0.01, 0.02), target) is Mark.MET
    assert mark((0.021, 0.03), target) is Mark.MISSED
    assert mark((-0.03, -0.021), target) is Mark.MISSED
    assert mark((0.01, 0.03), target) is mark((-0.03, 0.03), target) is mark(None, target) is Mark.OPEN
    assert mark((30, 31), (-inf, 32)) is Mark.MET


@settings(max_examples=10)  # each call of statsmodels' collects the whole garbage of the process
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_is_that_of_statsmodels(p_values):
    assert holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1])
