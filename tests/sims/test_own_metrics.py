"""A game's metrics and picks: each has one form, names what is tracked, and says what it means."""

import shutil

import pytest

from sims import registry
from sims.errors import InputError
from sims.own_metrics import metric_row, names
from tests.sims.playing import WAR

FACT = '[track.first_trick]\nkind = "fact"\nunit = "turn"\nmeaning = "turn of the first trick"\n'
RESULT = '[track.tricks]\nkind = "result"\nunit = "points"\nmeaning = "points for tricks"\n'


@pytest.fixture
def folder(tmp_path):
    return shutil.copytree(WAR, tmp_path / "game")


def load(folder, text, game=""):
    """The game with this at the end of its game.toml, and `game` in its first table."""
    path = folder / "game.toml"
    told = path.read_text(encoding="utf-8").replace('name = "war"\n', f'name = "war"\n{game}\n', 1)
    path.write_text(told + "\n" + FACT + RESULT + text, encoding="utf-8")
    return registry.load(str(folder))


def test_a_metric_has_one_of_five_forms(folder):
    game = load(
        folder,
        """
        [metrics.tricks_won]
        top = "won"
        per = "round"
        by_position = true
        unit = "tricks"
        meaning = "tricks won"
        [metrics.opening]
        quantiles_of = "first_trick"
        at = [50, 95]
        unit = "turn"
        meaning = "turn of the first trick"
        [metrics.early]
        first = "first_trick"
        by = [2, 10]
        meaning = "the first trick has come"
        [metrics.tricks_decide]
        without = "tricks"
        meaning = "wins that tricks decide"
        match_only = { tie = ["last"] }
        because = "tricks are counted at the end"
        [metrics.early_cards]
        early = "in_hand"
        meaning = "wins of the seat with most cards"
        """,
    )
    told = {metric.name: names(metric, 2) for metric in game.metrics}
    assert told == {
        "won_per_turn": ["won_per_turn"],
        "tricks_won": ["tricks_won", "tricks_won_position_0", "tricks_won_position_1"],
        "opening": ["opening_p50", "opening_p95"],
        "early": ["early_by_2", "early_by_10"],
        "tricks_decide": ["tricks_decide", "tricks_decide_match"],
        "early_cards": ["early_cards"],
    }
    rows = {metric.name: metric_row(metric) for metric in game.metrics}
    assert rows["opening"] == {
        "name": "opening", "unit": "turn", "meaning": "turn of the first trick",
        "quantiles_of": "first_trick", "at": [50, 95],
    }  # fmt: skip
    assert rows["early"]["unit"] == "share"
    assert rows["early_cards"]["early"] == "in_hand"
    assert rows["tricks_decide"]["match_only"] == {"tie": ["last"]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('meaning = "x"', "metrics.m: 'no form' is not one of top (with per)"),
        ('top = "won"\nper = "turn"\nfirst = "first_trick"\nby = [1]\nmeaning = "x"', "'top and first' is not one of"),
        ('top = "won"\nper = "turn"\nmeaning = "x"', "'unit' is not there"),
        ('top = "won"\nunit = "x"\nmeaning = "x"', "'per' is not there"),
        ('first = "first_trick"\nby = [1]', "'meaning' is not there"),
        ('first = "first_trick"\nby = [1]\nat = [1]\nmeaning = "x"', "'at' is not of one form with first"),
        ('first = "first_trick"\nby = [1]\nunit = "x"\nmeaning = "x"', "'unit' is not of one form with first"),
        ('first = "first_trick"\nby = [3, 2]\nmeaning = "x"', "[3, 2] is not a rising list of whole numbers"),
        ('first = "first_trick"\nby = [0]\nmeaning = "x"', "[0] is not a rising list"),
        ('first = "won"\nby = [3]\nmeaning = "x"', "first (a fact): 'won' is not"),
        ('quantiles_of = "won"\nat = [3]\nunit = "x"\nmeaning = "x"', "quantiles_of (a fact): 'won' is not"),
        ('quantiles_of = "first_trick"\nat = [100]\nunit = "x"\nmeaning = "x"', "whole numbers from 1 to 99"),
        ('early = "won"\nmeaning = "x"', "early (a stock): 'won' is not"),
        ('early = "in_hand"\nunit = "x"\nmeaning = "x"', "'unit' is not of one form with early"),
        ('without = "won"\nmeaning = "x"', "without (a result): 'won' is not"),
        ('without = "tricks"\nmeaning = "x"\nmatch_only = { tie = ["last"] }', "not together with because"),
        ('without = "tricks"\nmeaning = "x"\nmatch_only = { tei = ["last"] }\nbecause = "x"', "did you mean 'tie'"),
        ('top = "first_trick"\nper = "turn"\nby_position = true\nunit = "x"\nmeaning = "x"', "'first_trick' is not"),
        ('top = "won"\nper = "turn"\nby_position = 1\nunit = "x"\nmeaning = "x"', "1 is not true or false"),
    ],
)  # fmt: skip
def test_a_wrong_metric_is_refused_in_one_line(folder, text, message):
    with pytest.raises(InputError) as caught:
        load(folder, f"[metrics.m]\n{text}\n")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_two_metrics_have_no_name_in_common(folder):
    with pytest.raises(InputError, match="free: the name is told by metrics"):
        load(
            folder,
            """
            [metrics.m_by_3]
            top = "won"
            per = "turn"
            unit = "tricks"
            meaning = "x"
            [metrics.m]
            first = "first_trick"
            by = [3]
            meaning = "x"
            """,
        )


