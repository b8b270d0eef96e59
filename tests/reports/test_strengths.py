"""Whether a verdict holds whoever plays, in words and in the picture, from figures that are given."""

import pytest
from matplotlib.figure import Figure

from balance.stats.estimate import Estimate
from balance.stats.strengths import Row, Rung, Strengths
from reports.sections.skill import draw
from reports.strengths import cell, lies, sizes, told, turning
from reports.words import SPACE

EDGE, PLAYERS = "first_player_advantage", ("random", "greedy", "search:50")
HELPS, HURTS, SMALL, LITTLE, OPEN = (
    (0.05, 0.07),
    (-0.06, -0.04),
    (-0.004, 0.006),
    (0.002, 0.03),
    (-0.03, 0.03),
)


def rung(player, limits, reason=None):
    low, high = limits
    return Rung(player, 0, Estimate((low + high) / 2, low, high, 900, 100, "max_t", "share"), 0.01, reason)


def row(label, *limits):
    return Row(label, 2, EDGE, [rung(name, each) for name, each in zip(PLAYERS, limits, strict=True)])


UP, DOWN = "(+6.0 pp, +5.0 to +7.0)", "(−5.0 pp, −6.0 to −4.0)"
"""The same in words."""


@pytest.mark.parametrize(
    ("limits", "head", "clauses"),
    [
        (
            (HELPS, HURTS, HURTS),
            "The verdict turns with strength",
            [
                f"starting helps between equal random players {UP}",
                f"starting hurts between equal greedy players {DOWN} and search:50 ones {DOWN}",
            ],
        ),
        (
            (HELPS, SMALL, HELPS),
            "This does not hold for all players",
            [
                f"starting helps between equal random players {UP} and search:50 ones {UP}",
                "starting matters little between equal greedy players (+0.1 pp, −0.4 to +0.6)",
            ],
        ),
        (
            (HELPS, HELPS, HELPS),
            "Starting helps with all these players",
            [f"random {UP}, greedy {UP} and search:50 {UP}"],
        ),
        (
            (HELPS, LITTLE, OPEN),
            "Whether this holds for all players is not settled",
            [
                f"starting helps between equal random players {UP}",
                "starting helps or matters little between equal greedy players (+1.6 pp, +0.2 to +3.0)",
                "it is not settled between equal search:50 players (0.0 pp, −3.0 to +3.0)",
            ],
        ),
    ],
)
def test_a_sentence_says_what_the_intervals_do(limits, head, clauses):
    [said] = told([row("defaults", *limits)])
    assert said.replace(SPACE, " ") == f"{head}: {'; '.join(clauses)}."


def test_of_many_those_that_do_not_hold_and_how_many_others():
    rows = [row(f"a={n}", HELPS, HELPS, OPEN) for n in range(3)]
    rows += [row("b=1", HELPS, HURTS, OPEN), row("b=2", HELPS, HELPS, SMALL), row("b=3", HELPS, HELPS, HELPS)]
    turns, some, others = told(rows)
    assert turns.startswith("With b=1, the verdict turns with strength: ")
    assert some.startswith("With b=2, this does not hold for all players: ")
    assert (
        others
        == "For 1 of 6 variants it holds for all these players; for 3 of 6 variants that is not settled."
    )


def test_the_warning_names_what_turns_and_whom_all_else_is_of():
    found = Strengths(PLAYERS, "greedy", {}, [row("a=1", HELPS, HURTS, OPEN), row("a=2", HELPS, SMALL, OPEN)])
    [warning] = turning(found)
    assert warning.startswith("The verdict turns with strength (whether starting helps; a=1): ")
    assert warning.endswith("what stands here holds between equal greedy players only.")
    assert turning(Strengths(PLAYERS, "greedy", {}, [row("a=2", HELPS, SMALL, OPEN)])) == []


def test_sizes_and_cells():
    found = Strengths(PLAYERS, "greedy", {"random": 900, "greedy": 900, "search:50": 90}, [])
    assert (
        sizes(found)
        == f"All played the same 900{SPACE}deals, search:50 the first 90 of them: a search takes long."
    )
    one = row("a=1", HELPS, LITTLE, OPEN)
    assert next(cell(one, each) for each in one.rungs) == ("+6.0", "+5.0 to +7.0")
    assert [lies(each) for each in one.rungs] == ["helps", "helps or within the margin", "not settled"]
    tied = rung("random", HELPS, "all rounds were tied")
    assert cell(one, tied) == ("–", "")
    assert lies(tied) == "none: all rounds were tied"


def test_the_picture_has_a_line_a_variant_from_weak_to_strong():
    rows = [row("a=1", HELPS, HURTS, OPEN), row("a=2", HELPS, SMALL, OPEN)]
    axes = Figure().subplots()
    draw(Strengths(PLAYERS, "greedy", {}, rows), rows, axes)
    band, zero, _, first, _, second = [*axes.patches, *axes.lines]
    assert (band.get_y(), band.get_height()) == pytest.approx((-1, 2))
    assert zero.get_ydata() == [0, 0]
    assert first.get_ydata() == pytest.approx([6, -5, 0])
    assert second.get_ydata() == pytest.approx([6, 0.1, 0])
    assert [text.get_text() for text in axes.get_xticklabels()] == list(PLAYERS)
    assert [text.get_text() for text in axes.texts] == ["a=1", "a=2"]
