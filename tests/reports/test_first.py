"""The first screen: what was asked, the verdict and the findings say no more than the run does."""

import re
from dataclasses import replace

import pytest

from balance.stats.estimate import Estimate
from balance.stats.marks import Marked
from balance.stats.members import Value
from balance.stats.targets import Mark, Target
from balance.stats.verdicts import Verdict
from reports.changes import Change
from reports.first import result, surely
from reports.model import Span, plain
from reports.rules import Rules
from reports.sections import asked, recommended
from reports.words import SPACE
from tests.reports.test_changes import row
from tests.reports.test_rules import effect

EDGE = "first_player_advantage"


def words(section):
    return [plain(text).replace(SPACE, " ") for text in section.sentences]


@pytest.fixture
def told(coins):
    """told(effect, …) -> what is said of the starter's edge behind the baseline's sentence."""

    def tell(*effects):
        first = words(result(replace(coins, rules=Rules(effects))))[0]
        return first.partition("150 deals). ")[2] or first.partition("within the interval. ")[2]

    return tell


def of(value, half, level=8, **more):
    return effect(value, half, factor=f"coin_supply={level}", reference="coin_supply=12", **more)


def test_the_question_stands_in_a_line(coins, seats):
    assert asked.line(coins).replace(SPACE, " ") == (
        "What does coin_supply (8, 12, 24) do? 2 seats; greedy in every seat; 150 deals a variant, the same in all of "
        "them."
    )
    assert "rob_max_single (0, 1) do? 2, 3 and 4 seats;" in asked.line(seats)


def test_the_verdict_begins_with_the_baseline_as_its_rounds_have_it(coins):
    first, length, ties = words(result(coins))
    found = re.match(
        r"With coin_supply=12, between equal greedy players, the starter wins (\S+) of 100 rounds instead of 50 "
        r"\((\S+) to (\S+); 150 deals\)",
        first,
    )
    share, turns, tied = coins.con.execute(
        "select avg(share) filter (where position = 0), avg(turns), "
        "avg((select count(*) from rounds o where (o.variant, o.match, o.round, o.share) = "
        "(r.variant, r.match, r.round, 0.5)) / 2) from rounds r where variant = 1"
    ).fetchone()
    value, low, high = map(float, found.groups())
    assert value == pytest.approx(100 * share, abs=0.051) and low < value < high
    assert float(re.match(r"A round lasts (\S+) turns on average", length)[1]) == pytest.approx(
        turns, abs=0.006
    )
    assert float(re.match(r"The number of tied rounds is (\S+) of 100", ties)[1]) == pytest.approx(
        100 * tied, abs=0.051
    )


def test_with_a_change_its_value_is_told_and_of_the_others_only_what_is_settled(coins, told):
    edge = coins.estimate(coins.variants[1], EDGE).value
    moved, now = of(0.1, 0.01), f"{100 * (0.5 + edge + 0.1):.1f}"
    assert told(moved) == f"With coin_supply=8 it is {now}."
    assert told(moved, of(0.0, 0.002, 24)) == (
        f"With coin_supply=8 it is {now}; no other change moves it by more than 1."
    )
    assert told(moved, of(0.0, 0.02, 24)) == (
        f"With coin_supply=8 it is {now}; whether the other one moves it by more than 1 is not settled."
    )


def test_what_moves_nothing_is_not_told_as_if_it_did(told):
    still, wide = of(0.0, 0.002), of(0.0, 0.02, 24)
    assert told(still) == "With coin_supply=8 it moves by no more than 1."
    assert told(still, of(0.001, 0.002, 24)) == "Neither change moves it by more than 1."
    assert told(wide) == "Whether coin_supply=24 moves it by more than 1 is not settled."
    assert told(still, wide) == "No change surely moves it by more than 1; for 1 of 2 it is not settled."
    withheld = of(0.3, 0.01, said=Verdict(None, 0.01, reason="points are carried"))
    assert told(withheld) == "Whether coin_supply=8 moves it by more than 1 is not settled."


def test_a_mean_over_other_rules_is_told_as_a_move_and_no_value(told):
    assert (
        told(of(-0.1, 0.01, averaged=True))
        == "On average over the other rules, coin_supply=8 moves it by −10.0."
    )


def test_findings_lead_to_their_numbers(coins):
    section = surely(replace(coins, rules=Rules([of(0.1, 0.01), of(0.5, 0.01, 24, metric="tied_rounds")])))
    ties, edge = section.sentences
    assert [p for p in edge if isinstance(p, Span)] == [
        Span("coin_supply=8 instead of 12", "link", "effects"), Span("the starter's edge", "link", "first-player"),
    ]  # fmt: skip
    assert plain(ties).startswith("With coin_supply=24 instead of 12, the share of tied rounds rises by 50.0")


def test_where_nothing_surely_moved_it_is_said_and_what_it_would_take(coins):
    some = [of(0.001, 0.002), of(0.004, 0.012, metric="tied_rounds")]
    assert words(surely(replace(coins, rules=Rules(some)))) == [
        "No rule surely moved the starter's edge or the share of tied rounds beyond its margin.",
        "Of 2 effects 1 is not settled; about 950 more deals a variant would settle it.",
    ]
    assert surely(replace(coins, rules=Rules())) is None


def test_at_most_five_findings_are_told(coins):
    many = [of(0.1 + n / 100, 0.01, n) for n in range(7)]
    said = words(surely(replace(coins, rules=Rules(many))))
    assert len(said) == 6 and said[-1] == "2 more effects are larger than the margin."


def test_of_a_variant_that_keeps_to_all_targets_everything_is_told_that_moved_with_it(coins):
    rows = [row(EDGE, 0.08, 0.012), row("tied_rounds", 0.1, 0.1), row("close", 0.4, 0.6, primary=False)]
    change = Change("coin_supply=8", {r.metric: r for r in rows}, 3, 150, 2, even=True, label="coin_supply=8")
    target, within = (
        Target({"within": 0.02}, -0.02, 0.02),
        Value(Estimate(0.01, 0.0, 0.02, 9, 9, "max_t", "share")),
    )
    met, missed = Marked(EDGE, target, within, Mark.MET), Marked(EDGE, target, within, Mark.MISSED)
    context = replace(coins, rules=Rules(differences=[change]), marks={0: [met], 1: [missed], 2: [missed]})
    section = recommended.build(context)
    assert words(section) == ["With coin_supply=8 move close +20.0 pp, first_player_advantage −6.8 pp."]
    assert [line[:4] for line in section.tables[0].rows] == [
        ["coin_supply=8", f"close,{SPACE}%".replace(SPACE, " "), "40.0 → 60.0", "+20.0"],
        ["coin_supply=8", "first_player_advantage, pp", "+8.0 → +1.2", "−6.8"],
    ]
    assert recommended.build(replace(context, marks={0: [missed]})) is None
    based = recommended.build(replace(context, marks={1: [met]}))
    assert words(based) == ["The baseline itself keeps to all targets: coin_supply=12."]
