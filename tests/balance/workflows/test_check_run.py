"""A run is checked: every check speaks of what was changed behind its back, names the place, and nothing else."""

import hashlib
import json
import shutil
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

import balance
from balance.store import commits
from balance.store.run import Run
from balance.store.sealed import opened, sealed
from balance.workflows.check_deep import spread
from balance.workflows.check_run import check_run
from balance.workflows.listener import Listener
from balance.workflows.planning import budget

PICK_STACK, TAKE = 2, 3  # kinds of moves


def played(folder, parts=1, **asked):
    """A run of so many chunks a variant: by itself their number depends on the speed of the machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(budget, "chunk_clusters", lambda found, clusters, *rest: -(-clusters // parts))
        balance.sweep("konflikt", out=folder, report=False, threads=1, **asked)
    return folder


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Two variants of four deals with three mirrors, everything logged."""
    folder = tmp_path_factory.mktemp("runs") / "whole"
    return played(
        folder, seats=3, players="greedy,random,random", matches=12, vary={"coin_supply": "3,12"}, seed=5
    )  # fmt: skip


@pytest.fixture
def run(whole, tmp_path):
    """A copy that may be damaged."""
    return Path(shutil.copytree(whole, tmp_path / "run"))


def change(run, table, variant, edit, record=True):
    """Let edit(columns) change a table's columns, or give other ones; record: the commit record then says so."""
    [path] = [
        p for p in sorted((run / "commits").glob("*.json")) if json.loads(p.read_text())["variant"] == variant
    ][:1]
    commit = opened(path).content
    [file] = [f for f in commit["files"] if f["table"] == table]
    shard = run / file["name"]
    before = parquet.read_table(shard)
    columns = {name: before[name].to_numpy().copy() for name in before.schema.names}
    columns = edit(columns) or columns
    parquet.write_table(pa.table(columns, schema=before.schema), shard)
    if record:
        file["rows"] = len(columns["match"])
        file["bytes"] = shard.stat().st_size
        file["sha256"] = hashlib.sha256(shard.read_bytes()).hexdigest()
        path.write_bytes(sealed(commit))


def rows(columns, **where):
    """The numbers of the rows with these values."""
    found = np.ones(len(columns["match"]), bool)
    for name, value in where.items():
        found &= columns[name] == value
    return np.flatnonzero(found)


def add(name, amount, first=None, **where):
    """An edit: so much more in a column of the rows with these values, or of the first of them."""

    def edit(columns):
        columns[name][rows(columns, **where)[:first]] += amount

    return edit


def doubled(columns):
    loser = rows(columns, share=0.0)[0]
    return {name: np.append(column, column[loser]) for name, column in columns.items()}


def without(**where):
    def edit(columns):
        gone = rows(columns, **where)
        return {name: np.delete(column, gone) for name, column in columns.items()}

    return edit


def one_coin_elsewhere(columns):
    for seat, amount in ((0, 1), (1, -1)):
        columns["coins"][rows(columns, match=4, round=1, turn=9, seat=seat)] += amount


def a_fifth_card(columns):
    takes = rows(columns, match=4, round=1, kind=TAKE)
    cards, number = np.unique(columns["card"][takes], return_counts=True)
    four = cards[number == 4][0]
    columns["card"][takes[columns["card"][takes] != four][0]] = four


def a_later_step(columns):
    last = rows(columns, match=4, round=1, turn=3)[-1]
    columns["step"][last] += 1


