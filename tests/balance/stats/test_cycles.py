"""Cycles in who beats whom."""

from balance.stats.cycles import cycles


def test_an_order_has_none():
    assert cycles({("a", "b"), ("b", "c"), ("a", "c")}) == []


def test_rock_paper_scissors_is_one_told_once():
    assert cycles({("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}) == [
        ["paper", "rock", "scissors"]
    ]


def test_every_cycle_of_three_is_told():
    beats = {("a", "b"), ("b", "c"), ("c", "a"), ("b", "d"), ("d", "a")}
    assert cycles(beats) == [["a", "b", "c"], ["a", "b", "d"]]


def test_a_longer_one_is_told_where_pairs_are_undecided():
    assert cycles({("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("a", "e")}) == [["a", "b", "c", "d"]]
