"""The best variant told by fresh deals: Pig to 20 points, whose starter wins far too often without komi."""

import shutil
from pathlib import Path

import pytest

import balance as api
from balance.store.run import Run
from balance.workflows import best
from balance.workflows.asking.request import Request
from balance.workflows.listener import Listener
from balance.workflows.planning import plan
from balance.workflows.reading.learned import learn
from balance.workflows.reading.measure import measure
from balance.workflows.sweep import Plan, playing, remeasure

MATCHES = 1_500
WORDS = ("sweep", "pig", "--set", "target=20", "--log", "rounds", "-q")
EDGE = "first_player_advantage"


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    """A komi of 0 or 10; how many turns are too many makes no difference."""
    return api.sweep("pig", set={"target": 20}, vary={"komi": [0, 10], "max_turns": [900, 1000]}, matches=MATCHES,
                     log="rounds", best=EDGE, out=tmp_path_factory.mktemp("best") / "run")  # fmt: skip


def test_the_planted_best_is_found_and_only_fresh_numbers_are_quoted(planted):
    told = planted.best.to_json()
    assert told["best"] == "target=20,komi=10,max_turns=900"
    assert (told["metric"], told["aim"], told["deals"]) == (EDGE, 0.0, [MATCHES, 2 * MATCHES - 1])
    first, runner = told["finalists"]
    assert first["same"] == ["target=20,komi=10,max_turns=1000"]
    swept = planted.measured[first["variant"]][EDGE]
    assert first["was"]["value"] == swept.value != first["value"]
    assert first["low"] < first["value"] < first["high"]
    assert first["clusters"] == MATCHES
    assert first["from_baseline"]["high"] < -0.05
    assert {row["metric"] for row in first["moved"]} >= {"turns_mean"}  # what komi costs
    assert (
        runner["label"] == "target=20,komi=0,max_turns=1000"
    )  # the defaults stand for those that play as they do
    assert 0 < runner["lead"][0] < runner["lead"][1]


def test_the_fresh_run_is_a_run_on_deals_above_all_others(planted):
    fresh = Run.open(planted.path / "fresh")
    assert {v["first_deal"] for v in fresh.spec["variants"]} == {MATCHES}
    assert fresh.spec["variants"][0]["overrides"]["komi"] == 0  # the baseline first
    used = planted.sql("select max(deal) from matches").item()
    assert used == MATCHES - 1  # the sweep's tables stay what they were
    assert api.open(fresh.path).sql("select min(deal) from matches").item() == MATCHES


def test_the_report_says_it_and_calls_fairer_what_is(planted):
    page = planted.run.report.read_text()
    section = page[page.index('id="best"') :].partition("</section>")[0]
    assert "Best: target=20,komi=10,max_turns=900. On 1,500" in section
    assert "the game is fairer: the starter&#39;s edge falls" in section.replace("’", "&#39;")
    assert "in the sweep" in section


def test_resume_goes_on_with_the_fresh_deals_and_ends_the_same(balance, planted):
    run = planted.run
    assert balance("resume", run.path).out == f"{run.path} is complete\n"
    next((run.path / "fresh/commits").iterdir()).unlink()
    assert best.found(run, planted.measured) is None
    resumed = balance("resume", run.path, "-q")
    assert resumed.code == 0, resumed.err
    assert "Best: target=20,komi=10,max_turns=900." in resumed.out
    assert f" --best {EDGE} " in resumed.out
    found = best.found(run, planted.measured).to_json()
    assert found == planted.best.to_json()


def test_what_was_left_of_a_killed_process_is_begun_again(planted, tmp_path):
    copied = tmp_path / "run"
    shutil.copytree(planted.path, copied)
    fresh = Run.open(copied / "fresh").spec
    (copied / "fresh/run.json").unlink()
    killed = Run.open(copied)
    assert best.found(killed, planted.measured) is None and not best.settled(killed)
    told = f"which variant is the best is told once all fresh deals are played: balance resume {copied}"
    assert told in learn(killed).notes
    again = best.begun(killed)
    assert (again.spec, again.commits()) == (fresh, [])


def on_own_deals(request):
    """A plan in which every variant has deals of its own."""
    made = plan.make(request, Listener())
    rows = [{**row, "first_deal": row["variant"] * row["clusters"]} for row in made.spec["variants"]]
    return Plan(made.request, made.game, made.runner, {**made.spec, "variants": rows}, 0.0, made.load)


def test_of_fifty_with_the_same_rules_none_is_the_best(tmp_path):
    """On deals of their own one is the nearest by luck; on the same fresh deals all are the same."""
    request = Request("pig", set={"target": 20}, vary=[("max_turns", "951:1000:1")], matches=60, log="rounds",
                      best=EDGE, report=False, out=tmp_path / "fifty")  # fmt: skip
    made = on_own_deals(request)
    with playing(made, Listener()) as (run, _):
        remeasure(run, made.game, made.runner, Listener())
    measured = measure(run)
    assert len({measured[n][EDGE].value for n in range(50)}) > 5
    none = best.found(run, measured)
    assert none.best is None
    assert len(none.finalists) == 8 and len(none.beyond) == 42
    assert {f.now.estimate.value for f in none.finalists} == {none.finalists[0].now.estimate.value}
    assert none.deals == range(50 * 60, 51 * 60)
    from reports.best import sentences

    told = " ".join(sentences(none, run.spec["variants"])).replace("\u00a0", " ")
    assert "play out identically on all 60 fresh deals: there is no best among them." in told
    assert "42 more variants may be the best, too" in told


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("--best first_player", "best: 'first_player' is not a metric"),
        ("--best tied_rounds", "tied_rounds=low, tied_rounds=high, or tied_rounds=NUMBER to be near to"),
        (
            "--best tied_rounds=lo",
            "best: tied_rounds: 'lo' is not low, high or a number; did you mean 'low'?",
        ),
        ("--best turns_mean=nan", "best: turns_mean: 'nan' is not low, high or a number"),
        ("--best first_player_advantage --seats 2,3", "possible with several numbers of seats"),
    ],
)
def test_wrong_input_is_one_line_and_nothing_is_written(balance, tmp_path, words, line):
    ran = balance("sweep", "pig", "--vary", "komi=0,4", *words.split())
    assert ran.code == 2
    assert line in ran.err
    assert ran.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_one_variant_has_no_best(balance):
    assert "possible with one variant" in balance("sweep", "pig", "--best", EDGE).err


def test_variants_that_all_play_the_same_have_no_best(balance):
    ran = balance(*WORDS, "--vary", "max_turns=989:1000:1", "--matches", 50, "--best", EDGE, "--no-report")
    assert ran.code == 0
    assert "No best can be told: all 12 variants are identical on all 50 deals." in ran.out
    assert not Path("data/runs/pig-001/fresh").exists()