CASES = {
    "keys": ("matches", doubled, "rows of this key: 2, should be 1"),
    "deals": ("rounds", add("deal", 1, match=4, round=1, seat=2), "rounds, variant 1, match 4, round 1, seat 2: "),
    "players": (
        "matches", add("player", -1, match=4, seat=1),
        "matches, variant 1, match 4, seat 1: player: greedy, sh",
    ),
    "rounds_complete": (
        "matches", add("rounds", 1, match=4),
        "match 4, seat 0: rounds: 3 from 0 to 2, should be 4 from",
    ),
    "same_for_all": (
        "matches", add("digest", 1, match=4, seat=1),
        "matches, variant 1, match 4: digest: not the same",
    ),
    "facts": (
        "rounds", add("coins_wanted", 1, match=4, round=1, seat=1),
        "match 4, round 1: coins_wanted: not the same",
    ),
    "positions": (
        "rounds", add("position", 1, match=4, round=1, seat=2),
        "round 1, seat 2: position: 2, should be 1",
    ),
    "round_shares": ("rounds", add("share", 0.5, 1, match=4, round=1, share=0.0), "share: 0.5, should be 0.0"),
    "match_shares": ("matches", add("share", 0.5, 1, match=4, share=0.0), ": share: 0.5, should be 0.0"),
    "match_points": ("matches", add("points", -1, 1, match=4, share=0.0), "matches, variant 1, match 4, seat "),
    "capped": ("matches", add("capped_rounds", 1, match=4), "match 4: capped_rounds: 1, should be 0"),
    "words": (
        "rounds", add("end_reason", 9, match=4, round=1),
        "match 4, round 1, seat 0: end_reason: a number without",
    ),
    "turns_complete": (
        "rounds", add("turns", 1, match=4, round=1),
        "turns, variant 1, match 4, round 1, seat 0: turns: ",
    ),
    "moves_complete": (
        "rounds", add("decisions", 1, match=4, round=1),
        "moves, variant 1, match 4, round 1: decisions",
    ),
    "turn_order": ("turns", add("mover", -1, match=4, round=1, turn=1), "round 1, turn 1: mover: 1, should be 2"),
    "flows": ("turns", one_coin_elsewhere, "turns, variant 1, match 4, round 1, turn 9, seat 0: change of coins: "),
    "round_flows": ("rounds", add("paid_gift", 1, match=4, round=1, seat=2), "round 1, seat 2: paid_gift: "),
    "round_stocks": ("rounds", add("buildings", 1, match=4, round=1, seat=2), "round 1, seat 2: buildings: "),
    "leads": ("rounds", add("lead_changes", 1, match=4, round=1, seat=2), "round 1, seat 2: lead_changes: "),
    "outs": ("rounds", add("out_turn", 999, match=4, round=1), "match 4, round 1: out_turn: "),
    "conserved": ("turns", add("supply", 1, match=4, round=1, turn=0), "turn 0: coins: 13, should be 12"),
    "steps": ("moves", a_later_step, "moves, variant 1, match 4, round 1, turn 3: steps: "),
    "movers": ("moves", add("seat", 1, match=4, round=1, turn=2, step=0), "turn 2, step 0: seat: 1, should be 0"),
    "legal": ("moves", add("legal", 99, match=4, round=1, turn=2, step=0), "turn 2, step 0: legal: "),
    "at_most": ("moves", a_fifth_card, "round 1: moves that name card "),
}  # fmt: skip


def test_a_run_as_it_was_played_is_clean(whole):
    found = check_run(whole, 5, Listener())
    assert (found.lines, found.faults, found.replayed) == ([], {}, 5)
    assert (found.matches, found.rows["matches"], found.files % 4) == (24, 72, 0)
    assert {*CASES, "files", "matches_complete", "deep"} <= set(found.done)


@pytest.mark.parametrize("check", CASES)
def test_what_is_changed_is_found_by_its_check_alone(run, check):
    table, edit, told = CASES[check]
    change(run, table, 1, edit)
    found = check_run(run, 0, Listener())
    assert list(found.faults) == [check]
    assert told in found.lines[0]
    assert found.lines[0].startswith(
        f"{check}: {table if not check.endswith('_complete') else check.split('_')[0]}, v"
    )


