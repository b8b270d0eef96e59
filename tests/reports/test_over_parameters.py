"""Pictures of what was varied: curves, maps and tornados show the numbers of the run, and mark what surely moved."""

import numpy as np
import pytest
from matplotlib import colormaps
from matplotlib.figure import Figure

from balance.stats.verdicts import Word
from reports import curves, heat, tornado
from reports.grids import across, grids
from reports.heat import luminance
from reports.sections import effects
from tests.reports.test_rules import effect

TURNS = "turns_mean"


@pytest.fixture
def crossed(make_run, told, look):
    """crossed(levels of a, of b, of c, …) -> a run that crosses them, 40 deals a variant; b adds a turn a level."""
    round_, variant = told

    def make(**levels):
        cells = [{}]
        for name, values in levels.items():
            cells = [{**cell, name: value} for cell in cells for value in values]
        deals = [
            [[[round_([n % 3, (n + 1) % 3], turns=10 + cell["b"] + n % 2)]] for n in range(40)]
            for cell in cells
        ]
        labels = [",".join(f"{n}={x}" for n, x in cell.items()) for cell in cells]
        run = make_run([variant(some, label=name) for some, name in zip(deals, labels, strict=True)])
        for row, cell in zip(run.spec["variants"], cells, strict=True):
            row |= {"parameters": cell, "overrides": cell, "baseline": 0}
        run.spec["asked"] = {"vary": [[name, ""] for name in levels], "one_by_one": False}
        return look(run)

    return make


def test_a_curve_goes_through_the_values_and_its_band_through_their_limits(coins):
    [grid] = grids(coins)
    assert (grid.names, grid.levels["coin_supply"], grid.baseline) == (["coin_supply"], [8, 12, 24], (12,))
    shown = curves.panel(coins, grid, "coin_supply", "first_player_advantage")
    axes = Figure().subplots()
    curves.draw(shown, axes)
    found = [coins.estimate(v, "first_player_advantage") for v in coins.variants]
    line = axes.lines[0]
    assert list(line.get_xdata()) == [8, 12, 24]
    assert list(line.get_ydata()) == pytest.approx([100 * e.value for e in found])
    corners = axes.collections[0].get_paths()[0].vertices[:, 1]
    assert corners.min() == pytest.approx(100 * min(e.low for e in found))
    assert corners.max() == pytest.approx(100 * max(e.high for e in found))
    assert [text.get_text() for text in axes.texts] == ["even"]
    assert shown.base == (12, found[1].value)


def test_two_crossed_parameters_have_a_line_each_and_a_cell_each(crossed):
    context = crossed(a=[0, 1, 2], b=[0, 1, 2, 3])
    [grid] = grids(context)
    shown = curves.panel(context, grid, "b", TURNS)
    assert [line.label for line in shown.lines] == ["a=0", "a=1", "a=2"]
    assert [[e.value for _, e in line.points] for line in shown.lines] == [[10.5, 11.5, 12.5, 13.5]] * 3
    assert across(grid) == ("a", "b")
    found = heat.numbers(context, grid, TURNS, "a", "b")
    [panel] = found.panels
    assert [[cell.value.value for cell in row] for row in panel.cells] == [[10.5, 11.5, 12.5, 13.5]] * 3
    assert (found.centre, found.of, found.span) == (10.5, "the baseline", 3.0)
    assert [cell.base for row in panel.cells for cell in row] == [True] + [False] * 11
    words = {c.label: c.metrics[TURNS].verdict.word for c in context.rules.differences}
    for a, row in enumerate(panel.cells):
        for b, cell in enumerate(row):
            assert (
                (cell.moved == 1) == (words.get(f"a={a},b={b}") is Word.CHANGED) == (b > 1)
            )  # a turn is not settled
    axes = Figure().subplots()
    heat.draw(found, panel, axes, room=True)
    assert [t.get_text().split("\n")[0] for t in axes.texts[:4]] == ["10.50", "11.50", "12.50 ▲", "13.50 ▲"]


def test_a_third_parameter_has_a_panel_for_each_level(crossed):
    context = crossed(a=[0, 1, 2], b=[0, 1, 2], c=["x", "y"])
    [grid] = grids(context)
    assert across(grid) == ("a", "b")
    found = heat.numbers(context, grid, TURNS, "a", "b")
    assert [panel.label for panel in found.panels] == ["c=x", "c=y"]
    drawn = effects.build(context).charts
    assert [chart.svg.count("heat-") > 0 for chart in drawn].count(
        True
    ) == 3  # one a metric; six curves are too many
    assert not any('id="curves-' in chart.svg for chart in drawn)


def test_words_on_every_colour_of_a_map_are_legible():
    for place in np.linspace(0.08, 0.92, 100):
        face = luminance(colormaps[heat.COLOURS](place)[:3])
        ink = 1.0 if face < 0.18 else luminance([0x11 / 255] * 3)
        light, dark = max(face, ink), min(face, ink)
        assert (light + 0.05) / (dark + 0.05) >= 4.0


def test_two_values_or_words_have_no_curve(crossed):
    [grid] = grids(crossed(a=["x", "y", "z"], b=[0, 1]))
    assert curves.over(grid) is None and across(grid) is None


def test_a_tornado_has_the_widest_on_top_and_names_what_lies_together_once():
    some = [
        effect(0.02, 0.001, factor="a=1"), effect(-0.05, 0.001, factor="a=2"), effect(0.06, 0.001, factor="b=1"),
        effect(0.01, 0.001, factor="c=1"),
    ]  # fmt: skip
    bars = tornado.bars(some, "first_player_advantage")
    assert [(bar.name, bar.low, bar.high) for bar in bars] == [
        ("a", -0.05, 0.02),
        ("b", 0, 0.06),
        ("c", 0, 0.01),
    ]
    assert tornado.says_more(some) and not tornado.says_more(some[:3])
    assert not tornado.says_more([*some, effect(0.1, 0.01, factor="a=1:b=1", kind="interaction")])
    assert tornado.labels([("2", 0.0), ("0", 0.001), ("9", 1.0)], 1.0) == [(0.0, "2, 0"), (1.0, "9")]
