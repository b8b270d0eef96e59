"""Lonja's facts: what is derived from its rules holds in every match played. In SQL over real logs where it can."""

from collections import Counter
from itertools import product

import pytest

import balance
from balance.store.query import connect
from sims import batch, lineup, registry, variants
from tests.sims.games.lonja_table import Table
from tests.sims.playing import play

DECKS = ("original", "1-9x2", "1-8x2", "1-4x4", "1-5x4", "1-10x2")


@pytest.fixture(scope="module", params=(2, 3), ids=lambda seats: f"{seats} seats")
def original(request, tmp_path_factory):
    """The logs of three runs of the original rules, open in DuckDB: strong, spoiling and random players."""
    seats, folder = request.param, tmp_path_factory.mktemp("original")
    runs = [
        balance.sweep(
            "lonja", seats=seats, players=players, matches=200, out=folder / players, report=False
        ).run
        for players in ("lastword", "spoiler", "random")
    ]
    return seats, [connect(run) for run in runs]


def none(logs, sql):
    """No row breaks the fact; each row there is would be an example."""
    for log in logs:
        assert log.execute(sql).fetchmany(3) == []


def rounds(seats, players, matches, preset="original"):
    """Columns of `rounds`, and of `matches`, without logging turns."""
    game = registry.load("lonja")
    line = lineup.parse_lineup(game, players, seats)
    return play(batch.Job(game, variants.make(game, seats, preset), line, 1, matches, log="rounds"))


# ---- the original rules


def test_a_round_has_ten_placements_a_seat(original):
    """20 with two, 30 with three; a stuck round may have fewer, and passes may make it longer."""
    seats, logs = original
    none(
        logs,
        f"""
        select match, round, sum(placed) as placements, any_value(turns) as turns, sum(stuck_passes) as passes,
               any_value(end_reason) as ended
        from rounds group by all
        having ended <> 'stuck' and (placements <> {10 * seats} or turns <> {10 * seats} + passes)
        """,
    )
    none(logs, "select * from rounds where end_reason = 'cap'")


def test_cards_are_conserved(original):
    seats, logs = original
    none(logs, "select * from turns where hand + pile + placed + discarded <> 10 or discarded > 0")
    none(
        logs,
        f"""
        select sum(placed) as placements, turn, sum(stuck_passes) as passes from turns group by match, round, turn
        having passes = 0 and placements > least(turn + 1, {10 * seats})
        """,
    )


def test_the_first_five_placements_can_never_be_stuck(original):
    """Every type lies five times and a placement takes away one cell of it at most: before the fifth one is left."""
    seats, logs = original
    least = "least(min(cells), min(neutral_cells))" if seats == 2 else "min(cells)"
    none(
        logs,
        f"""
        select {least} as cells_of_the_rarest, turn from turns where turn < 4 group by match, round, turn
        having cells_of_the_rarest < 4 - turn
        """,
    )
    none(logs, "select * from rounds where first_stuck_turn between 0 and 4")


def test_the_sixth_can():
    """Five gold cells are covered by other types; who holds gold of a value that does not lie is stuck."""
    grid = ("g1 g1 g1 g1", "g1 s1 s2 s3", "s4 s5 b1 b2", "b3 b4 b5 b2")
    table = Table(grid, ["s1 s1 s1", "b1 b1 g9"], min_per_type=5)
    for i, place in enumerate(("r0c0", "r0c1", "r0c2", "r0c3", "r1c0")):
        table.do(f"place {'s1' if i % 2 == 0 else 'b1'} {place}")
    assert (table.turn, table.ended, table.hands) == (4, "stuck", ["", "g9"])


@pytest.mark.parametrize("deck", DECKS)
def test_no_turn_is_stuck_in_three_thousand_random_games(deck):
    assert rounds(2, "random", 3000, deck)["rounds"]["stuck_passes"].sum() == 0


def test_cells_change_by_what_flows(original):
    _, logs = original
    none(
        logs,
        """
        select *, cells - lag(cells, 1, 0) over (partition by match, round, seat order by turn) as change
        from turns qualify change <> cells_chosen + cells_gained + cells_lost
        """,
    )
    none(
        logs,
        """
        select sum(cells_gained) as gained, any_value(neutral_cells) as neutral,
               sum(turned_own_neutral + turned_rival_neutral) as to_neutral,
               sum(turned_own_rival + turned_rival_own + turned_rival_rival + turned_neutral_own
                   + turned_neutral_rival) as to_seats
        from turns group by match, round, turn having gained <> to_seats or to_neutral > neutral
        """,
    )


def test_every_cell_shows_a_type_of_somebody_or_the_neutral_one(original):
    _, logs = original
    none(
        logs,
        """
        select sum(cells) + any_value(neutral_cells) as there_are from turns group by match, round, turn
        having there_are <> 16
        """,
    )


def test_flows_of_the_turns_add_up_to_those_of_the_round(original):
    _, logs = original
    flows = [t.name for t in registry.load("lonja").tracked("flow")]
    sums = ", ".join(f"sum({flow}) as {flow}" for flow in flows)
    differ = " or ".join(f"t.{flow} <> r.{flow}" for flow in flows)
    none(
        logs,
        f"""
        with t as (select match, round, seat, {sums} from turns group by all)
        select * from t full join rounds r using (match, round, seat) where ({differ}) is not false
        """,
    )


