"""Out of it: over the deals whose turns were logged, against the naive reading; and runs from before there was such."""

from math import sqrt

import numpy as np
import pytest
from scipy import stats

from balance.store.query import connect
from balance.workflows.reading.measure import measure
from reports.sections import out
from reports.words import SPACE
from tests import conftest

DEALS = 30
TURNS = 20


def out_turn(deal, number):
    """Of two rounds a deal: nobody is out in one before the end, and somebody in the other, sooner or later."""
    return TURNS if number == 0 else 4 + deal % 12


def run_of(make_run, told, seats=3, logged=lambda deal: deal % 3 != 0, **more):
    round_, variant = told
    deals = [
        [
            [
                round_(
                    [1 + number, *range(seats - 1)],
                    turns=TURNS,
                    end="cap" if deal == 4 and number == 1 else "target",
                    out_turn=out_turn(deal, number) if logged(deal) else -1,
                )
                for number in range(2)
            ]
        ]
        for deal in range(DEALS)
    ]
    return make_run([variant(deals, lineup=("greedy",) * seats)], chunk_clusters=7, **more)


def test_only_deals_whose_turns_were_logged_count_and_no_capped_round(make_run, told):
    found = measure(run_of(make_run, told))[0]
    deals = [d for d in range(DEALS) if d % 3]
    rounds = {d: [TURNS - out_turn(d, n) for n in range(2) if (d, n) != (4, 1)] for d in deals}
    for name, value in (
        ("out_rounds", lambda after: after > 0),
        ("out_turns", lambda after: after / TURNS),
        ("out_quarter", lambda after: after / TURNS >= 1 / 4),
        ("out_half", lambda after: after / TURNS >= 1 / 2),
    ):
        y = np.array([sum(map(value, rounds[d])) for d in deals], float)
        n = np.array([len(rounds[d]) for d in deals], float)
        e = (y - y.sum() / n.sum() * n) / n.mean()
        half = stats.t.ppf(0.975, len(deals) - 1) * e.std(ddof=1) / sqrt(len(deals))
        one = found[name]
        assert (one.value, one.n, one.clusters) == (pytest.approx(y.sum() / n.sum()), n.sum(), len(deals))
        assert (one.low, one.high) == pytest.approx((one.value - half, one.value + half))
        assert one.unit == "share"


def test_without_logged_turns_nothing_is_known_and_it_is_said_why(make_run, told):
    found = measure(run_of(make_run, told, logged=lambda deal: deal == 1))[0]["out_rounds"]
    assert (found.value, found.low, found.clusters) == (0.5, None, 1)
    nothing = run_of(make_run, told, logged=lambda deal: False)
    assert "out_rounds" not in measure(nothing)[0]


def test_two_seats_have_nobody_to_favour(make_run, told):
    assert "out_rounds" not in measure(run_of(make_run, told, seats=2))[0]


def test_runs_from_before_there_was_such_a_column_are_read(make_run, told, monkeypatch):
    monkeypatch.setitem(conftest.BASE, "rounds", conftest.BASE["rounds"].removesuffix(" out_turn"))
    run = run_of(make_run, told, logged=lambda deal: False)
    assert "out_turn" not in dict(run.spec["declared"]["schema"]["rounds"])
    with connect(run) as con:
        assert con.execute("select count(*), count(out_turn) from rounds").fetchall() == [(3 * 2 * DEALS, 0)]
    assert "turns_mean" in measure(run)[0]


def test_the_section_tells_how_much_and_shows_since_when(make_run, told, look):
    section = out.build(look(run_of(make_run, told)))
    text = section.sentences[0].replace(SPACE, " ")
    assert "some seat was surely out of it before the end in 48.7 % (" in text
    curve = out.curves(look(run_of(make_run, told)))[0]
    assert [key for key, _ in curve] == list(range(0, 100, 5))
    deals = [d for d in range(DEALS) if d % 3]
    by_half = sum(out_turn(d, 1) <= TURNS / 2 for d in deals if d != 4)
    assert dict(curve)[50].value == pytest.approx(by_half / 39)
    assert dict(curve)[0].value == 0
    assert out.build(look(run_of(make_run, told, seats=2))) is None
