"""Kuhn poker by its rules, decision by decision; the equilibrium's probabilities."""

from collections import Counter, defaultdict

import pytest

from sims import registry
from tests.sims.playing import job, play, transcript

GAME = registry.load("kuhn")
ENDINGS = {
    "check check": ("showdown", 1),
    "check bet fold": ("fold", 1),
    "check bet call": ("showdown", 2),
    "bet fold": ("fold", 1),
    "bet call": ("showdown", 2),
}


def hands(asked):
    """Cards by seat, starter, what was done, the line of the end: for each hand."""
    for line in transcript(asked):
        if line.get("t") == "deal":
            cards, starter, did = line["hands"], line["starter"], []
        elif line.get("t") == "move":
            assert line["seat"] == (starter + len(did)) % 2
            assert line["legal"] == 2
            did.append(line["kind"])
        elif line.get("t") == "round":
            yield cards, starter, " ".join(did), line


def test_every_hand_goes_by_the_rules():
    seen = Counter()
    for cards, starter, did, end in hands(job(GAME, clusters=200, rounds=2)):
        reason, stake = ENDINGS[did]
        higher = 0 if "JQK".index(cards[0]) > "JQK".index(cards[1]) else 1
        folded = (starter + did.count(" ")) % 2
        winner = higher if reason == "showdown" else 1 - folded
        assert end["end_reason"] == reason
        assert end["points"] == [stake if seat == winner else -stake for seat in (0, 1)]
        assert starter == end["round"]
        seen[(*cards, did)] += 1
    assert len(seen) == 6 * len(ENDINGS)


@pytest.mark.parametrize("alpha", [0.1, 1 / 3])
def test_the_equilibrium_bets_and_calls_as_often_as_kuhn_has_it(alpha):
    """First to act: the jack with α, the king with 3α, called with the queen α + 1/3; the second player 1/3."""
    often = defaultdict(list)
    asked = job(GAME, players=f"equilibrium[alpha={alpha:.6f}]", clusters=1_500)
    for cards, _, did, _ in hands(asked):
        for i, what in enumerate(did.split()):
            faced = "bet" if what in ("fold", "call") else "none"
            often[i, cards[i % 2], faced].append(what in ("bet", "call"))
    third = 1 / 3
    expected = {
        (0, "J", "none"): alpha, (0, "Q", "none"): 0, (0, "K", "none"): 3 * alpha,
        (1, "J", "none"): third, (1, "Q", "none"): 0, (1, "K", "none"): 1,
        (1, "J", "bet"): 0, (1, "Q", "bet"): third, (1, "K", "bet"): 1,
        (2, "J", "bet"): 0, (2, "Q", "bet"): alpha + third, (2, "K", "bet"): 1,
    }  # fmt: skip
    for at, share in expected.items():
        if at in often:
            n, found = len(often[at]), sum(often[at]) / len(often[at])
            assert found == pytest.approx(share, abs=4 * (share * (1 - share) / n) ** 0.5), at
    assert len(often) >= 11  # with α = 1/3 the king never checks


def test_chips_won_are_chips_lost():
    rounds = play(job(GAME, clusters=100))["rounds"]
    points, paid = (rounds[name].reshape(-1, 2) for name in ("points", "paid"))
    assert not points.sum(axis=1).any()
    assert (points.min(axis=1) == -paid.min(axis=1)).all()
