"""A disk that lost something: what is told of it, and what is taken so that it is made again."""

import json
import shutil
from pathlib import Path

import pytest

from balance.store import check_files, commits
from balance.store.damage import damage, mend
from balance.store.run import Run
from balance.store.sealed import opened, sealed
from balance.store.spec import plan_digest
from sims.errors import InputError


@pytest.fixture
def run(make_run, told):
    """Five chunks of two deals."""
    round_, variant = told
    return make_run([variant([[[round_([deal % 3, 1])]] for deal in range(10)])], chunk_clusters=2)


def shard(run, table, chunk):
    return run.path / "tables" / table / f"{chunk:05}.parquet"


def cut(path):
    path.write_bytes(path.read_bytes()[:-100])


def flip(path, place=40):
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)


def test_of_a_run_as_it_was_written_nothing_is_damaged(run):
    assert list(damage(run)) == list(mend(run)) == []


@pytest.mark.parametrize(
    ("harm", "line"),
    [
        (lambda run: cut(shard(run, "moves", 1)), "tables/moves/00001.parquet: "),
        (lambda run: shard(run, "moves", 1).write_bytes(b""), "tables/moves/00001.parquet: 0 bytes, should be "),
        (lambda run: shard(run, "moves", 1).unlink(), "tables/moves/00001.parquet is missing"),
        (lambda run: flip(shard(run, "rounds", 1)), "tables/rounds/00001.parquet: sha256 is "),
        (lambda run: cut(run.path / commits.name(1)), "commits/00001.json is torn"),
        (lambda run: (run.path / commits.name(1)).write_bytes(b"\0" * 900), "commits/00001.json is empty"),
        (lambda run: flip(run.path / commits.name(1), 12), "commits/00001.json is changed since it was written"),
        (
            lambda run: shutil.copy(run.path / commits.name(0), run.path / commits.name(1)),
            "commits/00001.json is the record of chunk 0",
        ),
        (
            lambda run: shutil.copy(shard(run, "rounds", 0), shard(run, "rounds", 1)),
            "tables/rounds/00001.parquet: ",
        ),
    ],
    ids=["torn", "empty", "missing", "one bit", "torn record", "zeros", "bit of record", "other record", "other shard"],
)  # fmt: skip
def test_a_damaged_chunk_is_told_and_played_again(run, harm, line):
    harm(run)
    [told] = mend(run)
    assert told.startswith(line) and told.endswith(": chunk 1 is played again")
    assert [chunk.chunk for chunk in run.open_chunks()] == [1]
    assert list(mend(run)) == []


@pytest.mark.parametrize("name", ["variants.parquet", "players.parquet", "side_tables.json"])
def test_side_tables_are_written_again(run, name):
    flip(run.path / name)
    [told] = mend(run)
    assert told.startswith(name) and told.endswith(": it is written again")
    assert run.complete


def test_what_a_killed_process_left_goes(run):
    for name in ("run.json.7.tmp", "tables/moves/00009.parquet.tmp", "commits/00001.json.7.tmp"):
        (run.path / name).write_bytes(b"half")
    assert list(mend(run)) == []
    assert list(run.path.rglob("*.tmp")) == []


def test_a_chunk_of_another_run_is_played_again(run, make_run, told):
    round_, variant = told
    other = make_run([variant([[[round_([1, 1])]] for _ in range(10)])], chunk_clusters=2, seed=2)
    record(other, run, 1)
    [line] = mend(run)
    assert line == (
        "commits/00001.json is of another plan than that of run.json: it is of another run, or run.json was changed: "
        "chunk 1 is played again"
    )


def record(other, run, chunk):
    """Put another run's chunk, its record and its files, into the run; records of runs made by hand have no plan."""
    for one in (run, other):
        for number in range(5):
            path = one.path / commits.name(number)
            path.write_bytes(sealed({**opened(path).content, "plan": one.plan}))
    for name in (commits.name(chunk), *(f["name"] for f in other.commits()[chunk]["files"])):
        shutil.copy(other.path / name, run.path / name)


