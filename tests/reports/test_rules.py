"""What is said of rules, from effects with given intervals."""

import pytest

from balance.stats.differences import Difference
from balance.stats.effects import Effect
from balance.stats.verdicts import Verdict, verdict
from reports.rules import Rules, told

EDGE = "first_player_advantage"


def effect(
    value,
    half,
    *,
    metric=EDGE,
    factor="komi=4",
    reference="komi=0",
    kind="main",
    m=0.01,
    unit="share",
    **more,
):
    limits = (value - half, value + half) if half is not None else (None, None)
    d = Difference(value, *limits, (400, 400), 200, "max_t", unit)
    said = verdict(d, m)
    return Effect(metric, factor, reference, kind, more.pop("seats", 2), more.pop("preset", None), d, m,
                  more.pop("said", said), None, **more)  # fmt: skip


def plain(rules):
    return [text.replace("\N{NO-BREAK SPACE}", " ") for text in told(rules)]


def test_findings_are_told_the_largest_first():
    some = [
        effect(-0.021, 0.005),
        effect(0.1, 0.01, metric="tied_rounds", averaged=True),
        effect(3.0, 0.1, metric="turns_mean", m=0.5, unit="turns", kind="interaction", factor="a=1:b=2", reference=":"),
    ]  # fmt: skip
    mean, size = "on average over the other rules", "3.00 (+2.90 to +3.10; margin 0.5)"
    assert plain(Rules(some)) == [
        f"With komi=4 instead of 0, {mean}, the share of tied rounds rises by 10.0 pp (+9.0 to +11.0; margin 1).",
        f"Together, a=1 and b=2 raise the mean number of turns by {size} beyond what each does alone.",
        "With komi=4 instead of 0, the starter's edge falls by 2.1 pp (−2.6 to −1.6; margin 1).",
    ]


def test_what_stays_is_not_told_and_what_is_open_is():
    some = [effect(0.001, 0.002), effect(0.004, 0.012, metric="tied_rounds")]
    assert plain(Rules(some)) == [
        "No rule surely moved the starter's edge or the share of tied rounds beyond its margin.",
        "Not settled: komi=4 on the share of tied rounds (about 950 more deals a variant).",
    ]


def test_only_some_are_told():
    many = [effect(0.1 + n / 100, 0.01, factor=f"komi={n}") for n in range(7)]
    found = plain(Rules(many))
    assert [text.split()[1] for text in found[:5]] == ["komi=6", "komi=5", "komi=4", "komi=3", "komi=2"]
    assert found[5:] == ["2 more effects are larger than the margin."]
    still = plain(Rules([effect(0.0, 0.02, factor=f"komi={n}") for n in range(5)]))
    assert still[1].endswith("; 2 more.") and still[1].count("komi") == 3


def test_several_tables_and_presets_are_named():
    two = [effect(0.1, 0.01), effect(-0.1, 0.01, seats=3, preset="original")]
    assert plain(Rules(two))[1] == (
        "3 seats, original: with komi=4 instead of 0, the starter's edge falls by 10.0 pp (−11.0 to −9.0; margin 1)."
    )


def test_identical_variants_and_reasons_are_said_in_words():
    none = effect(
        None, None, said=Verdict(None, 0.01, reason="one deal shows no spread, so there is no interval")
    )
    assert plain(Rules([none], [("a=1", 300), ("b=1", 300)], ["nothing is as it was"])) == [
        "No verdict on the starter's edge: one deal shows no spread, so there is no interval.",
        "Identical to the baseline on all 300 deals: a=1, b=1.",
        "Nothing is as it was.",
    ]
    assert told(Rules()) == []


def test_where_only_some_effects_have_no_verdict_it_is_said_which():
    capped = Verdict(None, 0.01, reason="too many were capped")
    some = [
        effect(0.0, 0.001),
        *(effect(0.0, 0.5, factor=f"max_turns={n}", said=capped) for n in range(4)),
        effect(0.0, 0.5, metric="tied_rounds", said=capped),
    ]
    which = "max_turns=0; max_turns=1; max_turns=2; 1 more"
    assert plain(Rules(some))[-1] == (
        f"No verdict on the starter's edge ({which}) and the share of tied rounds: too many were capped."
    )
    tables = plain(Rules([effect(0.0, 0.001), effect(0.0, 0.5, seats=3, said=capped)]))
    assert tables[-1] == "No verdict on the starter's edge (3 seats, komi=4): too many were capped."


@pytest.mark.parametrize(("factor", "reference"), [("a=1,b=2", "a=0,b=0"), ("strict", "defaults")])
def test_a_change_of_several_parameters_is_named_whole(factor, reference):
    assert plain(Rules([effect(0.1, 0.01, factor=factor, reference=reference)]))[0].startswith(
        f"With {factor}, the"
    )
