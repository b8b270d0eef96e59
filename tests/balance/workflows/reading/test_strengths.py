"""What runs with line-ups of several strengths say: told by hand, and Tic-tac-toe, whose value is known."""

import json

import pytest

import balance
from balance.stats.proportions import student
from balance.stats.strengths import ANYWHERE, Held, Side
from balance.store.run import Run
from balance.workflows.asking.asked import Asked
from balance.workflows.compare import compare_runs
from balance.workflows.listener import Listener
from balance.workflows.reading.learned import learn
from balance.workflows.report import write
from balance.workflows.resume import resume
from reports.words import SPACE

EDGE = "first_player_advantage"
TOLD, RANDOM, SEARCH = "greedy", "random", "search:50"
SKILL = {"players": [RANDOM, TOLD, SEARCH], "told": TOLD}


@pytest.fixture(scope="module")
def play(write_run, told, tmp_path_factory):
    """play(greedy, random, …) -> a run of two variants with three line-ups, coin_supply 0 and 1.

    greedy, random: of 20 rounds how many the starter wins, in each variant. They play 600 deals of a round, the search
    the first 200 of them, in which it wins as greedy does.
    """
    round_, variant = told
    home = tmp_path_factory.mktemp("strengths")

    def deals(wins, n):
        """Seat 0 starts, and wins the rounds of 20 whose number is below."""
        return [[[round_([2, 0] if (7 * deal) % 20 < wins else [0, 2])]] for deal in range(n)]

    def make(greedy, random, **asked):
        lines = ((TOLD, greedy, 600), (RANDOM, random, 600), (SEARCH, greedy, 200))
        rows = [
            variant(deals(wins[i], n), label=f"{name}-{i}", lineup=(name, name))
            for name, wins, n in lines
            for i in (0, 1)
        ]
        run = write_run(home / f"run-{len(list(home.iterdir()))}", rows, asked=asked, skill=SKILL)
        for v in run.spec["variants"]:
            name, changed = v["lineup"][0], v["variant"] % 2
            v["label"] = ("" if name == TOLD else f"players={name},") + f"coin_supply={changed}"
            v["parameters"] = {"coin_supply": changed}
            v["overrides"] = {"coin_supply": 1} if changed else {}
            v["baseline"] = v["variant"] - changed
        return run.rewritten(run.spec)

    return make


@pytest.fixture(scope="module")
def planted(play):
    """Random starters win 15 of 20 rounds, greedy ones 5 and with the tweak 15: it turns, and then holds."""
    return play((5, 15), (15, 15), tweaks=[{"coin_supply": 1}])


@pytest.fixture(scope="module")
def learned(planted):
    """What the planted run says."""
    return learn(planted)


def test_a_planted_turn_is_found_and_nothing_else(learned):
    found = learned.strengths
    turns, holds = found.levels
    assert (turns.label, turns.held) == ("coin_supply=0", Held.TURNS)
    assert (holds.label, holds.held) == ("coin_supply=1", Held.ALL)
    assert [rung.player for rung in turns.rungs] == [RANDOM, TOLD, SEARCH]
    assert [rung.estimate.value for rung in turns.rungs] == [0.25, -0.25, -0.25]
    assert [rung.sides for rung in turns.rungs] == [{Side.ABOVE}, {Side.BELOW}, {Side.BELOW}]
    assert found.deals == {RANDOM: 600, TOLD: 600, SEARCH: 200}


def test_intervals_hold_at_once_and_are_no_wider_than_bonferronis(learned):
    """Six members: wider than one alone, at most as wide as 5 % by six makes it; 1 % for Wilson's asymmetry."""
    for row in learned.strengths.levels:
        for rung in row.rungs:
            alone = learned.measured[rung.variant][EDGE]
            wider = (rung.estimate.high - rung.estimate.low) / (alone.high - alone.low)
            assert 1 < wider < 1.01 * student(199, 1 - 0.05 / 6) / student(199, 0.95)
            assert rung.estimate.method == "max_t"


def test_everything_else_is_told_of_one_line_up(planted, learned):
    alone = learn(planted.told)
    assert alone.strengths is None
    [difference] = learned.differences
    assert difference.tweaked["label"] == "coin_supply=1"
    assert difference.rows() == alone.differences[0].rows()
    assert learned.measured[0] == alone.measured[0]
    assert set(learned.measured) == set(range(6))
    assert learned.measured[4][EDGE].clusters == 200