def test_where_no_record_is_of_this_plan_nothing_is_thrown_away(run, make_run, told):
    round_, variant = told
    other = make_run([variant([[[round_([1, 1])]] for _ in range(10)])], chunk_clusters=2, seed=2)
    record(other, run, 1)
    shutil.copy(other.path / "run.json", run.path / "run.json")
    (run.path / commits.name(1)).unlink()
    with pytest.raises(InputError, match=r"commits/00000.json: '\w+' is not of the plan of run.json"):
        list(mend(Run.open(run.path)))
    assert len(run.commits()) == 4


def test_a_run_within_is_mended_too(run, make_run, told):
    round_, variant = told
    shutil.copytree(make_run([variant([[[round_([1, 0])]]])]).path, run.path / "fresh")
    shard(Run.open(run.path / "fresh"), "turns", 0).unlink()
    assert list(mend(run)) == ["fresh/tables/turns/00000.parquet is missing: chunk 0 is played again"]
    (run.path / "fresh/run.json").write_bytes(b"")
    assert list(mend(run)) == ["fresh/run.json is empty: what is in fresh is played again"]
    assert run.within("fresh") is None


@pytest.mark.parametrize("harm", ["record", "shard"])
def test_readers_name_the_file_and_the_command_that_mends_it(run, harm):
    path = run.path / commits.name(1) if harm == "record" else shard(run, "moves", 1)
    cut(path)
    assert read_by(run, path).endswith(f"balance resume {run.path} plays that chunk again")
    moved = Path(shutil.move(run.path, run.path.with_name("fresh")))
    whole = run.path
    shutil.copytree(moved, whole)
    shutil.move(moved, whole / "fresh")
    assert f"{whole}/fresh" in read_by(
        Run.open(whole / "fresh"), whole / "fresh" / path.relative_to(run.path)
    )


def read_by(run, path):
    with pytest.raises(InputError) as refused:
        Run.whole(run.path)
    assert str(path) in str(refused.value)
    return str(refused.value)


def test_a_damaged_run_json_is_told_in_one_line(run):
    command = run.spec["command"]
    flip(run.path / "run.json")
    with pytest.raises(InputError, match=f"changed since it was written.*put back a copy of it; .*{command}"):
        Run.open(run.path)
    for torn in (b"", b"\0\0", b'{"schema": '):
        (run.path / "run.json").write_bytes(torn)
        with pytest.raises(InputError, match=r"run.json: '(empty|torn)' is not as it was written"):
            Run.open(run.path)


def test_a_run_from_before_there_were_digests_is_read_as_it_is(run):
    for path in (run.path / "run.json", *(run.path / "commits").iterdir()):
        content = opened(path).content
        path.write_text(
            json.dumps({name: value for name, value in content.items() if name != "plan"}, indent=1)
        )
    (run.path / "side_tables.json").unlink()
    old = Run.whole(run.path)
    assert old.complete and list(damage(old)) == []
    assert check_files.records(old) == (old.commits(), [])
    assert list(check_files.side_tables(old)) == []
    shard(run, "moves", 3).write_bytes(b"")  # what was recorded then is held to all the same
    assert next(damage(old)).told.startswith("tables/moves/00003.parquet: 0 bytes")


def test_a_plan_is_the_same_while_a_run_grows_and_another_where_anything_else_differs(run):
    grown = {**run.spec, "chunks": 9, "stopped": {"by": "until"}}
    grown["variants"] = [{**v, "clusters": 99, "matches": 198} for v in run.spec["variants"]]
    assert plan_digest(grown) == run.plan == Run.open(run.path).plan
    for name, value in {
        "seed": 2,
        "digest": "1" * 64,
        "engine": {},
        "command": "balance sweep other",
    }.items():
        assert plan_digest({**run.spec, name: value}) != run.plan
    assert plan_digest({**run.spec, "variants": [{**run.spec["variants"][0], "first_deal": 1}]}) != run.plan
