"""What holds in every variant of Lonja: conservation, lines scored anew from what lies, one outcome in both modes."""

import itertools
import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sims import batch, lineup, registry, replay, variants
from tests.sims.games.lonja_variants import random_job
from tests.sims.playing import first_match, play, run_python


def whole_deck(variant):
    """Every card there is."""
    values = range(1, variant["values"] + 1)
    return Counter({f"{coin}{value}": variant["copies"] for coin in "gsb" for value in values})


def lying(variant, grid, coins):
    """Line → points by seat, reckoned anew from the cards that lie and the types of the seats."""
    size, seats = variant["grid"], len(coins)
    found = {f"r{i}": row for i, row in enumerate(grid)}
    found |= {f"c{i}": [row[i] for row in grid] for i in range(size)}
    if variant["diagonals"]:
        found["d0"] = [grid[i][i] for i in range(size)]
        found["d1"] = [grid[i][size - 1 - i] for i in range(size)]
    scored = {}
    for name, cards in found.items():
        sums = {coin: sum(int(card[1:]) for card in cards if card[0] == coin) for coin in "gsb"}
        counts = {coin: sum(card[0] == coin for card in cards) for coin in "gsb"}
        weight = sums if variant["majority_by"] == "points" else counts
        best = [coin for coin in "gsb" if weight[coin] == max(weight.values())]
        if variant["majority"] == "absolute" and 2 * weight[best[0]] <= sum(weight.values()):
            best = []
        if len(best) > 1 and variant["line_tie"] == "nobody":
            best = []
        if len(best) == 1 and best[0] not in coins and variant["neutral_scores"] == "second":
            others = [coin for coin in "gsb" if coin != best[0]]
            best = [coin for coin in others if weight[coin] > min(weight[other] for other in others)]
        points = [0] * seats
        for seat, coin in enumerate(coins):
            if coin in best:
                points[seat] = (sum(sums.values()) if variant["line_value"] == "all" else sums[coin]) // len(
                    best
                )
        scored[name] = (points, [seat for seat, coin in enumerate(coins) if coin in best])
    return scored


def followed(lines):
    """Check a match's transcript against the cards: what is placed is in hand and matches, and rounds are scored."""
    header, *rest = lines
    variant, seats = header["variant"], header["seats"]
    match_points, ended = [0] * seats, 0
    for line in rest:
        if line["t"] == "deal":
            grid, coins = [list(row) for row in line["grid"]], [""] * seats
            hands, piles = ([list(cards) for cards in line[part]] for part in ("hands", "piles"))
            there = Counter([card for row in (*grid, *hands, *piles, line["rest"]) for card in row])
            if variant["second_set"] == "fresh" or line["round"] == 0:
                assert there == whole_deck(variant)
                rest_before = Counter(line["rest"])
            else:
                assert there == rest_before
        elif line["t"] == "move":
            seat, kind = line["seat"], line["kind"]
            if kind == "choose":
                assert line["turn"] == -1 and line["coin"] not in coins
                coins[seat] = line["coin"]
            if kind in ("place", "discard"):
                hands[seat].remove(line["card"])
                hands[seat] += piles[seat][:1]
                del piles[seat][:1]
            if kind == "place":
                old, new = grid[line["row"]][line["col"]], line["card"]
                fits = {"type": old[0] == new[0], "value": old[1:] == new[1:]}
                rule = variant["match_rule"]
                assert variant["stuck"] == "free" or any(
                    fits[how] for how in fits if how in rule.split("_")
                ), line
                grid[line["row"]][line["col"]] = new
        elif line["t"] == "round":
            ended += 1
            scored = lying(variant, grid, coins)
            assert {each["line"]: (each["points"], each["winners"]) for each in line["lines"]} == scored
            points = [sum(points[seat] for points, _ in scored.values()) for seat in range(seats)]
            starter = (ended - 1) % seats
            points[starter] += variant["starter_bonus"]
            assert line["points"] == ([0] * seats if line["end_reason"] == "cap" else points)
            match_points = [a + b for a, b in zip(match_points, line["points"], strict=True)]
            assert (line["end_reason"] == "all_placed") == (not any(hands))
        else:
            assert line["points"] == match_points
    assert ended == variant["rounds"]


@settings(max_examples=25)
@given(number=st.integers(0, 10**6))
def test_any_variant_keeps_its_cards_and_scores_what_lies(number):
    followed(list(first_match(random_job(number))))


def test_rounds_end_in_all_ways():
    reasons = Counter(
        line["end_reason"]
        for number in range(30)
        for line in first_match(random_job(number))
        if line.get("t") == "round"
    )
    assert set(reasons) == {"all_placed", "stuck", "cap"}


@pytest.mark.parametrize("preset", registry.load("lonja").presets)
def test_cards_and_cells_are_conserved_with_every_preset(preset):
    game = registry.load("lonja")
    for seats in game.seats:
        variant = variants.make(game, seats, preset)
        players = lineup.parse_lineup(game, "greedy", seats)
        turns = play(batch.Job(game, variant, players, 1, 20))["turns"]
        rows = {name: column.reshape(-1, seats) for name, column in turns.items()}
        held = rows["hand"] + rows["pile"] + rows["placed"] + rows["discarded"]
        assert (held == 10).all()
        assert (rows["cells"].sum(axis=1) + rows["neutral_cells"][:, 0] == 16).all()
        assert rows["turn"].min() == -1


def both_modes(first, count):
    """Transcripts of these variants: of this process and of one in plain Python."""
    plain = run_python(
        "-m", "tests.sims.games.lonja_variants", str(first), str(count), plain=True
    ).splitlines()
    here = [
        json.dumps(line) for number in range(first, first + count) for line in first_match(random_job(number))
    ]
    return here, plain


def test_compiled_and_plain_python_tell_the_same_line_for_line():
    here, plain = both_modes(0, 8)
    assert len(here) > 250
    assert here == plain


@pytest.mark.slow
def test_many_variants_in_both_modes_tell_the_same():
    here, plain = both_modes(1000, 80)
    assert all(a == b for a, b in itertools.zip_longest(here, plain))


def test_a_match_is_told_from_its_job_alone():
    one, other = (list(replay.transcript(random_job(5))) for _ in range(2))
    assert one == other


def test_every_clause_holds_in_plain_python_too():
    files = [f"tests/sims/games/{name}.py" for name in ("test_lonja", "test_lonja_parameters")]
    assert "passed" in run_python("-m", "pytest", "-q", "-p", "no:cacheprovider", *files, plain=True)
