"""What is said of the best variant: no more than the fresh deals say."""

from dataclasses import replace

from balance.stats.aims import Aim
from balance.stats.best import Best, Finalist
from balance.stats.estimate import Estimate
from balance.stats.members import Value
from reports.best import rows, sentences, wanted
from tests.reports.test_changes import row

EDGE = "first_player_advantage"
VARIANTS = [{"variant": n, "seats": 2, "lineup": ["a", "a"]} for n in range(4)]


def edge(value, half=0.004):
    return Estimate(value, value - half, value + half, 1000, 500, "max_t", "share")


def finalist(number, value, lead=None, edge_was=None, against=(), **more):
    was = edge(value - 0.01 if edge_was is None else edge_was)
    return Finalist(
        number, f"v{number}", was, Value(edge(value)), lead, None, {r.metric: r for r in against}, **more
    )


FIRST = finalist(1, 0.012, against=[row(EDGE, 0.08, 0.012), row("tied_rounds", 0.1, 0.1),
                                    row("turns_mean", 20.0, 23.0, 0.05, "turns", 0.4, primary=False)])  # fmt: skip
BEST = Best(Aim(EDGE, 0.0), [FIRST, finalist(2, 0.03, (0.004, 0.02))], 0, finalist(0, 0.08), [1], [], [],
            range(500, 1000), "run/fresh")  # fmt: skip


def said(best):
    return " ".join(sentences(best, VARIANTS)).replace("\N{NO-BREAK SPACE}", " ")


def test_the_best_is_told_with_the_old_value_the_runner_up_and_the_price():
    assert said(BEST) == (
        "Best: v1. On 500 fresh deals its first_player_advantage is +1.2 pp (+0.8 to +1.6), +0.2 pp in the sweep; that "
        "is nearer to 0 than the runner-up, v2, by 0.4 to 2.0 pp. With v1, the game is fairer: the starter's edge "
        "falls from +8.0 to +1.2 pp (−6.8, −7.0 to −6.6); the share of tied rounds stays within its margin. "
        "Beyond their margins, too, against the baseline: turns_mean +3.00."
    )
    assert wanted(BEST) == "first_player_advantage nearest to 0"
    assert [cells[0] for cells in rows(BEST)] == ["v1", "v2", "v0"]


def test_low_and_high_are_named():
    for wanted_, word in (("low", "lower"), ("high", "higher")):
        best = replace(BEST, aim=Aim(EDGE, wanted_))
        assert f"; that is {word} than the runner-up, v2, by 0.4 to 2.0 pp." in said(best)
    assert (
        wanted(replace(BEST, aim=Aim(EDGE, 0.05))) == "first_player_advantage nearest to 5\N{NO-BREAK SPACE}%"
    )


def test_where_the_first_does_not_surely_lead_there_is_no_best():
    assert said(replace(BEST, level=[1, 2])) == "On 500 fresh deals these 2 cannot be told apart: v1 and v2."


def test_the_same_play_is_no_runner_up():
    told = said(replace(BEST, level=[1, 2], twins=[2]))
    assert told == "v1 and v2 play out identically on all 500 fresh deals: there is no best among them."


def test_whom_it_stands_for_and_who_was_left_out_is_said():
    told = said(replace(BEST, finalists=[replace(FIRST, same=["v3"]), BEST.finalists[1]], beyond=["v7"]))
    assert told.startswith("Best of the 2 measured again: v1. ")
    assert "v1 stands for v3, too: all deals of the sweep are the same in them." in told
    assert told.endswith("1 more variant may be the best, too, but were too many to be measured again.")


def test_the_baseline_may_be_the_best_itself():
    assert said(
        replace(BEST, finalists=[finalist(0, 0.01), BEST.finalists[1]], level=[0], again=None)
    ).endswith("It is the baseline.")


def test_a_reason_is_all_that_is_said():
    none = Best(
        Aim("tied", "low"),
        [],
        0,
        None,
        [],
        [],
        [],
        range(0),
        "",
        "all 3 variants are identical on all 9 deals",
    )
    assert said(none) == "No best can be told: all 3 variants are identical on all 9 deals."
    assert none.best is None and wanted(none) == "tied lowest"
