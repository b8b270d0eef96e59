"""balance compare, with Pig between equal players that hold at 20: who wins is known exactly for every komi."""

import json
from pathlib import Path

import pytest

import balance as api
from sims.errors import InputError

EXACT = -0.021319  # the starter's share of wins with a komi of 4, less that without: sims/games/pig/RULES.md
MATCHES = 4_000


@pytest.fixture
def compared(balance):
    """compared(…) -> the object that `balance compare pig … --json` prints."""

    def compare(*words):
        ran = balance("compare", *words, "--json", "-q")
        assert ran.code == 0, ran.err
        return json.loads(ran.out)

    return compare


def played(*words):
    return ("pig", *words, "--matches", MATCHES, "--log", "rounds", "--no-report")


def rows(told, metric):
    return {row["tweak"]: row for row in told["comparisons"] if row["metric"] == metric}


def test_the_difference_holds_the_exact_one(compared):
    told = compared(*played("--tweak", "komi=4", "--tweak", "komi=0"))
    assert list(told) == [
        "schema",
        "command",
        "runs",
        "stopped",
        "unpaired",
        "notes",
        "comparisons",
        "findings",
    ]
    assert told["schema"] == "card-balance/compare/1"
    assert told["runs"] == ["data/runs/pig-001"]
    assert told["command"] == (
        "balance compare pig --seats 2 --tweak komi=4 --tweak komi=0 --players hold20 --matches 4000 --seed 1 "
        "--log rounds"
    )
    edge = rows(told, "first_player_advantage")
    found = edge["komi=4"]
    assert set(found) >= {
        "metric", "tweak", "base", "tweaked", "difference", "margin", "verdict", "rho", "variance_ratio", "discordant",
        "identical", "clusters", "more_needed", "p_holm",
    }  # fmt: skip
    form = {"value", "low", "high", "n", "clusters", "method", "unit"}
    assert all(form <= set(found[side]) for side in ("base", "tweaked", "difference"))
    difference = found["difference"]
    assert difference["low"] < EXACT < difference["high"] < -0.01
    assert difference["value"] == pytest.approx(found["tweaked"]["value"] - found["base"]["value"])
    assert found["verdict"] == "CHANGED"
    assert found["rho"] == pytest.approx(0.96, abs=0.01)
    assert found["variance_ratio"] == pytest.approx(1 - found["rho"], abs=0.01)  # two equal spreads
    assert (found["margin"], found["more_needed"], found["clusters"]) == (0.01, None, MATCHES)
    same = edge["komi=0"]
    assert (same["identical"], same["discordant"], same["difference"]["value"]) == (MATCHES, 0, 0)
    assert rows(told, "tied_rounds")["komi=0"]["rho"] is None  # there are no ties: no spread


def test_people_get_a_table_and_a_sentence_a_tweak(balance):
    ran = balance(
        "compare",
        *played("--tweak", "komi=4", "--tweak", "komi=0", "--metric", "first_player_advantage"),
        "-q",
    )
    assert ran.code == 0, ran.err
    assert max(map(len, ran.out.split("\nagain:")[0].splitlines())) <= 80
    assert "the game is fairer: the starter's edge falls" in " ".join(ran.out.split())
    assert "With komi=0, all 4,000 deals play out identically: it changes nothing." in ran.out
    assert "nan" not in ran.out
    again = next(line for line in ran.out.splitlines() if line.startswith("again:"))
    assert again == (
        "again:  balance compare pig --seats 2 --tweak komi=4 --tweak komi=0 --players hold20 "
        "--metric first_player_advantage --matches 4000 --seed 1 --log rounds"
    )
    finer = balance("compare", "pig-001", "--margin", "first_player_advantage=0.0001").out.split("\n\n")
    assert "To settle" not in next(part for part in finer if part.startswith("komi=0 against"))


def test_threads_change_nothing_and_the_run_can_be_compared_again(compared):
    words = played("--tweak", "komi=4", "--metric", "turns_mean", "--margin", "turns_mean=0.1")
    one, two = (compared(*words, "--threads", n) for n in (1, 2))
    assert one["comparisons"] == two["comparisons"]
    assert rows(one, "turns_mean")["komi=4"]["margin"] == 0.1
    assert (
        compared("pig-001")["comparisons"] == one["comparisons"]
    )  # with the metrics and margins it was played for
    both = compared("pig-001", "pig-002")
    assert both["unpaired"] is None
    assert {row["identical"] for row in both["comparisons"]} == {MATCHES}


def test_a_baseline_is_kept_under_a_name_and_not_played_again(balance, compared):
    whole = compared(*played("--set", "target=50", "--tweak", "komi=4", "--save-baseline", "short"))
    told = compared("pig", "--tweak", "komi=4", "--baseline", "short", "--log", "rounds", "--no-report")
    assert told["runs"] == ["data/runs/pig-001", "data/runs/pig-002"]
    assert told["command"] == (
        "balance compare pig --baseline short --tweak komi=4 --matches 4000 --seed 1 --log rounds"
    )
    assert told["comparisons"] == whole["comparisons"]
    assert balance("runs").out.count("1 × 4000 matches") == 1
    other = compared(
        "pig", "--tweak", "komi=4", "--baseline", "short", "--log", "rounds", "--no-report", "--seed", 2
    )
    assert other["unpaired"] == "the seeds differ (1 and 2)"
    found = rows(other, "first_player_advantage")["komi=4"]
    assert (found["rho"], found["identical"], found["discordant"]) == (None, None, None)
    paired = rows(told, "first_player_advantage")["komi=4"]["difference"]
    assert found["difference"]["high"] - found["difference"]["low"] > 3 * (paired["high"] - paired["low"])