def test_a_tweak_that_changes_nothing_for_others(learned):
    """With it greedy and searching starters win half as many rounds more, random ones as many as before."""
    edge, *_ = learned.strengths.changes
    assert (edge.label, edge.metric) == ("coin_supply=1", EDGE)
    assert [rung.comparison.difference.value for rung in edge.rungs] == [0.0, 0.5, 0.5]
    assert edge.held is Held.SOME


def test_a_tweak_that_does_the_opposite_for_others(play):
    run = play((5, 15), (15, 5), tweaks=[{"coin_supply": 1}])
    compared = compare_runs([str(run.path)], Asked())
    assert [t.tweaked["label"] for t in compared.tweaks] == ["coin_supply=1"]
    edge, *_ = compared.strengths.changes
    assert edge.held is Held.TURNS
    assert [rung.comparison.difference.value for rung in edge.rungs] == [-0.5, 0.5, 0.5]
    assert [rung.comparison.verdict.word.value for rung in edge.rungs] == ["CHANGED"] * 3
    assert json.loads(compared.as_json())["strengths"]["changes"][0]["held"] == "TURNS WITH STRENGTH"


def test_a_wider_margin_makes_small_what_is_even(play):
    """600 rounds say nothing about a margin of 1 in 100, but that 10 of 20 is less than 15 more than even."""
    run = play((10, 10), (15, 15), tweaks=[{"coin_supply": 1}])
    assert {row.held for row in learn(run).strengths.levels} == {Held.OPEN}
    levels = compare_runs([str(run.path)], Asked(margins={EDGE: 0.15})).strengths.levels
    assert {row.held for row in levels} == {Held.SOME}


def test_the_report_warns_draws_all_and_tells_the_rest_of_one(planted, learned):
    [path] = write(planted, learned)
    text = path.read_text().replace(SPACE, " ")
    told = text[text.index('id="skill"') :]
    assert "The verdict turns with strength (what a tweak" not in text
    assert (
        "The verdict turns with strength (whether starting helps; coin_supply=0): what stands here holds"
        in text
    )
    assert "starting helps between equal random players (+25.0 pp" in told
    assert "starting hurts between equal greedy players (−25.0 pp" in told
    assert "With coin_supply=1, starting helps with all these players: random (+25.0 pp" in told
    assert "search:50 the first 200 of them" in told
    assert "between equal random players" not in text[: text.index('id="skill"')]


def test_an_incomplete_run_tells_what_holds_at_every_look(play):
    run = play((5, 15), (15, 15), tweaks=[{"coin_supply": 1}])
    max(run.path.glob("commits/*.json")).unlink()
    found = learn(Run.open(run.path)).strengths
    assert found.levels[0].held is Held.TURNS
    assert found.levels[0].rungs[0].estimate.method == "always_valid"
    assert found.changes == []
    assert "once the run is complete" in found.notes[0]


@pytest.fixture(scope="module")
def tictactoe(tmp_path_factory):
    """Random players, whose starter wins 58.5 % and ties 12.7 %, and searching ones, who always tie."""
    out = tmp_path_factory.mktemp("skill") / "tictactoe"
    return balance.sweep("tictactoe", skill=True, matches=300, out=out, log="rounds", report=False)


def test_tictactoe_between_those_who_can_play_says_nothing_of_starting(tictactoe):
    [row] = tictactoe.strengths.levels
    weak, strong = row.rungs
    assert (weak.estimate.clusters, strong.estimate.clusters) == (300, 30)
    assert weak.estimate.low < 0.148412698 < weak.estimate.high  # 0.584920635 + 0.126984127 / 2 − 1/2
    assert weak.sides == {Side.ABOVE}
    assert strong.sides == ANYWHERE
    assert strong.reason == "all rounds were tied, so nothing is known of starting"
    assert row.held is Held.OPEN


def test_line_ups_play_the_same_deals_and_can_be_told_apart_in_sql(tictactoe):
    rows = tictactoe.sql(
        "select label, lineup, count(distinct deal) as deals, max(deal) as last from matches join variants "
        "using (variant) group by all order by deals"
    )
    assert rows.rows() == [
        ("players=search:2000", "search:2000,search:2000", 30, 29),
        ("defaults", "random,random", 300, 299),
    ]
    assert "--skill" in tictactoe.run.spec["command"]
    assert "--players" not in tictactoe.run.spec["command"]


def test_an_interrupted_run_goes_on(tictactoe):
    max(tictactoe.run.path.glob("commits/*.json")).unlink()
    again = resume(tictactoe.run.path, 1, Listener())
    assert again.strengths.to_json() == tictactoe.strengths.to_json()
