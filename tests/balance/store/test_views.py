"""Given rows → expected rows of the views; and what a query may not do."""

import duckdb
import pytest

from balance.store.meanings import GRAIN, columns
from balance.store.query import NAMES, VIEWS, ask, connect
from sims.errors import InputError


@pytest.fixture
def run(make_run, told):
    round_, variant = told
    first = [
        round_([3, 1], turns=9, ender=0, track={"coins": [2, 5], "supply": 4}),
        round_([0, 0], end="cap"),
    ]
    again = [round_([1, 1], turns=12)]
    levels = [[{"coins": 1, "supply": 3, "paid_gift": 0}, {"coins": 2, "supply": 3, "paid_gift": 1}]]
    return make_run(
        [
            variant([[first, again], [again, again]], lineup=("greedy", "random")),
            variant(
                [[again, again]], label="coin_supply=13", lineup=("greedy", "random"), capped_matches={1}
            ),
        ],
        turns=lambda v, match, r: levels if (v, match, r) == (0, 0, 0) else [],
    )


def rows(run, sql):
    with connect(run) as con:
        return ask(con, sql).fetchall()


def test_matches_have_words(run):
    columns = "seat, player, points, share, rounds, capped_rounds, end_reason"
    sql = f"select {columns} from matches where match = 0 and variant = 0"
    assert rows(run, sql) == [(0, "greedy", 3, 1.0, 2, 1, "done"), (1, "random", 1, 0.0, 2, 1, "done")]
    sql = (
        "select mirror, player, share, end_reason from matches where match = 1 and variant = 1 order by seat"
    )
    assert rows(run, sql) == [(1, "random", 0.0, "cap"), (1, "greedy", 0.0, "cap")]


def test_rounds_have_words_their_player_and_the_game_s_columns(run):
    sql = """select round, seat, player, position, points, share, turns, end_reason, ender, coins, supply
             from rounds where variant = 0 and match = 0"""
    assert rows(run, sql) == [
        (0, 0, "greedy", 0, 3, 1.0, 9, "target", 0, 2, 4),
        (0, 1, "random", 1, 1, 0.0, 9, "target", 0, 5, 4),
        (1, 0, "greedy", 1, 0, 0.0, 10, "cap", None, 0, 0),
        (1, 1, "random", 0, 0, 0.0, 10, "cap", None, 0, 0),
    ]


def test_the_player_of_a_round_is_that_of_its_match_and_seat(run):
    sql = """select count(*), count(*) filter (where r.player = m.player)
             from rounds r join matches m using (variant, match, seat)"""
    assert rows(run, sql) == [(14, 14)]


def test_turns_hold_stocks_and_flows(run):
    assert rows(run, "select turn, mover, seat, player, coins, supply, paid_gift from turns") == [
        (0, 0, 0, "greedy", 1, 3, 0),
        (0, 0, 1, "random", 2, 3, 1),
    ]


def test_variants_and_players_say_what_the_numbers_stand_for(run):
    assert rows(run, "select variant, label, coin_supply from variants order by variant") == [
        (0, "defaults", 12),
        (1, "coin_supply=13", 13),
    ]
    assert rows(run, "select player, name from players order by player") == [(0, "greedy"), (1, "random")]


def test_a_table_without_rows_still_has_its_types(run):
    assert rows(
        run, "select column_type from (describe moves) where column_name in ('match', 'kind', 'card')"
    ) == [
        ("BIGINT",),
        ("VARCHAR",),
        ("INTEGER",),
    ]
    assert rows(run, "select count(*) from moves") == [(0,)]


def test_a_run_with_nothing_finished_has_empty_typed_views(run):
    for record in (run.path / "commits").iterdir():
        record.unlink()
    assert rows(run, "select count(*), sum(coins), max(player), max(end_reason) from rounds") == [
        (0, None, None, None)
    ]
    assert rows(run, "select column_type from (describe matches) where column_name = 'digest'") == [
        ("UBIGINT",)
    ]


def test_only_files_that_commit_records_name_are_read(run):
    (run.path / "commits" / "00001.json").unlink()
    assert rows(run, "select distinct variant from matches") == [(0,)]


def test_every_column_has_a_type_and_a_meaning(run):
    listed = columns(run)
    assert {column.table for column in listed} == set(NAMES)
    assert [column for column in listed if not column.meaning] == []
    own = {(c.table, c.column): (c.type, c.meaning) for c in listed}
    assert own["turns", "paid_gift"] == ("integer", "coins paid for gifts (coins; in the turn)")
    assert own["rounds", "ender"] == ("integer", "the seat that ended the round, null for none")
    assert own["variants", "coin_supply"] == ("bigint", "parameter: coins at the start of a round")


def test_each_view_states_its_grain_first():
    assert {path.stem for path in VIEWS.glob("*.sql")} == set(NAMES)
    for name in NAMES:
        first = (VIEWS / f"{name}.sql").read_text().splitlines()[0]
        assert first.startswith(f"-- {GRAIN[name]}")


@pytest.mark.parametrize(
    "sql",
    [
        "create table x as select 1",
        "copy (select 1) to 'x.csv'",
        "set variable players = []",
        "attach 'x.db'",
        "select 1; select 2",
        "",
        "select points from nothing",
        "selec 1",
        "select * from read_csv('/etc/hostname')",
        "select * from '/etc/hostname.parquet'",
    ],
)
def test_a_query_reads_the_run_and_nothing_else(run, sql):
    with pytest.raises(InputError, match="query"):
        rows(run, sql)


def test_settings_are_locked(run):
    with connect(run) as con, pytest.raises(duckdb.Error, match="locked"):
        con.execute("set enable_external_access = true")


def test_a_run_is_found_by_a_relative_path_too(run, monkeypatch):
    monkeypatch.chdir(run.path.parent)
    here = type(run).open(run.path.name)
    assert rows(here, "select count(*) from matches") == [(12,)]


def test_python_variables_are_no_tables(run):
    frame = duckdb.sql("select 1 as x").df()
    assert len(frame) == 1
    with pytest.raises(InputError):
        rows(run, "from frame")


def test_what_memory_does_not_hold_lies_in_the_temporary_folder(run, monkeypatch, tmp_path):
    """Also where no file but the run's can be opened; and the working directory stays as it is."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    with connect(run) as con:
        con.execute(
            "select count(*) from (select distinct r.*, m.seat from rounds as r, matches as m)"
        ).fetchone()
        [(place,)] = con.execute("select current_setting('temp_directory')").fetchall()
    assert place.startswith(str(tmp_path / "temporary" / "card-balance-"))
    assert list(here.iterdir()) == []
