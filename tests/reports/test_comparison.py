"""The report of a comparison: the same numbers as the terminal's, before all else."""

import json

import numpy as np
import pytest

import balance
from balance.store.query import connect
from balance.workflows.asking.asked import Asked
from balance.workflows.compare import compare_runs
from balance.workflows.reading.learned import learn
from balance.workflows.report import report, rules_of
from reports.changes import figures
from reports.first import result
from reports.page import opened
from reports.said import Said
from reports.sections.comparison import build
from reports.words import SPACE


@pytest.fixture
def deals(told):
    """deals(longer): 220 deals of two rounds; longer adds turns to every third deal's rounds."""
    round_, _ = told

    def make(longer=0):
        rng = np.random.default_rng(5)
        return [
            [
                [
                    round_(
                        (rng.permutation(2) * 2).tolist(),
                        turns=int(rng.integers(8, 20)) + longer * (n % 3 == 0),
                    )
                ]
                * 2
            ]
            for n in range(220)
        ]

    return make


@pytest.fixture
def compared(make_run, told, deals):
    """compared(longer, …) -> a run of a baseline and a tweak for each."""
    _, variant = told

    def make(*longer, **more):
        tweaked = [variant(deals(n), label=f"coin_supply={13 + i}") for i, n in enumerate(longer)]
        asked = {"tweaks": [{"coin_supply": str(13 + i)} for i in range(len(longer))]}
        return make_run([variant(deals()), *tweaked], asked=asked, **more)

    return make


@pytest.fixture
def section():
    """section(run) -> the section of its report, and all its words and those before all else."""

    def make(run):
        learned = learn(run)
        with connect(run) as con:
            context = opened(run, learned.measured, con, Said(rules=rules_of(run, learned)))
            built, first = build(context), result(context)
        if built is None:
            return None, ""
        cells = [cell for table in built.tables for row in table.rows for cell in row]
        words = [first.title, *first.sentences, *built.sentences, *built.notes, *cells]
        return built, " ".join(words).replace(SPACE, " ")

    return make


def test_the_numbers_are_those_of_the_terminal(compared, section):
    run = compared(3)
    built, said = section(run)
    [tweak] = compare_runs([str(run.path)], Asked()).tweaks
    assert said.startswith("What does coin_supply=13 change? With coin_supply=13, ")
    assert (
        "Compared with the defaults, between equal greedy players, on the same 220 deals: coin_supply=13."
        in said
    )
    turns = figures(tweak.metrics["turns_mean"])
    assert f"the mean number of turns rises from {turns.base} to {turns.tweaked} ({turns.clause})" in said
    assert (
        f"{turns.base} → {turns.tweaked} {turns.difference} {turns.interval} {turns.margin} CHANGED –" in said
    )
    assert f"turns {tweak.metrics['turns_mean'].difference.correlation:.3f}" in said
    assert len(built.charts) == 1
    assert "nan" not in said


def test_several_tweaks_are_told_one_by_one_and_one_that_changes_nothing_as_that(compared, section):
    _, said = section(compared(3, 0))
    assert said.startswith("What do the tweaks change? ")
    assert "With coin_supply=14, all 220 deals play out identically: it changes nothing." in said
    assert "coin_supply=13 turns" in said


def test_a_sweep_has_no_such_section(make_run, told, deals, section):
    _, variant = told
    run = make_run([variant(deals()), variant(deals(3), label="coin_supply=13")])
    assert section(run) == (None, "")


def test_without_its_baseline_the_report_says_why(compared, section):
    run = compared(3)
    run.spec["asked"]["baseline"] = "gone"
    (run.path / "run.json").write_text(json.dumps(run.spec), encoding="utf-8")
    assert "'gone' is not the name of a saved baseline" in section(run)[1]


def test_what_moved_besides_is_listed(compared, section):
    run = compared(5)
    run.spec["asked"]["metrics"] = ["tied_rounds"]
    built, said = section(run)
    besides = built.tables[1]
    assert [line[0] for line in besides.rows] == ["turns", "turns_p95"]
    assert "Beyond their margins, too, are 2 other metrics." in said


def test_a_comparison_that_is_played_has_it_too(tmp_path):
    found = balance.compare("pig", [{"komi": 4}], matches=300, log="rounds", out=tmp_path / "run")
    html = found.run.report.read_text(encoding="utf-8")
    assert html.index("What does komi=4 change?") < html.index("What was asked")
    assert report(found.run.path).paths[0].read_text(encoding="utf-8") == html
