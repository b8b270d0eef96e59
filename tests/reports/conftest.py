"""Konflikt runs that many tests of the report read: played once."""

import numpy as np
import pytest

import balance
from balance.stats.differences import Difference
from balance.stats.effects import Effect
from balance.stats.measure import SHARE
from balance.stats.verdicts import Verdict, Word
from balance.store.query import connect
from balance.workflows.reading.learned import learn
from reports.page import opened
from reports.rules import Rules
from reports.said import Said


@pytest.fixture(scope="session")
def look():
    """look(run) -> the context that its sections are made from; closed when the tests are done."""
    held = []

    def begin(run):
        con = connect(run)
        held.append(con)
        learned = learn(run)
        return opened(run, learned.measured, con, Said(rules=learned.rules))

    yield begin
    for one in held:
        one.close()


@pytest.fixture(scope="session")
def played(tmp_path_factory):
    """played(name, …) -> a Konflikt run, few matches a variant."""
    home = tmp_path_factory.mktemp("konflikt")

    def play(name, **asked):
        return balance.sweep("konflikt", players="greedy", out=home / name, report=False, **asked).run

    return play


@pytest.fixture(scope="session")
def coins(look, played):
    """8, 12 and 24 coins between two greedy players, 150 deals: with 12 few rounds run short, with 24 none."""
    return look(played("coins", seats=2, vary={"coin_supply": [8, 12, 24]}, matches=150))


@pytest.fixture(scope="session")
def seats(look, played):
    """No single card can be robbed, or one; with two, three and four seats."""
    return look(played("seats", seats=[2, 3, 4], vary={"rob_max_single": [0, 1]}, matches=25, log="rounds"))


ODD = "<script>alert('x')</script>"
NAMES = [ODD, '*a*_b_#c"d"$e$&amp;', "שלום", "long-" * 60]


def found(metric, value, limits):
    """An effect of ODD whose interval lies beyond its margin of 0.01."""
    difference = Difference(value, *limits, (16, 16), 8, "max_t", SHARE)
    said = Verdict(Word.CHANGED, 0.01)
    return Effect(metric, ODD, "defaults", "main", 2, None, difference, 0.01, said, None)


RULES = Rules([found("tied_rounds", 0.05, (0.03, 0.07)), found("first_player_advantage", -0.3, (-0.4, -0.2))])


@pytest.fixture(scope="session")
def odd_run(tmp_path_factory, write_run, told):
    """Nine variants with names that are markup somewhere, or right to left, or 300 characters long; turns logged."""
    round_, variant = told
    rng = np.random.default_rng(5)

    def deal():
        return [[round_(rng.integers(0, 4, 2).tolist(), turns=int(rng.integers(2, 5))) for _ in range(2)]]

    def levels(variant, match, round_):
        return [[{"supply": 12 - t - variant, "paid_gift": 1}] * 2 for t in range(3)]

    labels = ["defaults", *NAMES, *(f"coin_supply={n}" for n in (2, 10, 3, 20))]
    variants = [variant([deal() for _ in range(8)], label=label) for label in labels]
    variants[1].lineup = (ODD, ODD)
    return write_run(tmp_path_factory.mktemp("odd") / "run", variants, turns=levels)


@pytest.fixture(scope="session")
def report(odd_run):
    """Its report as data."""
    from balance.workflows.reading.measure import measure
    from reports.page import build

    return build(odd_run, measure(odd_run), Said(rules=RULES))