def test_three_seats_with_their_mirrors(compared):
    told = compared(
        "pig", "--seats", 3, "--players", "hold20,hold20,hold25", "--set", "target=30", "--tweak", "komi=3",
        "--matches", 900, "--no-report",
    )  # fmt: skip
    found = rows(told, "first_player_advantage")["komi=3"]
    assert found["clusters"] == 300
    assert found["base"]["n"] == 900
    assert "win_share_position_2" in {row["metric"] for row in told["comparisons"]}


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("pig --tweak kmi=4", "'kmi' is not a parameter of pig; did you mean 'komi'?"),
        ("pig --tweak komi", "tweak: 'komi' is not of the form NAME=VALUE"),
        ("pig --tweak komi=1,komi=2", "tweak: 'komi' is not given once"),
        ("pig --tweak komi=1 --tweak komi=1", "tweak: 'komi=1' is not given once"),
        ("pig --tweak komi=1 --metric turn_mean", "did you mean 'turns_mean'?"),
        ("pig --tweak komi=1 --margin turn_mean=1", "margin: 'turn_mean' is not a metric"),
        ("pig --tweak komi=1 --margin turns_mean=0", "margin: turns_mean: 0.0 is not a number above 0"),
        ("pig --tweak komi=1 --margin turns_mean=x", "margin: turns_mean: 'x' is not a number such as 0.01"),
        ("pig --tweak komi=1 --margin turns_mean", "margin: 'turns_mean' is not of the form NAME=VALUE"),
        ("pig --tweak komi=1 --baseline none", "baseline: 'none' is not the name of a saved baseline"),
        ("pig --tweak komi=1 --save-baseline ../x", "save_baseline: '../x' is not a name of letters"),
        ("pig --tweak komi=1 --save-baseline x --seats 2,3", "several numbers of seats"),
        ("pig --tweak komi=1 --seats 2,2", "seats: 2 is not given once"),
        ("pig --tweak komi=1 --preset a,b", "preset: 'a,b' is not one"),
        ("pig pig --tweak komi=1", "compare: 'pig pig' is not one game with --tweak"),
        ("pig", "run: 'pig' is not a run folder or the name of one below data/runs (a game needs --tweak)"),
        ("pig --matches 10", "compare: 'pig' is not played with matches unless --tweak says what to play"),
        ("a b c", "compare: 'a b c' is not one run or two, or a game with --tweak"),
    ],
)
def test_wrong_input_is_one_line_and_nothing_is_written(balance, tmp_path, words, line):
    ran = balance("compare", *words.split())
    assert ran.code == 2
    assert line in ran.err
    assert ran.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_what_a_baseline_says_is_not_said_again(balance):
    assert balance("compare", *played("--tweak", "komi=1", "--save-baseline", "one"), "-q").code == 0
    ran = balance("compare", "pig", "--tweak", "komi=4", "--baseline", "one", "--set", "target=50")
    assert "baseline: 'one' is not given together with --set" in ran.err
    ran = balance("compare", "konflikt", "--tweak", "coin_supply=4", "--baseline", "one")
    assert "baseline: 'one' is not one of konflikt: it is one of pig" in ran.err


def test_the_report_is_written_too(balance, tmp_path):
    ran = balance("compare", "pig", "--tweak", "komi=4", "--matches", 300, "--pdf", "-q")
    folder = "data/runs/pig-001"
    assert ran.out.endswith(f"\nreport: {folder}/report.html\nreport: {folder}/report.pdf\n")
    paper = tmp_path / folder / "report.pdf"
    written = paper.read_bytes()
    paper.unlink()
    assert balance("resume", "pig-001", "-q").code == 0
    assert paper.read_bytes() == written


def test_an_interrupted_comparison_goes_on_and_ends_with_its_table(balance, compared):
    words = ("pig", "--tweak", "komi=4", "--matches", 300, "--no-report")
    whole = balance("compare", *words, "-q").out
    run = "data/runs/pig-001"
    next(Path(run, "commits").iterdir()).unlink()
    ran = balance("compare", "pig-001")
    assert "run: 'pig-001' is not complete: balance resume pig-001 plays what is missing" in ran.err
    resumed = balance("resume", "pig-001", "-q")
    assert resumed.code == 0, resumed.err
    assert resumed.out.partition("\nagain:")[0] == whole.partition("\nseconds:")[0]
    assert balance("resume", "pig-001").out == "pig-001 is complete\n"


def test_several_numbers_of_seats_stand_apart(compared):
    told = compared(
        "pig", "--seats", "2,3", "--tweak", "komi=4", "--matches", 300, "--log", "rounds", "--no-report"
    )
    assert {(row["tweak"], row["baseline"], row["seats"]) for row in told["comparisons"]} == {
        ("komi=4", "seats=2", 2), ("komi=4", "seats=3", 3),
    }  # fmt: skip


def test_the_same_in_python(compared, tmp_path):
    found = api.compare(
        "pig", [{"komi": 4}], matches=300, log="rounds", report=False, margins={"turns_mean": 2}
    )
    table = found.metrics()
    turns = table.filter(metric="turns_mean", tweak="komi=4").to_dicts()[0]
    assert (turns["margin"], turns["verdict"]) == (2, "CHANGED, BUT SMALL")
    assert turns["difference"] == pytest.approx(turns["tweaked"] - turns["base"])
    assert turns["low"] < turns["difference"] < turns["high"]
    with pytest.raises(InputError, match=r"tweaks: .* is not one tweak at least"):
        api.compare("pig", [])
