"""Run folders: where they lie, what is read of them."""

import json

import pytest

from balance.store.run import HOME, Run, check_out, fresh_folder, run_folders
from balance.store.spec import chunks
from sims.errors import InputError

SPEC = {
    "schema": "card-balance/run/3",
    "variants": [
        {"variant": 0, "clusters": 10, "matches": 20},
        {"variant": 1, "clusters": 10, "matches": 20},
    ],
    "chunk_clusters": 4,
    "chunks": 6,
}


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def created(name="konflikt-001"):
    (HOME / name).mkdir(parents=True)
    return Run.create(HOME / name, SPEC)


def test_chunks_cover_every_variant_and_split_no_cluster():
    found = list(chunks(SPEC))
    assert [tuple(chunk) for chunk in found] == [
        (0, 0, 0, 4), (1, 0, 4, 4), (2, 0, 8, 2), (3, 1, 0, 4), (4, 1, 4, 4), (5, 1, 8, 2),
    ]  # fmt: skip


def test_a_run_is_opened_by_its_folder_or_by_its_name(tmp_path, write_run, told):
    round_, variant = told
    write_run(HOME / "konflikt-001", [variant([[[round_([3, 1])]]])])
    spec = json.loads((HOME / "konflikt-001" / "run.json").read_text())
    del spec["sha256"]
    assert Run.open("konflikt-001").path == HOME / "konflikt-001"
    assert Run.open(HOME / "konflikt-001").spec == spec
    assert Run.open(str(tmp_path / HOME / "konflikt-001")).spec == spec


def test_an_unknown_run_is_refused_with_the_nearest_name():
    created()
    with pytest.raises(InputError, match="did you mean 'konflikt-001'"):
        Run.open("konflikt-01")


def test_a_run_of_another_format_is_refused():
    folder = created().path
    (folder / "run.json").write_text(json.dumps({**SPEC, "schema": "card-balance/run/99"}))
    with pytest.raises(InputError, match=r"card-balance/run/99.*card-balance/run/3"):
        Run.open(folder)


def test_a_run_without_a_finished_chunk_has_no_files_and_all_its_chunks_open():
    run = created()
    assert run.files("moves") == []
    assert [chunk.chunk for chunk in run.open_chunks()] == [0, 3, 1, 4, 2, 5]
    assert not run.complete
    assert run.state() == "0 of 6 chunks"


def test_files_that_no_record_names_are_not_read():
    run = created()
    (run.path / "tables" / "moves" / "00000.parquet").write_bytes(b"half a file")
    assert run.files("moves") == []


def test_fresh_folders_never_clash():
    assert fresh_folder("konflikt") == HOME / "konflikt-001"
    assert fresh_folder("konflikt") == HOME / "konflikt-002"
    (HOME / "konflikt-041").mkdir()
    (HOME / "konflikt-mine").mkdir()
    assert fresh_folder("konflikt") == HOME / "konflikt-042"
    assert fresh_folder("pig") == HOME / "pig-001"
    assert run_folders() == []  # none holds a run yet


def test_out_must_be_a_new_or_an_empty_folder(tmp_path):
    check_out(tmp_path / "new" / "deep")
    (tmp_path / "empty").mkdir()
    check_out(tmp_path / "empty")
    run = created()
    with pytest.raises(InputError, match="holds another run"):
        check_out(run.path)
    with pytest.raises(InputError, match="an empty folder or a new one"):
        check_out(tmp_path / "data")
    (tmp_path / "file").touch()
    for path in ("file", "file/below"):
        with pytest.raises(InputError, match="not a folder"):
            check_out(tmp_path / path)


def test_batches_are_groups_of_whole_chunks(make_run, told):
    round_, variant = told
    run = make_run([variant([[[round_([1, 0])]] for _ in range(10)])], chunk_clusters=2)  # 5 chunks of 4 rows
    groups = [[path.rpartition("/")[2] for path in group["rounds"]] for group in run.batches(rows=8)]
    assert groups == [
        ["00000.parquet", "00001.parquet"],
        ["00002.parquet", "00003.parquet"],
        ["00004.parquet"],
    ]
    assert [len(group["moves"]) for group in run.batches(rows=8)] == [2, 2, 1]
    assert run.rows()["rounds"] == 20
    assert run.complete