@pytest.mark.parametrize("column", ["lead_changes", "comeback", "settled", "standing_before"])
def test_each_column_of_the_lead_is_held_to_the_turns(run, column):
    known = []

    def edit(columns):
        known.append(rows(columns, seat=0)[columns[column][rows(columns, seat=0)] >= 0][0])
        columns[column][known[0]] = -1 if column == "lead_changes" else columns[column][known[0]] + 1

    change(run, "rounds", 0, edit)
    found = check_run(run, 0, Listener())
    if column == "standing_before":  # nothing is logged before the first turn to hold it to
        assert found.faults == {}
    else:
        assert list(found.faults) == ["leads"]
        assert f", seat 0: {column}: " in found.lines[0]


def test_a_seat_without_a_row_is_missed(run):
    change(run, "matches", 1, without(match=4, seat=1))
    found = check_run(run, 0, Listener())
    assert "matches_complete: matches, variant 1, match 4, seat 1: rows: 0, should be 1" in found.lines
    assert set(found.faults) <= {"matches_complete", "rounds_complete", "match_shares"}


def test_turns_of_a_deal_that_are_missing_are_missed(run):
    change(run, "turns", 1, without(match=4, round=1))
    found = check_run(run, 0, Listener())
    assert list(found.faults) == ["turns_complete"]
    assert "turns, variant 1, match 4, round 1, seat 0: turns: none, should be " in found.lines[0]


def test_ten_faults_of_a_check_are_told_and_the_rest_counted(run):
    change(run, "matches", 1, add("deal", 1, mirror=1))
    change(run, "matches", 0, add("deal", 1, mirror=0))
    found = check_run(run, 0, Listener())
    assert found.faults == {"deals": 24}
    assert (len(found.lines), found.lines[-1]) == (11, "deals: and 14 more")


def test_only_playing_again_finds_another_stack_picked(run):
    def edit(columns):
        columns["place"][rows(columns, match=0, kind=PICK_STACK)[3]] ^= 1

    change(run, "moves", 1, edit)
    assert check_run(run, 0, Listener()).faults == {}
    found = check_run(run, 4, Listener())
    assert found.faults == {"deep": 1}
    assert found.lines[0].startswith("deep: moves, variant 1, match 0, round 0, turn ")
    assert ", replayed " in found.lines[0]


def test_matches_played_again_are_spread_over_variants_and_evenly_within(whole):
    opened = Run.open(whole)
    again = [(commit["variant"], match) for commit, match in spread(opened, opened.commits(), 7)]
    assert again == [(0, 0), (0, 3), (0, 6), (0, 9), (1, 0), (1, 4), (1, 8)]
    assert len(list(spread(opened, opened.commits(), 1000))) == 24


@pytest.mark.parametrize("table", ["matches", "moves"])
def test_a_file_that_was_written_anew_has_another_checksum(run, table):
    change(run, table, 1, lambda columns: None, record=False)
    found = check_run(run, 0, Listener())
    assert list(found.faults) == ["files"]
    assert any(f"tables/{table}/" in line and "sha256 is" in line for line in found.lines)


def test_a_file_that_is_not_as_recorded_is_checked_as_it_is(run):
    change(run, "rounds", 1, add("paid_gift", 1, match=4, round=1, seat=2), record=False)
    assert list(check_run(run, 0, Listener()).faults) == ["files", "round_flows"]


def test_files_that_are_missing_or_cut_are_told_and_the_rest_is_checked(run):
    files = [f for commit in commits.read(run) for f in commit["files"] if f["table"] == "moves"]
    (run / files[0]["name"]).unlink()
    cut = run / files[-1]["name"]
    cut.write_bytes(cut.read_bytes()[:-100])
    found = check_run(run, 0, Listener())
    assert list(found.faults) == ["files"]
    assert f"files: {files[0]['name']} is missing" in found.lines
    assert any(
        line.startswith(f"files: {files[-1]['name']} cannot be read as Parquet") for line in found.lines
    )


