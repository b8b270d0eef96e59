"""Konflikt runs that many tests of the report read: played once."""

import pytest

import balance
from balance.store.query import connect
from balance.workflows.reading.learned import learn
from reports.page import opened


@pytest.fixture(scope="session")
def look():
    """look(run) -> the context that its sections are made from; closed when the tests are done."""
    held = []

    def begin(run):
        con = connect(run)
        held.append(con)
        learned = learn(run)
        return opened(run, learned.measured, con, rules=learned.rules)

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
