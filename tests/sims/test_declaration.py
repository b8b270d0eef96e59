"""A stranger's game: whatever is wrong in its folder is refused at once, with the place and the right name."""

import shutil

import pytest

from sims import declaration, registry
from sims.errors import InputError
from sims.game import total_of
from tests.sims.playing import WAR


@pytest.fixture
def folder(tmp_path):
    return shutil.copytree(WAR, tmp_path / "game")


def edit(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_the_game_itself_is_right(folder):
    game = registry.load(str(folder))
    assert game.end_reasons == ("", "cap", "cards_out")
    assert game.kinds == ("", "lay")
    assert list(game.players) == ["random", "high", "low", "lost", "thrower"]
    assert [game.parameters["hand"].default(n) for n in (2, 3, 4)] == [6, 4, 3]
    assert [(t.name, t.kind) for t in game.track] == [("in_hand", "stock"), ("won", "flow")]
    assert game.strength == ("random", "high", "search:50")  # it declares none


def test_a_game_says_who_plays_from_weak_to_strong(folder):
    listed = 'default_player = "high"\nstrength = ["low", "random", "high", "search[rollout=high]:9"]'
    edit(folder / "game.toml", 'default_player = "high"', listed)
    assert registry.load(str(folder)).strength == ("low", "random", "high", "search[rollout=high]:9")


@pytest.mark.parametrize(
    ("strength", "message"),
    [
        ('["random", "low"]', "a list with the default player in it, high"),
        ('["high"]', "a list of two players at least, from weak to strong, each once"),
        ('["high", "high"]', "a list of two players at least, from weak to strong, each once"),
        ('["high", "hihg"]', "game.strength: players: 'hihg' is not a player of war"),
        ('["high", "search"]', "search:N, N a whole number from 1"),
        (
            '["high", "search[rollout=random]:9"]',
            "game.strength: 'search[rollout=random]:9' is not written as search:9",
        ),
    ],
)
def test_a_wrong_ladder_of_strength_is_refused(folder, strength, message):
    edit(folder / "game.toml", 'default_player = "high"', f'default_player = "high"\nstrength = {strength}')
    with pytest.raises(InputError) as told:
        registry.load(str(folder))
    assert message in str(told.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'title = "War"',
            'titel = "War"',
            "game.toml: game: 'titel' is not a key that is known here; did you mean 'title'",
        ),
        ("[parameters.tie]", "[parameter.tie]", "did you mean 'parameters'"),
        ('meaning = "rounds in a match"', 'meanings = "rounds in a match"', "did you mean 'meaning'"),
        ("[parameters.hand]", "[parameters.Hand]", "a name of small letters, digits and _"),
        ("[parameters.hand]", "[parameters.2hands]", "a name of small letters, digits and _"),
        ("[track.in_hand]", '[track."in hand"]', "a name of small letters, digits and _"),
        ("max_choices = 6\n", "", "'max_choices' is not there: the key is missing"),
        ('about = "Everybody', 'abuot = "Everybody', "did you mean 'about'"),
        ("seats = [2, 3, 4]", "seats = [2, 3, 5]", "a list of numbers of seats from 1 to 4"),
        ("seats = [2, 3, 4]", "seats = 2", "a list of numbers of seats from 1 to 4"),
        ("seats = [2, 3, 4]", "seats = []", "a list of numbers of seats from 1 to 4"),
        (
            "[parameters.max_turns]",
            "[parameters.most_turns]",
            "'max_turns' is not there: every game has a cap on its turns",
        ),
        (
            "default = { 2 = 6, 3 = 4, 4 = 3 }",
            "default = { 2 = 6, 3 = 4 }",
            "a default for every number of seats",
        ),
        (
            "default = { 2 = 6, 3 = 4, 4 = 3 }",
            "default = { 2 = 6, 3 = 7, 4 = 3 }",
            "hand: 7 is not a whole number from 1 to 6",
        ),
        ('default = "first"', 'default = "frist"', "did you mean 'first'"),
        ("set = { low_wins = true }", "set = { low_win = true }", "did you mean 'low_wins'"),
        ("set = { low_wins = true }", "set = { low_wins = 1 }", "low_wins: 1 is not true or false"),
        ('default_player = "high"', 'default_player = "hihg"', "did you mean 'high'"),
        ("[players.lost]", "[players.lots]", "did you mean 'lost'"),
        (
            'plays = "high"',
            'plays = "hihg"',
            "players.low: 'hihg' is not a function of players.py; did you",
        ),
        ("idle = false", 'idle = "no"', "players.low.weights.idle: 'no' is not a number, or true or false"),
        ('kind = "stock"', 'kind = "stocks"', "did you mean 'stock'"),
        ("[track.won]", "[track.share]", "free: the logs have a column of that name"),
        ("[track.won]", "[track.points]", "free: the logs have a column of that name"),
        ('top = "won"', 'top = "wno"', "did you mean 'won'"),
        ('per = "turn"', 'per = "turns"', "did you mean 'turn'"),
        ('title = "War"', 'title = "War"\nstanding = "in_hnad"', "did you mean 'in_hand'"),
        ('title = "War"', 'title = "War"\nstanding = "won"', "game.standing (a stock): 'won' is not"),
        ('name = "war"', 'name = "war', "readable as TOML"),
    ],
)
def test_a_wrong_declaration_is_refused_in_one_line(folder, old, new, message):
    edit(folder / "game.toml", old, new)
    with pytest.raises(InputError) as caught:
        registry.load(str(folder))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_preset_may_begin_with_a_digit_but_is_typed_without_commas(folder):
    edit(folder / "game.toml", "[presets.misere]", "[presets.1-9x2]")
    assert list(registry.load(str(folder)).presets) == ["1-9x2"]


