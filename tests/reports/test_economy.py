"""What becomes of a stock: held to queries of the same run."""

import pytest

from reports.model import plain
from reports.sections import economy
from reports.words import SPACE


def test_what_seats_get_and_what_they_have_is_of_their_position(coins):
    [section] = economy.build(coins)
    table = section.charts[0].data[0]
    assert table.columns == [
        "variant", "position", "gift", "rob pair", "rob single", "at the end", "of it unscored", "rounds",
    ]  # fmt: skip
    number = coins.baselines[0]["variant"]
    rows = coins.con.execute(
        "select avg(paid_gift), avg(paid_rob_pair), avg(paid_rob_single), avg(coins), avg(coins_unscored), count(*) "
        f"from rounds where variant = {number} and end_reason <> 'cap' group by position order by position"
    ).fetchall()
    assert len(table.rows) == len(rows) == 2
    for row, (*means, n) in zip(table.rows, rows, strict=True):
        assert [cell.numbers["value"] for cell in row[2:7]] == pytest.approx(means)
        assert [cell.numbers["n"] for cell in row[2:7]] == [n] * 5
        assert row[7] == f"{n:,}"


def test_what_the_coins_do_is_brought_together(coins):
    [section] = economy.build(coins)
    text = " ".join(map(plain, section.sentences)).replace(SPACE, " ")
    for told in (
        "empty supply",
        "a coin due was not paid",
        "points that came from coins",
        "scored without coins",
    ):
        assert told in text
    assert "after a third of the turns, less an even share: " in text
    assert section.others[0].columns[1:6] == [
        "supply empty", "coins short", "coin points share", "coins decide", "early coins",
    ]  # fmt: skip


def test_a_stock_that_nothing_feeds_has_no_section(make_run, told, look):
    round_, variant = told
    assert economy.build(look(make_run([variant([[[round_([2, 1])]]])]))) == []
