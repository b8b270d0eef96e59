"""Targets in words."""

import pytest

from balance.stats.estimate import Estimate
from balance.stats.marks import Marked
from balance.stats.members import Value
from balance.stats.targets import Mark
from balance.workflows.asking.targets import parsed
from reports.marks import FEW, found, summary, wanted


def marked(metric, form, value, half, mark, unit="share", reason=None, **more):
    e = Estimate(value, value - half, value + half, 100, 50, "max_t", unit, **more)
    return Marked(metric, parsed({metric: form})[metric], Value(e, reason=reason), Mark(mark))


EDGE = marked("first_player_advantage", {"within": 0.02}, 0.003, 0.005, "✓")
TIED = marked("tied", {"at_most": 0.05}, 0.08, 0.01, "✗")
TURNS = marked("turns_mean", {"between": [15, 30]}, 30.0, 0.5, "?", "turns")


def plain(text):
    return text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("one", "target", "value"),
    [
        (EDGE, "within ±2 pp", "+0.3 pp (−0.2 to +0.8)"),
        (TIED, "at most 5 %", "8.0 % (7.0–9.0)"),
        (TURNS, "15 to 30", "30.00 (29.50–30.50)"),
        (marked("points_seat_0", {"at_least": -2.5}, 1.0, 0.1, "✓", "points"), "at least −2.5", "1.00 (0.90–1.10)"),
    ],
)  # fmt: skip
def test_what_is_wanted_and_what_was_found(one, target, value):
    assert (plain(wanted(one)), plain(found(one))) == (target, value)


def test_who_does_not_keep_to_which_target_and_why():
    rows = [("a", [EDGE, EDGE]), ("b", [EDGE, TIED]), ("c", [TURNS]),
            ("d", [marked("close", {"at_most": 1}, 0.5, 0.1, "?", reason="more than 5% were capped")])]  # fmt: skip
    assert [plain(line) for line in summary(rows)] == [
        "Of 4 variants 1 keeps to all targets: a.",
        "b: ✗ tied is 8.0 % (7.0–9.0), wanted at most 5 %.",
        "c: ? turns_mean is 30.00 (29.50–30.50), too wide an interval to say whether 15 to 30.",
        "d: ? nothing can be said of close, wanted at most 100 %: more than 5% were capped.",
    ]
    assert plain(summary(rows[:1] * 2, "tweak")[0]) == "All 2 tweaks keep to all targets."
    assert summary(rows[:1]) == ["All targets are met."]
    assert summary(rows[1:2])[0] == "Not all targets are met."


def test_many_are_not_told_one_by_one():
    told = summary([(f"v{n}", [TIED]) for n in range(FEW + 3)])
    assert plain(told[0]) == "Of 11 variants none keeps to all targets."
    assert len(told) == FEW + 2
    assert told[-1] == "The other 3 who do not stand in the table."