@pytest.mark.parametrize("name", ['"a,b"', '"a b"', '"a=b"', "Misere"])
def test_a_preset_that_could_not_be_typed_among_others_is_refused(folder, name):
    edit(folder / "game.toml", "[presets.misere]", f"[presets.{name}]")
    with pytest.raises(InputError, match="a name of small letters, digits, _"):
        registry.load(str(folder))


def test_a_caution_is_kept_for_the_reports(folder):
    assert registry.load(str(WAR)).caution == ""
    edit(folder / "game.toml", 'title = "War"', 'title = "War"\ncaution = "Made up."')
    assert registry.load(str(folder)).caution == "Made up."


def test_a_game_may_name_the_stock_by_which_seats_lead(folder):
    assert registry.load(str(WAR)).standing == ""
    edit(folder / "game.toml", 'title = "War"', 'title = "War"\nstanding = "in_hand"')
    assert registry.load(str(folder)).standing == "in_hand"


def test_a_conserved_sum_may_be_a_product_of_parameters_and_seats(folder):
    sums = '[conserved.cards]\neach = ["in_hand"]\ntotal = "hand * seats"\n'
    edit(folder / "game.toml", "[track.in_hand]", f"{sums}\n[track.in_hand]")
    (conserved,) = registry.load(str(folder)).conserved
    assert total_of(conserved.total, 3, {"hand": 4}) == 12
    assert (total_of("hand", 3, {"hand": 4}), total_of(52, 3, {})) == (4, 52)


def test_a_conserved_sum_of_something_unknown_is_refused(folder):
    sums = '[conserved.cards]\neach = ["in_hand"]\ntotal = "hand * seat"\n'
    edit(folder / "game.toml", "[track.in_hand]", f"{sums}\n[track.in_hand]")
    with pytest.raises(InputError, match="did you mean 'seats'"):
        registry.load(str(folder))


@pytest.mark.parametrize(
    "name", ["round", "size", "max", "min", "take", "choose", "flags", "all", "copy", "item", "sort"]
)
def test_a_name_that_numpy_records_have_is_refused(folder, name):
    """`rules.round` would be NumPy's method in plain Python and the field in compiled code."""
    with pytest.raises(InputError, match="free: NumPy records have an attribute of that name"):
        declaration.usable("here", name)
    edit(folder / "game.toml", "[parameters.hand]", f"[parameters.{name}]")
    with pytest.raises(InputError, match=f"parameters.{name}: '{name}' is not free"):
        registry.load(str(folder))


def test_a_state_field_that_numpy_records_have_is_refused(folder):
    edit(folder / "rules.py", '("won", "u1", (4,))', '("take", "u1", (4,))')
    with pytest.raises(InputError, match="war: STATE: 'take' is not free"):
        registry.load(str(folder))


def test_a_state_without_the_header_is_refused(folder):
    edit(folder / "rules.py", "STATE = state_dtype(", "import numpy as np\n\nSTATE = np.dtype(")
    with pytest.raises(InputError, match="war: STATE: 'seats' is not a field of STATE"):
        registry.load(str(folder))


@pytest.mark.parametrize("function", ["deal", "legal", "play", "score", "hide", "track"])
def test_a_missing_function_is_named(folder, function):
    edit(folder / "rules.py", f"def {function}(", f"def {function}s(")
    with pytest.raises(InputError, match=f"war: rules.py: '{function}' is not there: a game must define it"):
        registry.load(str(folder))


def test_missing_rules_are_named(folder):
    (folder / "rules.py").unlink()
    with pytest.raises(InputError, match=r"complete: rules\.py is missing"):
        registry.load(str(folder))


def test_players_are_missed_only_where_some_are_declared(folder):
    (folder / "players.py").unlink()
    with pytest.raises(InputError, match=r"players.high: 'high' is not a function of players\.py"):
        registry.load(str(folder))


def test_a_game_without_words_is_told_by_kinds_and_arguments(folder):
    (folder / "words.py").unlink()
    words = registry.load(str(folder)).words
    assert words.move(1, {"card": 7}, None, None, None) == {"kind": "lay", "card": 7}
    assert words.deal(None, None) == words.ended(None, None) == {}
