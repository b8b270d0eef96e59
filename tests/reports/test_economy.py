"""What becomes of a stock: held to queries of the same run."""

import re

import pytest
from matplotlib.figure import Figure

from balance.store.declared import declared
from reports.model import plain
from reports.ratios import never
from reports.sections import (
    economy,
    economy_does,
    economy_first,
    economy_flows,
    economy_income,
    economy_stocks,
    economy_turns,
    economy_types,
)
from reports.words import SPACE
from tests.conftest import TRACK


def asked(context, query):
    return context.con.execute(query).fetchall()


def said(section):
    return [plain(text).replace(SPACE, " ") for text in section.sentences]


def test_one_section_tells_it_from_the_turns_to_who_wins_and_shows_nothing_twice(coins):
    section = economy.build(coins)
    assert (section.name, section.title) == ("economy", "What becomes of the coins?")
    shown = [re.search(r'id="([\w-]+)-figure_1"', chart.svg).group(1) for chart in section.charts]
    assert shown == [
        "economy-turns", "economy-flows", "economy-income", "economy-scarce", "first-short-turn", "economy-decides",
    ]  # fmt: skip
    captions = [table.caption for table in section.every_table]
    assert len(captions) == len(set(captions))


def test_what_seats_get_and_what_they_have_is_of_their_position(coins):
    section = economy_flows.build(coins, economy_stocks.subject(coins))
    table = section.charts[0].data[0]
    assert table.columns == [
        "variant", "position", "gift", "rob pair", "rob single", "at the end", "of it unscored", "rounds",
    ]  # fmt: skip
    number = coins.baselines[0]["variant"]
    rows = asked(
        coins,
        "select avg(paid_gift), avg(paid_rob_pair), avg(paid_rob_single), avg(coins), avg(coins_unscored), count(*) "
        f"from rounds where variant = {number} and end_reason <> 'cap' group by position order by position",
    )
    assert len(table.rows) == len(rows) == 2
    for row, (*means, n) in zip(table.rows, rows, strict=True):
        assert [cell.numbers["value"] for cell in row[2:7]] == pytest.approx(means)
        assert [cell.numbers["n"] for cell in row[2:7]] == [n] * 5
        assert row[7] == f"{n:,}"


def test_income_is_paid_against_due_by_source(coins):
    stock = economy_stocks.subject(coins)
    assert stock.name == "coins" and stock.unscored == "coins_unscored"
    assert stock.paid == ["paid_gift", "paid_rob_pair", "paid_rob_single"]
    assert stock.due == ["due_gift", "due_rob_pair", "due_rob_single"]
    [every] = economy_income.build(coins, stock, {}).tables
    turns, paid, due = asked(
        coins,
        "select sum(turns) filter (where seat = 0), sum(paid_gift + paid_rob_pair + paid_rob_single), "
        "sum(due_gift + due_rob_pair + due_rob_single) from rounds where variant = 0",
    )[0]
    assert paid < due
    cells = dict(zip(every.columns, every.rows[0], strict=True))
    assert float(cells["paid in all"].split("\n")[0]) == pytest.approx(paid / turns, abs=0.0006)
    assert float(cells["due in all"].split("\n")[0]) == pytest.approx(due / turns, abs=0.0006)
    assert cells["n"] == f"{turns:,}"


def test_income_by_turn_is_over_the_rounds_that_still_run(coins):
    stock = economy_stocks.subject(coins)
    table = economy_income.build(coins, stock, economy_turns.levels(coins)).charts[0].data[0]
    assert table.columns == ["turn", "rounds", "gift", "rob pair", "due"]  # a robbed single pays nothing
    for turn, rounds, gift, pair, due in asked(
        coins,
        "select turn + 1, count(*) filter (where seat = 0), sum(paid_gift), sum(paid_rob_pair), "
        "sum(due_gift + due_rob_pair + due_rob_single) from turns where variant = 1 group by turn order by turn",
    ):
        if rounds < 6:  # 1 % of 600
            continue
        row = next(row for row in table.rows if row[0] == str(turn))
        assert row[1] == str(rounds)
        assert [cell.numbers["value"] for cell in row[2:]] == pytest.approx(
            [gift / rounds, pair / rounds, due / rounds]
        )


