"""Spite & Malice's facts: what is derived from its rules holds in every match, in SQL over real logs where it can."""

from itertools import pairwise

import pytest

import balance
from balance.store.query import connect
from sims import registry
from tests.sims.playing import job, play, transcript

NEVER = "greedy[kings=-1,pay=-100,from_hand=-100,from_side=-100]"
"""A player that plays nothing to the centre: it puts a card aside in every turn."""
PLAYERS = ("greedy", "planner", "random", "greedy,random")


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    """The logs of runs of the original rules, open in DuckDB, by players."""
    folder = tmp_path_factory.mktemp("g4a")
    return {
        players: connect(
            balance.sweep(
                "spite_malice", players=players, matches=20 if "random" in players else 60,
                out=folder / players.replace(",", "-"), report=False,
            ).run
        )
        for players in PLAYERS
    }  # fmt: skip


@pytest.fixture(scope="module")
def figures():
    """(players, what differs, n deals) → the columns of the rounds, a row a round, seat 0's."""
    game, known = registry.load("spite_malice"), {}

    def rounds(players="greedy", clusters=60, **values):
        key = (players, clusters, *values.items())
        if key not in known:
            table = play(job(game, 2, players, clusters=clusters, log="rounds", **values))
            known[key] = {name: column[::2] for name, column in table["rounds"].items()}
            known[key]["matches"] = len(table["matches"]["match"]) // 2
            known[key]["won_by_starter"] = table["rounds"]["share"][table["rounds"]["position"] == 0]
        return known[key]

    return rounds


def reason(word):
    return registry.load("spite_malice").end_reasons.index(word)


def none(logs, sql):
    """No row breaks the fact; each row there is would be an example."""
    for log in logs.values():
        assert log.execute(sql).fetchmany(3) == []


# ---- the original rules


def test_104_cards_are_conserved(logs):
    none(
        logs,
        """
        select sum(payoff_left + hand_cards + side_cards) + any_value(centre_cards + stock_cards) as cards
        from turns group by match, round, turn having cards <> 104
        """,
    )


@pytest.mark.parametrize(
    ("values", "cards"), [({"decks": 1}, 52), ({"decks": 4, "recycle": "when_empty"}, 208)]
)
def test_52_cards_a_pack_are(values, cards):
    turns = play(job(registry.load("spite_malice"), 2, "greedy,random", clusters=2, max_rounds=3, **values))[
        "turns"
    ]
    own = (turns["payoff_left"] + turns["hand_cards"] + turns["side_cards"]).reshape(-1, 2).sum(axis=1)
    assert set((own + turns["centre_cards"][::2] + turns["stock_cards"][::2]).tolist()) == {cards}


def test_with_a_card_in_hand_the_turn_can_be_ended_and_always_is_so(logs):
    """By a card put aside: one choice for each of four side stacks at least. A turn has one ending, its last move."""
    none(logs, "select * from moves where legal < 4 and kind <> 'stop' and kind not in ('pay', 'side')")
    none(
        logs,
        """
        with ends as (
            select match, round, turn, count(*) filter (kind in ('end', 'stop')) as ends,
                   arg_max(kind, step) in ('end', 'stop') as ended
            from moves group by match, round, turn
        )
        select * from ends join rounds r using (match, round)
        where ends <> ended::int or (not ended and (turn <> r.turns - 1 or r.end_reason <> 'payoff_empty'))
        """,
    )


def test_a_tie_ends_the_turn_that_begins_without_a_decision_and_it_is_a_turn_of_the_logs(logs):
    none(
        logs,
        """
        with last as (select match, round, max(turn) as turn, max(turn) filter (has_moves) as moved
                      from (select t.match, t.round, t.turn, m.match is not null as has_moves
                            from turns t left join moves m using (match, round, turn)) group by all)
        select * from last join rounds r using (match, round)
        where last.turn <> r.turns - 1 or moved <> last.turn - (r.end_reason = 'stock_empty')::int
        """,
    )


def test_the_winner_has_the_points_of_the_other_pile_a_tie_has_none(logs):
    none(
        logs,
        """
        with pairs as (
            select match, round, seat, points, payoff_left, end_reason, ender,
                   sum(payoff_left) over (partition by match, round) - payoff_left as other
            from rounds
        )
        select * from pairs
        where points <> case when end_reason = 'payoff_empty' and seat = ender then other else 0 end
           or (end_reason = 'payoff_empty') <> (ender is not null)
           or (seat = ender and payoff_left <> 0)
        """,
    )


def test_a_match_is_won_with_50_points_or_capped_after_60_rounds(logs):
    none(
        logs,
        """
        select match, max(points) as most, any_value(rounds) as rounds, any_value(end_reason) as reason
        from matches group by match
        having reason <> if(most >= 50, 'done', 'cap') or (reason = 'cap' and rounds <> 60)
        """,
    )