def test_picks_name_what_is_tracked_and_what_it_means(folder):
    game = load(folder, '[picks.most_won]\nmost = "won"\nmeaning = "most tricks"\n')
    assert [(p.name, p.most, p.meaning) for p in game.picks] == [("most_won", "won", "most tricks")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('most = "wno"\nmeaning = "x"', "did you mean 'won'"),
        ('most = "won"', "picks.p: 'meaning' is not there"),
        ('least = "won"', "'least' is not a key that is known here"),
    ],
)
def test_a_wrong_pick_is_refused(folder, text, message):
    with pytest.raises(InputError) as caught:
        load(folder, f"[picks.p]\n{text}\n")
    assert message in str(caught.value)


def test_turns_go_in_the_game_s_own_order_unless_told(folder, tmp_path):
    assert load(folder, "").turn_order == "own"
    other = shutil.copytree(WAR, tmp_path / "other")
    assert load(other, "", 'turn_order = "clockwise"').turn_order == "clockwise"


@pytest.mark.parametrize(("kind", "known"), [("lay", True), ("lie", False)])
def test_kinds_that_are_decided_by_others_are_kinds(folder, kind, known):
    path = folder / "game.toml"
    path.write_text(path.read_text().replace("[moves]\n", f'[moves]\nby_others = ["{kind}"]\n'))
    if known:
        assert load(folder, "").by_others == ("lay",)
    else:
        with pytest.raises(InputError, match=r"moves\.by_others: 'lie' is not"):
            load(folder, "")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('turn_order = "clokwise"', "did you mean 'clockwise'"),
        ('carried = { tie = ["lats"] }', "did you mean 'last'"),
        ('carried = { tei = ["last"] }', "did you mean 'tie'"),
        ('carried = { tie = "last" }', "game.carried.tie: 'last' is not a list of values of the parameter"),
    ],
)
def test_a_wrong_order_of_turns_or_value_is_refused(folder, line, message):
    with pytest.raises(InputError) as caught:
        load(folder, "", line)
    assert message in str(caught.value)


def test_values_under_which_points_are_carried(folder):
    assert load(folder, "", 'carried = { tie = ["last"] }').carried == {"tie": ("last",)}


def test_a_clause_is_a_flow(folder):
    path = folder / "game.toml"
    told = path.read_text(encoding="utf-8").replace('kind = "flow"\n', 'kind = "flow"\nclause = true\n', 1)
    path.write_text(told, encoding="utf-8")
    assert [t.name for t in registry.load(str(folder)).track if t.clause] == ["won"]
    path.write_text(told.replace('kind = "flow"', 'kind = "stock"', 1), encoding="utf-8")
    registry.load.cache_clear()
    with pytest.raises(InputError, match="clause: True is not true or false, of a flow"):
        registry.load(str(folder))