def test_a_source_that_brought_nothing_is_left_to_the_tables(coins):
    section = economy.build(coins)
    text = " ".join(said(section))
    assert " by gift and " in text and "by rob single" not in text
    flows = next(chart for chart in section.charts if "economy-flows" in chart.svg)
    assert ">rob pair<" in flows.svg and ">rob single<" not in flows.svg


def test_without_logged_turns_there_is_no_course(seats):
    assert economy_turns.levels(seats) == {}
    section = economy.build(seats)
    assert section.notes == ["No turns were logged (log level rounds): there is no picture over turns."]
    assert not any("turn of a round" in chart.alt for chart in section.charts)


def test_the_supply_is_that_of_the_logged_turns(coins):
    drawn = economy_turns.curves(coins, economy_turns.levels(coins))
    assert list(drawn) == ["supply"]  # what the seats hold is what it has lost
    for curve in drawn["supply"]:
        rows = asked(
            coins,
            f"select turn + 1, count(*), avg(supply) from turns where variant = {curve.variant['variant']} "
            "and seat = 0 and turn >= 0 group by turn order by turn",
        )
        assert [(turn, level.n) for turn, level in curve.points] == [row[:2] for row in rows]
        assert [level.value for _, level in curve.points] == pytest.approx([row[2] for row in rows])
        assert all(level.low <= level.value <= level.high for _, level in curve.drawn)


def test_what_comes_first_is_counted_over_all_rounds(coins):
    reached = economy_first.curves(coins, "first_short_turn")
    zero = never(coins, 0)
    for turns in (10, 20, None):
        until = "" if turns is None else f"and first_short_turn < {turns}"
        (share,) = asked(
            coins,
            f"select count(*) filter (where first_short_turn >= 0 {until}) / count(*) from rounds "
            "where seat = 0 and variant = 0",
        )[0]
        assert economy_first.by(reached[0], turns, zero).value == pytest.approx(share)
    assert 2 not in reached  # 24 coins are never too few


def test_rounds_that_never_run_short_are_told_with_their_limit(coins):
    [part] = economy_first.build(coins)
    with_8, _, with_24 = said(part)
    assert re.search(
        r"had come in \S+ % \(\S+\) of rounds by turn 10, .* by turn 20, .* and in \S+ %", with_8
    )
    assert "in any of 600 rounds (0.0 % (0.0–2.4))" in with_24
    assert "a coin due was not paid" in part.looks[0].what


def test_how_many_coins_a_round_asks_for_and_what_they_decide(coins):
    text = " ".join(t for t in said(economy.build(coins)) if "coin_supply=12" in t)
    for percent in (50, 95, 99):
        (due,) = asked(
            coins,
            f"select quantile_disc(coins_wanted, {percent / 100}) from rounds where variant = 1 and seat = 0",
        )[0]
        assert re.search(rf"at most {due} \(\S+\) in {percent} %", text)
    (without,) = asked(
        coins,
        "with scored as (select match, seat, points, sum(points) over (partition by match) as together, "
        "points - (select sum(points_coins) from rounds r where r.variant = 1 and r.match = m.match and "
        "r.seat = m.seat) as rest from matches m where variant = 1), "
        "won as (select *, (points = max(points) over (partition by match))::int as w, "
        "(rest = max(rest) over (partition by match))::int as v from scored), "
        "shares as (select match, w / sum(w) over (partition by match) as w, v / sum(v) over (partition by match) as v "
        "from won) select sum(abs(w - v)) / 2 / count(distinct match) from shares",
    )[0]
    assert f"and {100 * without:.1f} % (" in text
    assert "the same play scored without coins gives other seats the wins of" in text
    for words in ("of rounds with an empty supply", "a coin due was not paid", "points that came from coins"):
        assert words in text
    assert "after a third of the turns, less an even share: " in text


def test_what_the_coins_do_is_sorted_by_what_it_says(coins):
    found = economy_does.declared(coins, economy_stocks.subject(coins))
    assert [[metric["name"] for metric in some] for some in found] == [
        ["supply_empty", "coins_short"], ["coins_wanted"], ["coin_points_share"], ["coins_decide"], ["early_coins"],
        ["coins_unscored"],
    ]  # fmt: skip


TYPE = {
    "name": "coin",
    "kind": "result",
    "unit": "type",
    "meaning": "its type",
    "words": ["gold", "silver", "bronze"],
}