def test_points_are_those_of_the_lines_as_they_lie_at_the_end(original):
    _, logs = original
    none(logs, "select * from rounds where points <> points_rows + points_columns or points <> standing")
    none(
        logs,
        """
        select * from turns t join rounds r using (match, round, seat)
        where t.turn = r.turns - 1 and t.standing <> r.points
        """,
    )
    none(
        logs,
        """
        select sum(lines_led) as led, any_value(lines_won) as won, any_value(lines_neutral + lines_tied) as lost
        from rounds group by match, round having led <> won or won + lost <> 8
        """,
    )


def test_points_by_the_order_of_choice_are_those_of_the_seats(original):
    """The last seat in turn order chooses first."""
    seats, logs = original
    names = ("first", "second", "third")
    for position in range(seats):
        nth = names[seats - 1 - position]
        none(logs, f"select * from rounds where position = {position} and points <> points_{nth}")


def test_types_are_chosen_before_the_first_turn_then_seats_move_in_turn(original):
    seats, logs = original
    none(logs, "select * from moves where (kind = 'choose') <> (turn = -1)")
    none(
        logs,
        f"""
        select * from moves where kind = 'choose'
        and (legal <> 3 - step or seat <> (round + 2 * {seats} - 1 - step) % {seats})
        """,
    )
    none(logs, f"select * from turns where turn >= 0 and mover <> (round + turn) % {seats}")


# ---- the layout

LYING = (6, 5, 5)


@pytest.fixture(scope="module")
def layouts():
    """3,000 layouts of the default deck."""
    table = Table(
        types=None, hands=["g1", "g1"], values=6, copies=3, grid=("g1 s1 b1 g2",) * 4, min_per_type=5
    )
    found = []
    for n in range(3000):
        table.rngs[0].word = n * 0x9E3779B97F4A7C15 % 2**64
        found.append(" ".join(table.deal().grid).split())
    return found


def within(count, n, share, deviations=4.5):
    return abs(count - n * share) < deviations * (n * share * (1 - share)) ** 0.5


def test_layouts_are_distributed_as_five_of_each_type_and_one_of_any(layouts):
    """Types have equal counts, so the type that lies six times is any of the three; of it any cards lie. Three equal
    cards of a type lie with 105/8568 if it lies five times, with 455/18564 if six: 105/8568·2/3 + 455/18564/3."""
    n = len(layouts)
    held = [Counter(card[0] for card in cards) for cards in layouts]
    assert all(sorted(counts.values(), reverse=True) == [*LYING] for counts in held)
    for coin in "gsb":
        assert within(sum(counts[coin] == 6 for counts in held), n, 1 / 3)
    kinds = [f"{coin}{value}" for coin, value in product("gsb", range(1, 7))]
    triples = 0
    for kind in kinds:
        lying = [cards.count(kind) for cards in layouts]
        assert within(sum(lying), 3 * n, 16 / 54)
        triples += sum(count == 3 for count in lying)
    assert within(triples, n * len(kinds), 105 / 8568 * 2 / 3 + 455 / 18564 / 3)


def test_majority_by_points_and_by_cards_differ_in_about_a_third_of_the_lines(layouts):
    differ, lines = 0, 0
    for cards in layouts:
        rows = [cards[i : i + 4] for i in range(0, 16, 4)] + [cards[i::4] for i in range(4)]
        for row in rows:
            sums = {coin: sum(int(card[1:]) for card in row if card[0] == coin) for coin in "gsb"}
            counts = {coin: sum(card[0] == coin for card in row) for coin in "gsb"}
            best = [[c for c in "gsb" if has[c] == max(has.values())] for has in (sums, counts)]
            differ += (best[0] if len(best[0]) == 1 else []) != (best[1] if len(best[1]) == 1 else [])
            lines += 1
    assert 0.28 < differ / lines < 0.42


# ---- rough figures


@pytest.mark.parametrize("players", ["greedy", "lastword"])
def test_with_two_the_starter_wins_about_two_rounds_in_five_and_two_rounds_even_it_out(players):
    """Rough figure: 41.5 to 58.5 %."""
    tables = rounds(2, players, 2500)
    first = tables["rounds"]["share"][tables["rounds"]["position"] == 0].mean()
    assert 0.36 < first < 0.44
    assert tables["matches"]["share"][tables["matches"]["seat"] == 0].mean() == pytest.approx(0.5, abs=0.04)


def test_with_three_later_seats_are_favoured_and_two_rounds_do_not_even_it_out():
    """Rough figures: 28, 32, 40 % by place in turn order; among greedy players, who see less far, it hardly shows."""
    tables = rounds(3, "lastword", 3000)
    by_place = [tables["rounds"]["share"][tables["rounds"]["position"] == p].mean() for p in range(3)]
    assert by_place == pytest.approx([0.28, 0.33, 0.39], abs=0.03)
    by_seat = [tables["matches"]["share"][tables["matches"]["seat"] == s].mean() for s in range(3)]
    assert by_seat[2] - by_seat[1] > 0.04
