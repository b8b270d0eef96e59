"""Baccarat by its table of third cards, coup by coup."""

import pytest

from sims import registry, replay
from tests.sims.playing import job, play, transcript

GAME = registry.load("baccarat")
BANKER_DRAWS = {  # banker's total → the player's third cards with which it draws (the printed table)
    0: set(range(10)), 1: set(range(10)), 2: set(range(10)), 3: set(range(10)) - {8},
    4: {2, 3, 4, 5, 6, 7}, 5: {4, 5, 6, 7}, 6: {6, 7}, 7: set(), 8: set(), 9: set(),
}  # fmt: skip


def pips(card):
    return {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0}.get(card) if card in "ATJQK" else int(card)


def total(cards):
    return sum(map(pips, cards)) % 10


def test_every_coup_goes_by_the_table():
    seen = set()
    for line in transcript(job(GAME, clusters=1_000, rounds=2)):
        if line.get("t") == "deal":
            hands, third = [list(hand) for hand in line["hands"]], None
            natural = max(map(total, hands)) >= 8
            assert line["starter"] == 0
        elif line.get("t") == "move":
            seat, before = line["seat"], total(hands[line["seat"]])
            assert line["legal"] == 1
            if natural:
                draws = False
            elif seat == 0 or third is None:
                draws = before <= 5
            else:
                draws = third in BANKER_DRAWS[before]
            assert line["kind"] == ("draw" if draws else "stand")
            if draws:
                hands[seat].append(line["card"])
                third = pips(line["card"]) if seat == 0 else third
            seen.add((seat, before, third if seat else None, draws))
        elif line.get("t") == "round":
            player, banker = map(total, hands)
            assert line["totals"] == [player, banker]
            assert line["points"] == [int(player > banker), int(banker > player)]
            assert line["end_reason"] == ("natural" if natural else "drawn")
    drew = {(before, third) for seat, before, third, _ in seen if seat and third is not None}
    assert {(before, third) for before in range(8) for third in range(10)} <= drew


@pytest.mark.parametrize("decks", [1, 8])
def test_six_cards_of_the_shoe_lie_ready_none_twice(decks):
    seen = set()
    for step in replay.steps(job(GAME, clusters=150 * decks, decks=decks)):
        if step.kind == "deal":
            shoe = [int(card) for card in step.after.shoe]
            assert len(set(shoe)) == 6
            seen |= set(shoe)
    assert seen <= set(range(52 * decks))
    assert len(seen) > 50 * decks


def test_cards_are_tracked():
    rounds = play(job(GAME, clusters=100))["rounds"]
    assert (rounds["cards"] == 2 + rounds["drawn"]).all()
    assert set(rounds["total"]) == set(range(10))