@pytest.fixture
def typed(make_run, told, look):
    """Ten deals of two rounds: seat 0 has gold, wins the first round and shares the second, which it does not start."""
    round_, variant = told
    rounds = [round_([5, 1], track={"coin": [0, 1]}), round_([2, 2], track={"coin": [0, 2]})]
    return look(make_run([variant([[rounds]] * 10)], track=[*TRACK, TYPE]))


def test_who_has_which_kind_and_how_it_fares(typed):
    [kind] = economy_types.kinds(typed)
    found = economy_types.numbers(typed, kind, "coins")
    assert {key[1:]: one.value for key, one in found.fares.items() if key[2] != "coins"} == {
        (0, "wins"): 0.75, (1, "wins"): 0, (2, "wins"): 0.5, (0, "points"): 3.5, (1, "points"): 1, (2, "points"): 2,
    }  # fmt: skip
    assert [found.fares[0, i, "wins"].n for i in range(3)] == [20, 10, 10]
    held = {key[1:]: one.value for key, one in found.held.items()}
    assert [held[0, "held_0"], held[0, "held_1"], held[0, "nobody"]] == [0.5, 0.5, 0]
    assert [held[1, "held_0"], held[1, "held_1"], held[1, "nobody"]] == [0, 0.5, 0.5]
    [part] = economy_types.build(typed, "coins")
    [text] = said(part)
    assert text.startswith(
        "Between equal greedy players the seat wins, by the coin that it has, gold 75.0 % ("
    )
    axes = Figure().subplots(1, 3)
    rows = [(float(i), typed.variants[0], i) for i in range(3)]
    economy_types.draw(rows, [("held_0", "1st"), ("held_1", "2nd"), ("nobody", "nobody")], found, *axes)
    assert [bar.get_width() for bar in axes[2].patches] == [50, 50, 50, 50, 50, 50]


def test_a_stock_of_seats_is_told_as_their_mean(make_run, told, look):
    round_, variant = told

    def levels(*_):
        return [[{"coins": t, "supply": 9 - 4 * t}, {"coins": 3 * t, "supply": 9 - 4 * t}] for t in range(2)]

    run = make_run([variant([[[round_([1, 0])]]] * 3)], turns=levels)
    run = make_run(
        [variant([[[round_([1, 0])]]] * 3)], turns=levels, declared={**declared(run.spec), "economy": "coins"}
    )
    context = look(run)
    drawn = economy_turns.curves(context, economy_turns.levels(context))
    assert {name: [(t, e.value, e.n) for t, e in lines[0].points] for name, lines in drawn.items()} == {
        "supply": [(1, 9, 3), (2, 5, 3)],
        "coins": [(1, 0, 3), (2, 2, 3)],
    }


def test_shares_of_rounds_say_what_capped_ones_could_have_changed(make_run, told, look):
    round_, variant = told
    short = {"supply_empty": 1}
    deals = [[[round_([2, 1], track=short if i % 2 else {}), round_([0, 0], end="cap")]] for i in range(8)]
    context = look(make_run([variant(deals)]))
    text = " ".join(said(economy.build(context)))
    assert re.search(r"50.0 % \(\S+; capped 25.0–75.0\) of rounds without supply", text)
    [table] = [t for t in economy.build(context).every_table if t.caption.startswith("How scarce")]
    assert table.rows[0][1].split("\n")[2] == "capped 25.0–75.0"
    assert "capped: what it lies between whatever capped rounds had given" in table.caption


def test_where_no_round_ended_only_the_turns_are_told(make_run, told, look):
    round_, variant = told
    run = make_run(
        [variant([[[round_([0, 0], end="cap")]]] * 3)], turns=lambda *_: [[{"coins": 1, "supply": 5}] * 2] * 2
    )
    section = economy.build(look(run))
    assert section.notes == ["No round ended by the rules: nothing is told of what rounds come to."]
    assert len(said(section)) == 1 and "coins left in the supply: 5.00" in said(section)[0]


def test_a_game_that_tracks_nothing_of_the_kind_has_no_section(make_run, told, look):
    round_, variant = told
    run = make_run([variant([[[round_([2, 1])]]])], metrics=[])
    run = make_run([variant([[[round_([2, 1])]]])], metrics=[], declared={**declared(run.spec), "supply": ""})
    assert economy.build(look(run)) is None