def test_columns_that_may_hold_nulls_are_not_those_declared(run):
    [commit] = [c for c in commits.read(run) if c["variant"] == 1][:1]
    shard = run / next(f["name"] for f in commit["files"] if f["table"] == "rounds")
    table = parquet.read_table(shard)
    parquet.write_table(table.cast(pa.schema([field.with_nullable(True) for field in table.schema])), shard)
    found = check_run(run, 0, Listener())
    assert list(found.faults) == ["files"]
    assert any("columns are not those declared in run.json" in line for line in found.lines)


def test_a_record_that_is_not_in_the_plan_is_told(run):
    path = min((run / "commits").glob("*.json"))
    path.write_bytes(sealed({**opened(path).content, "first_cluster": 1}))
    found = check_run(run, 0, Listener())
    assert list(found.faults) == ["files"]
    assert "is not in the plan of run.json" in found.lines[0]


def test_variants_that_are_not_those_of_run_json_are_told(run):
    table = parquet.read_table(run / "variants.parquet")
    parquet.write_table(table.slice(1), run / "variants.parquet")
    assert (
        "files: variants.parquet does not hold what run.json says of the variants"
        in check_run(run, 0, Listener()).lines
    )


def test_without_a_table_of_variants_nothing_else_can_be_checked(run):
    (run / "variants.parquet").write_bytes(b"PAR1")
    found = check_run(run, 0, Listener())
    assert list(found.faults) == ["files"]
    assert found.lines[0].startswith("files: variants.parquet cannot be read: ")


def test_of_an_incomplete_run_the_finished_chunks_are_checked(run):
    max((run / "commits").glob("*.json")).unlink()
    found = check_run(run, 2, Listener())
    assert found.faults == {}
    assert found.matches < 24
    assert found.state.endswith("chunks")


ODD = {
    "two seats, one by one": {"seats": 2, "set": {"resolve_order": "pick_order", "first_turn_picks": 1}},
    "three mirrors, coins kept": {
        "seats": 3, "players": "greedy,random,greedy+0.2", "vary": {"coins_between_rounds": "keep_odd,keep_all"},
    },
    "immediate ends, capped rounds": {"seats": 4, "vary": {"max_turns": "10,200"}, "set": {"end_timing": "immediate"}},
    "rounds alone": {"seats": 4, "log": "rounds"},
    "turns alone": {"seats": 2, "log": "turns", "set": {"late_seat_coins": 2}},
    "a share of the deals": {
        "seats": 3, "players": "greedy,random,random", "vary": {"target": "4,5"}, "log_budget": "20kB",
    },
}  # fmt: skip


SLOW = ("two seats, one by one", "rounds alone", "turns alone")


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow) if n in SLOW else n for n in ODD])
def test_runs_of_every_kind_are_clean(tmp_path, name):
    folder = played(tmp_path / "run", parts=2, matches=48, **ODD[name])
    found = check_run(folder, 3, Listener())
    assert (found.lines, found.replayed) == ([], 3)
    if name == "a share of the deals":
        assert 0 < found.rows["turns"] < found.rows["rounds"] * 10


def test_moves_of_a_deal_outside_the_share_and_missing_ones_inside_are_found(tmp_path):
    run = played(tmp_path / "run", seats=2, matches=60, log_budget="30kB")
    held = Run.open(run)
    assert 0 < held.spec["log"]["share"] < 1
    moved = []

    def edit(columns):
        numbers = np.unique(columns["match"])
        other = next(n for n in range(60) if n not in numbers)
        moved.extend([int(numbers[0]), other])
        columns["match"][columns["match"] == numbers[0]] = other

    change(run, "moves", 0, edit)
    lines = "\n".join(check_run(run, 0, Listener()).lines)
    assert (
        f"moves_complete: moves, variant 0, match {moved[0]}, round 0: decisions, and those with a choice: 0, 0"
        in lines
    )
    assert f"moves_complete: moves, variant 0, match {moved[1]}, round 0: decisions" in lines
