"""How long rounds are, and how long people would sit at them: held to sums by hand."""

import numpy as np
import pytest
from scipy.stats import t as student

from reports.ratios import at_most
from reports.sections import endings, lengths, minutes
from reports.words import SPACE


def plain(texts):
    return " ".join(map(str, texts)).replace(SPACE, " ")


@pytest.fixture
def toy(make_run, told, look):
    """Four deals of a match of two rounds each; one round of the last deal met the cap."""
    round_, variant = told
    choices = [(12, 18), (24, 6), (30, 30), (12, 60)]
    deals = [
        [
            [
                round_([2, 1], turns=5 + i, choices=a),
                round_([1, 2], turns=8, choices=b, end="cap" if i == 3 else "target"),
            ]
        ]
        for i, (a, b) in enumerate(choices)
    ]
    return look(make_run([variant(deals)]))


def test_minutes_are_the_choices_of_a_round_and_of_a_match(toy):
    table, told = minutes.build(toy)
    [row] = table.rows
    rounds, matches = row[1].numbers, row[2].numbers
    assert rounds["value"] == pytest.approx((12 + 18 + 24 + 6 + 30 + 30 + 12) / 7 * minutes.SECONDS / 60)
    whole = np.array([30, 30, 60, 72]) * minutes.SECONDS / 60
    half = student.ppf(0.975, 3) * whole.std(ddof=1) / 2
    assert [matches[k] for k in ("value", "low", "high")] == pytest.approx(
        [whole.mean(), whole.mean() - half, whole.mean() + half]
    )
    assert matches["n"] == 4
    assert "Assuming 10 seconds a decision between several choices" in plain(told)
    assert "a match at least 8.0" in plain(told)  # a capped round would have gone on


def test_a_capped_round_never_ends_in_the_picture_of_lengths(toy):
    drawn = []

    class Axes:
        def __getattr__(self, name):
            return lambda *args, **more: drawn.append((name, args, more))

    reached = at_most(toy, "turns")
    lengths.draw([(toy.variants[0], "defaults", 1 / 8)], reached, 20, Axes())
    turns, share = next(args[:2] for name, args, _ in drawn if name == "plot")
    assert list(turns) == [4, 5, 6, 7, 8, 20]
    assert share == pytest.approx((0, 12.5, 25, 37.5, 87.5, 87.5))


def test_the_section_says_that_capped_lengths_are_open(toy):
    section = endings.build(toy)
    assert "their length is open" in section.charts[1].read
    assert [table.caption for table in section.others] == [
        "Minutes, assuming 10 seconds a decision between several choices: value and 95 % interval"
    ]
