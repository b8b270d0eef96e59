"""Whatever byte of a run is changed, `balance check` finds it, and names the file."""

import hashlib
import shutil
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyarrow import parquet

import balance
from balance.store.run import Run
from balance.store.sealed import opened, sealed
from balance.workflows import check_run as checking
from balance.workflows.check_run import check_run
from balance.workflows.listener import Listener

QUIET = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Two variants of Pig, the best of which was measured again on fresh deals."""
    folder = tmp_path_factory.mktemp("runs") / "whole"
    balance.sweep("pig", set={"target": 20}, vary={"komi": [0, 10]}, matches=6, best="first_player_advantage",
                  out=folder, report=False, threads=1)  # fmt: skip
    assert check_run(folder, 0, Listener()).lines == []
    return folder


def files(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def told(folder):
    """What a check says of the files alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checking, "run_checks", lambda *_: {})
        found = check_run(folder, 0, Listener())
    assert set(found.faults) <= {"files"}
    return found.lines


def test_there_are_all_kinds_of_files(whole):
    kinds = {
        "run.json",
        "side_tables.json",
        "variants.parquet",
        "commits/00000.json",
        "tables/moves/00000.parquet",
    }
    assert {*kinds, *(f"fresh/{kind}" for kind in kinds)} <= set(files(whole))


@QUIET
@given(data=st.data())
def test_no_byte_of_any_file_can_be_changed_unseen(whole, data):
    name = data.draw(st.sampled_from(files(whole)))
    path = whole / name
    before = path.read_bytes()
    place = data.draw(st.integers(0, len(before) - 1))
    path.write_bytes(
        before[:place] + bytes([before[place] ^ data.draw(st.integers(1, 255))]) + before[place + 1 :]
    )
    try:
        assert any(line.startswith(f"files: {name}") for line in told(whole))
    finally:
        path.write_bytes(before)


@QUIET
@given(data=st.data())
def test_no_file_can_be_cut_unseen(whole, data):
    name = data.draw(st.sampled_from(files(whole)))
    path = whole / name
    before = path.read_bytes()
    path.write_bytes(before[: data.draw(st.integers(0, len(before) - 1))])
    try:
        assert any(line.startswith(f"files: {name}") for line in told(whole))
    finally:
        path.write_bytes(before)


@pytest.mark.parametrize("place", [0.2, 0.5, 0.8, 0.97])
def test_a_changed_shard_does_not_stop_the_other_checks(whole, tmp_path, place):
    run = Path(shutil.copytree(whole, tmp_path / "run"))
    path = run / "tables/rounds/00000.parquet"
    data = bytearray(path.read_bytes())
    data[int(place * len(data))] ^= 255
    path.write_bytes(data)
    found = check_run(run, 0, Listener())
    assert any(line.startswith("files: tables/rounds/00000.parquet: sha256 is ") for line in found.lines)
    assert "keys" in found.done or any("cannot be read" in line for line in found.lines)


def test_files_that_no_record_names_are_told(whole, tmp_path):
    run = Path(shutil.copytree(whole, tmp_path / "run"))
    for name in (
        "tables/moves/00077.parquet",
        "tables/moves/mine.parquet",
        "commits/mine.json",
        "tables/x.tmp",
    ):
        (run / name).write_bytes(b"PAR1")
    lines = told(run)
    assert len(lines) == 4
    assert "files: tables/moves/00077.parquet is no file of this run: no commit record names it" in lines
    (run / "commits/00000.json").unlink()  # of a run that is being played there may be files without a record
    assert [line.split()[1] for line in told(run)] == [
        "tables/moves/00077.parquet", "tables/moves/mine.parquet", "commits/mine.json",
    ]  # fmt: skip


def test_an_edited_plan_that_was_sealed_again_is_not_that_of_the_records(whole, tmp_path):
    run = Run.open(shutil.copytree(whole, tmp_path / "run"))
    run.rewritten({**run.spec, "seed": 2})
    assert any(
        "commits/00000.json is of another plan than that of run.json" in line for line in told(run.path)
    )
    text = (run.path / "run.json").read_text()
    (run.path / "run.json").write_text(text[: text.rindex(",")] + "\n}")
    assert "files: run.json is without its sha256" in told(run.path)


def test_deep_all_plays_everything_again(whole):
    found = check_run(whole, "all", Listener())
    assert (found.lines, found.replayed) == ([], found.matches)


def test_deep_all_finds_one_other_choice(whole, tmp_path):
    run = Path(shutil.copytree(whole, tmp_path / "run"))
    record, shard = run / "commits/00000.json", run / "tables/moves/00000.parquet"
    table = parquet.read_table(shard)
    columns = {name: table[name].to_numpy().copy() for name in table.column_names}
    kinds = columns["kind"]
    kinds[(kinds != kinds[0]).argmax()] = kinds[0]
    parquet.write_table(pa.table(columns, schema=table.schema), shard)
    content = opened(record).content
    for file in content["files"]:
        if file["table"] == "moves":
            digest = hashlib.sha256(shard.read_bytes()).hexdigest()
            file.update(bytes=shard.stat().st_size, sha256=digest)
    record.write_bytes(sealed(content))
    assert check_run(run, 0, Listener()).lines == []
    [line] = check_run(run, "all", Listener()).lines
    assert line.startswith("deep: moves, variant 0, match ") and ", replayed " in line
