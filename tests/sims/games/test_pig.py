"""Pig by its rules, throw by throw; komi and common throws."""

import pytest

from sims import registry, variants
from sims.errors import InputError
from tests.sims.playing import job, play, transcript

GAME = registry.load("pig")


@pytest.mark.parametrize(
    ("seats", "players"), [(2, "hold20"), (3, "hold25,random,hold20[at=7]"), (4, "random")]
)
def test_every_game_goes_by_the_rules(seats, players):
    target, komi = 40, 3
    asked = job(GAME, seats, players, clusters=6, rounds=2, target=target, komi=komi)
    for line in transcript(asked):
        if line.get("t") == "deal":
            seat = line["starter"]
            scores, at_risk = [0 if s == seat else komi for s in range(seats)], 0
            assert seat == line["round"] % seats
            assert line["scores"] == scores
        elif line.get("t") == "move":
            assert line["seat"] == seat
            assert line["legal"] == (2 if at_risk else 1)
            if line["kind"] == "roll":
                assert 1 <= line["die"] <= 6
                at_risk = 0 if line["die"] == 1 else at_risk + line["die"]
                seat = (seat + 1) % seats if line["die"] == 1 else seat
            else:
                scores[seat] += at_risk
                assert line["score"] == scores[seat]
                if scores[seat] < target:
                    seat, at_risk = (seat + 1) % seats, 0
        elif line.get("t") == "round":
            assert line["end_reason"] == "target"
            assert line["points"] == scores
            assert [s for s in range(seats) if scores[s] >= target] == [seat]


def test_players_hold_at_their_number_or_with_what_wins():
    held = {2: 0, 3: 0}
    for line in transcript(job(GAME, players="hold20,hold25", clusters=30)):
        if line.get("t") == "deal":
            scores, at_risk = [0, 0], 0
        elif "players" in line:
            at = [int(name.removeprefix("hold")) for name in line["players"]]
        elif line.get("t") == "move":
            seat = line["seat"]
            enough = at_risk >= at[seat] or scores[seat] + at_risk >= 100
            assert (line["kind"] == "hold") == enough
            if line["kind"] == "hold":
                scores[seat] += at_risk
                held[2 if at_risk < at[seat] else 3] += 1
            at_risk = at_risk + line["die"] if line["kind"] == "roll" and line["die"] > 1 else 0
    assert all(held.values())


def test_with_komi_the_same_dice_fall():
    def dice(komi):
        return [
            line["die"]
            for line in transcript(job(GAME, players="hold20", clusters=1, komi=komi))
            if "die" in line
        ]

    none, some = dice(0), dice(4)
    shared = min(len(none), len(some))
    assert none[:shared] == some[:shared]


def test_scores_grow_by_what_is_banked_and_ones_are_counted():
    tables = play(job(GAME, 3, "hold20", clusters=20, komi=5))
    rounds = tables["rounds"]
    opening = 5 * (rounds["position"] > 0)
    assert (rounds["score"] == rounds["banked"] + opening).all()
    turns = tables["turns"]
    missed = (turns["banked"].reshape(-1, 3).sum(axis=1) == 0).sum()
    assert rounds["ones"].sum() == missed


def test_nobody_begins_with_the_target():
    with pytest.raises(InputError, match="komi: 20"):
        variants.make(GAME, 2, None, {"komi": 20, "target": 20})