def test_the_starter_alternates_and_seats_move_in_turn(logs):
    none(logs, "select * from rounds where position <> (seat + round) % 2")
    none(logs, "select * from turns where mover <> (round + turn) % 2")


def test_what_is_paid_is_what_the_pile_loses(logs):
    none(
        logs,
        """
        select *, payoff_left - lag(payoff_left, 1, 20) over (partition by match, round, seat order by turn) as change
        from turns qualify change <> -paid
        """,
    )
    none(logs, "select * from turns where standing <> -payoff_left")


def test_kings_are_counted_once_each(logs):
    none(
        logs, "select * from turns where kings_paid > paid or kings_as_ace > kings or kings_aside > put_aside"
    )


def test_facts_of_a_round_are_those_of_its_turns(logs):
    """Unless a stack returns in the very turn: then the fewest cards were fewer than after any turn."""
    none(
        logs,
        """
        with t as (select match, round, min(stock_cards) as lowest,
                          min(turn) filter (stock_cards = 0) as empty from turns group by all)
        select * from rounds join t using (match, round)
        where lowest_stock > lowest or (end_reason = 'stock_empty') <> (lowest_stock = 0)
           or (end_reason = 'stock_empty' and stock_empty_turn <> turns - 1)
           or (end_reason <> 'stock_empty' and stock_empty_turn <> -1)
        """,
    )


def test_a_shuffle_line_follows_every_completed_stack_but_not_the_winning_card():
    lines = transcript(job(registry.load("spite_malice"), 2, "greedy", clusters=4))
    shuffles = sum(line.get("t") == "shuffle" for line in lines)
    rounds = play(job(registry.load("spite_malice"), 2, "greedy", clusters=4))["rounds"]
    assert (
        0
        <= rounds["completed"].sum() - shuffles
        <= (rounds["end_reason"] == reason("payoff_empty")).sum() // 2
    )
    for before, after in pairwise(lines):
        if after.get("t") == "shuffle":
            assert before["t"] == "move"
        if after.get("t") == "round" and after["end_reason"] == "payoff_empty":
            assert before["t"] == "move" and before["kind"] == "pay"


# ---- what follows from never playing, and from one pack


@pytest.mark.parametrize(("stock_out", "turns"), [("empty_now", 56), ("failed_draw", 57)])
def test_never_playing_to_the_centre_empties_the_stock_on_a_known_turn(figures, stock_out, turns):
    """54 cards, one a turn from the third on."""
    rounds = figures(NEVER, 2, stock_out=stock_out)
    assert set(rounds["turns"].tolist()) == {turns}
    assert set(rounds["end_reason"].tolist()) == {reason("stock_empty")}


def test_the_game_can_go_on_for_ever_if_nobody_pays_off(figures):
    assert set(figures(NEVER, 1, stock_out="play_on")["end_reason"].tolist()) == {reason("cap")}


@pytest.mark.parametrize("players", ["random", "greedy", "planner"])
def test_with_one_pack_every_round_is_tied_within_a_few_turns_but_for_rare_early_returns(figures, players):
    rounds = figures(players, 10, decks=1)
    tied = rounds["end_reason"] == reason("stock_empty")
    assert tied.mean() > 0.99
    assert (rounds["turns"][tied] <= 4).mean() > 0.97


# ---- rough figures


def test_greedy_players_hardly_ever_tie_and_need_about_13_rounds_for_a_match(figures):
    rounds = figures()
    assert (rounds["end_reason"] == reason("stock_empty")).mean() < 0.04
    assert len(rounds["turns"]) / rounds["matches"] == pytest.approx(13.5, abs=1.5)


def test_the_starter_of_a_round_has_no_measurable_edge(figures):
    assert figures()["won_by_starter"].mean() == pytest.approx(0.51, abs=0.05)


def test_random_players_nearly_always_tie(figures):
    rounds = figures("random", 20)
    assert (rounds["end_reason"] == reason("stock_empty")).mean() > 0.98


@pytest.mark.parametrize(("centres", "turns"), [(2, 71), (3, 56), (4, 49.5)])
def test_more_centre_stacks_shorten_a_round(figures, centres, turns):
    assert figures(centres=centres)["turns"].mean() == pytest.approx(turns, abs=4)


@pytest.mark.parametrize(("payoff", "turns"), [(10, 32.5), (20, 56), (26, 67)])
def test_a_longer_pay_off_pile_lengthens_it(figures, payoff, turns):
    assert figures(payoff=payoff)["turns"].mean() == pytest.approx(turns, abs=4)


def test_the_planner_beats_the_greedy_player():
    matches = play(job(registry.load("spite_malice"), 2, "planner,greedy", clusters=150, log="rounds"))[
        "matches"
    ]
    assert matches["share"][matches["player"] == 0].mean() > 0.5
