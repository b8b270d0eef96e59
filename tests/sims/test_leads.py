"""Who leads: the loop's columns of `rounds`, held to a naive reading of the turns that it logs."""

import json

import numpy as np
import pytest

from sims import registry
from tests.leads import Lead, lead
from tests.sims.playing import job, play, run_python

LEADS = ("lead_changes", "comeback", "settled")


@pytest.fixture(scope="module")
def konflikt():
    return registry.load("konflikt")


def rounds_of(table, seats):
    """(match, round) → its rows, one per seat in order."""
    found = {}
    for i in range(0, len(table["match"]), seats):
        key = int(table["match"][i]), int(table["round"][i])
        found.setdefault(key, []).append({name: column[i : i + seats] for name, column in table.items()})
    return found


def reading(tables, seats):
    """(match, round) → what the columns say, and what the turns say."""
    turns = rounds_of(tables["turns"], seats)
    for key, [row] in rounds_of(tables["rounds"], seats).items():
        own = [t for t in turns.get(key, []) if t["turn"][0] >= 0]
        alone = np.flatnonzero(row["share"] == 1)
        winner = int(alone[0]) if len(alone) else None
        said = {name: set(row[name].tolist()) for name in LEADS}
        assert all(len(values) == 1 for values in said.values())
        logged = Lead(*(None if (value := values.pop()) == -1 else value for values in said.values()))
        yield key, logged, lead([t["standing"].tolist() for t in own], winner), row


@pytest.mark.parametrize(
    ("seats", "players", "changes"),
    [
        (2, "greedy", {}),
        (3, "random", {"late_seat_coins": 2}),
        (4, "greedy+0.2", {"max_turns": 20}),  # many rounds are capped
        (2, "random", {"coins_between_rounds": "keep_all", "target": 1}),  # short
    ],
)
def test_the_lead_of_konflikt_is_that_of_its_turns(konflikt, seats, players, changes):
    tables = play(job(konflikt, seats, players, clusters=60, **changes))
    found = list(reading(tables, seats))
    assert [logged for _, logged, _, _ in found] == [naive for _, _, naive, _ in found]
    assert {logged.settled is None for _, logged, _, _ in found} == {True, False}
    coins = changes.get("late_seat_coins", 0)
    if "coins_between_rounds" not in changes:
        for _, _, _, row in found:
            assert row["standing_before"].tolist() == [coins * p // 2 for p in row["position"].tolist()]


def test_what_is_decided_before_the_first_turn_is_no_turn():
    tables = play(job(registry.load("lonja"), 3, "random", clusters=20))
    found = list(reading(tables, 3))
    assert [logged for _, logged, _, _ in found] == [naive for _, _, naive, _ in found]
    chosen = {
        key: turns[0]["standing"].tolist()
        for key, turns in rounds_of(tables["turns"], 3).items()
        if turns[0]["turn"][0] == -1
    }
    assert len(chosen) == len(found)
    assert all(row["standing_before"].tolist() == chosen[key] for key, _, _, row in found)


def test_of_turns_that_are_not_logged_nothing_is_known(konflikt):
    rounds = play(job(konflikt, 2, clusters=40, share=0.5))["rounds"]
    known = rounds["lead_changes"] >= 0
    assert {int(known[rounds["deal"] == deal].sum()) % 2 for deal in range(40)} == {0}
    assert 0 < known.sum() < len(known)
    for name, nothing in (("lead_changes", -1), ("comeback", -1), ("settled", -1), ("standing_before", 0)):
        assert set(rounds[name][~known].tolist()) == {nothing}


PLAIN = """
import json
from sims import registry
from tests.sims.playing import job, play
rounds = play(job(registry.load("konflikt"), 3, "greedy+0.3", clusters=2, late_seat_coins=1))["rounds"]
print(json.dumps({name: column.tolist() for name, column in rounds.items()}))
"""


def test_plain_python_finds_the_same_leads(konflikt):
    compiled = play(job(konflikt, 3, "greedy+0.3", clusters=2, late_seat_coins=1))["rounds"]
    plain = json.loads(run_python("-c", PLAIN, plain=True))
    assert plain == {name: column.tolist() for name, column in compiled.items()}
