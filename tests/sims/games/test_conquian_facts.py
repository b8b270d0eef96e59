"""Conquian's facts: what is derived from its rules holds in every match played. In SQL over real logs where it can."""

import pytest

import balance
from balance.store.query import connect
from balance.workflows.check_run import check_run
from balance.workflows.listener import Listener
from sims import registry
from tests.sims.playing import job, play

PLAYERS = ("greedy", "random", "counter,patient", "forcer,holdback")


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Runs of the original rules, by line-up."""
    folder = tmp_path_factory.mktemp("original")
    return {
        players: balance.sweep(
            "conquian", seats=2, players=players, matches=300, out=folder / str(i), report=False
        ).run
        for i, players in enumerate(PLAYERS)
    }


@pytest.fixture(scope="module")
def logs(runs):
    """Their logs, open in DuckDB."""
    return {players: connect(run) for players, run in runs.items()}


def none(logs, sql):
    """No row breaks the fact; each row there is would be an example."""
    for log in logs.values():
        assert log.execute(sql).fetchmany(3) == []


def test_the_logs_are_what_a_run_must_be(runs):
    """Among others: turns alternate, and only FORCE? is decided by the seat that is not in turn."""
    for run in runs.values():
        found = check_run(str(run.path), 2, Listener())
        assert (found.lines, found.replayed) == ([], 2)
        assert {"movers", "turn_order", "conserved", "flows", "at_most"} <= set(found.done)


def test_forty_cards_are_conserved(logs):
    none(
        logs,
        """
        select sum(hand + standing) + any_value(stock + waste) as cards from turns
        group by match, round, turn having cards <> 40
        """,
    )


def test_hand_and_table_are_ten_at_every_turn_boundary_eleven_for_who_is_out(logs):
    none(
        logs,
        """
        select * from turns t join rounds r using (match, round, seat)
        where t.hand + t.standing <> 10
          and not (t.turn = r.turns - 1 and r.end_reason = 'out' and seat = r.ender and t.standing = 11 and t.hand = 0)
        """,
    )


def test_eleven_on_the_table_is_the_empty_hand_without_a_discard_is_the_end(logs):
    none(
        logs,
        """
        select * from rounds
        where (standing = 11) is distinct from (end_reason = 'out' and seat = ender)
           or (standing = 11) is distinct from (points = 1) or points not in (0, 1)
        """,
    )
    none(
        logs,
        """
        with last as (
            select match, round, turn, max(step) filter (kind = 'meld') as melded,
                   max(step) filter (kind = 'discard') as discarded
            from moves group by all
        )
        select * from last join (select match, round, turns, end_reason from rounds where seat = 0) r
               using (match, round)
        where melded is not null
          and (discarded is null) is distinct from (end_reason = 'out' and turn = turns - 1)
        """,
    )


def test_at_most_41_turns_so_the_cap_is_never_met(logs):
    none(logs, "select * from rounds where turns > 41 or end_reason = 'cap'")


def test_who_always_uses_the_card_is_never_forced(logs):
    greedy = {"greedy": logs["greedy"]}
    none(greedy, "select * from rounds where forced > 0 or spared > 0 or declined > 0")
    forced = [log.execute("select sum(forced) from rounds").fetchone()[0] for log in logs.values()]
    assert max(forced) > 0


def test_a_seat_is_forced_or_spared_only_after_it_declined(logs):
    none(logs, "select * from turns where forced + spared > declined")


def test_flows_of_the_turns_add_up_to_those_of_the_round_and_to_the_table(logs):
    flows = [t.name for t in registry.load("conquian").tracked("flow")]
    assert len(flows) == 9
    sums = ", ".join(f"sum({flow}) as {flow}" for flow in flows)
    differ = " or ".join(f"t.{flow} <> r.{flow}" for flow in flows)
    none(
        logs,
        f"""
        with t as (select match, round, seat, {sums} from turns group by all)
        select * from t full join rounds r using (match, round, seat)
        where ({differ} or r.standing <> r.used + r.forced + r.laid) is not false
        """,
    )


def test_facts_of_a_round_are_those_of_its_turns(logs):
    none(
        logs,
        """
        with first as (
            select match, round, coalesce(min(turn) filter (standing > 0), -1) as melded,
                   coalesce(min(turn) filter (standing >= 10), -1) as ready
            from turns group by all
        )
        select * from first join rounds using (match, round) where melded <> first_meld or "first".ready <> first_ready
        """,
    )


def test_seats_move_in_turn_and_only_melds_have_a_layout(logs):
    none(logs, "select * from turns where mover <> (round + turn) % 2")
    none(logs, "select * from moves where (kind = 'meld') is distinct from (meld_1 > 0)")
    none(
        logs,
        """
        select string_agg(kind, ' ' order by step) as kinds, match, round, turn from moves group by match, round, turn
        having not regexp_full_match(kinds,
            '(reject( spare)? )?(leave( spare)?|(use|leave force) meld( discard)?)|reject( spare)?'
            || '|(use|reject force) meld( discard)?')
        """,
    )


def test_a_dead_seat_goes_out_no_more(logs):
    none(
        logs,
        """
        select * from turns t join rounds r using (match, round, seat) where t.dead = 1 and r.standing = 11
        """,
    )


def test_rough_figures():
    """Greedy: draws 15 %, 18.6 turns, no edge for either seat; random players draw 88 % (RULES.md says why not 84)."""
    game = registry.load("conquian")
    greedy = play(job(game, 2, "greedy", clusters=4000, log="rounds"))["rounds"]
    drawn = greedy["end_reason"] == game.end_reasons.index("stock_empty")
    assert drawn.mean() == pytest.approx(0.15, abs=0.025)
    assert greedy["turns"].mean() == pytest.approx(18.6, abs=0.4)
    first = greedy["points"][greedy["position"] == 0].sum() / greedy["points"].sum()
    assert first == pytest.approx(0.5, abs=0.03)
    chance = play(job(game, 2, "random", clusters=4000, log="rounds"))["rounds"]
    assert (chance["end_reason"] == 3).mean() == pytest.approx(0.877, abs=0.025)
