"""Shards and commit records: what is committed is whole, what is not does not count."""

import hashlib

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from balance.store import commits
from balance.store.shards import ShardWriter, arrow_schema
from sims.errors import InputError

SCHEMA = {
    "matches": [("match", "i8"), ("seat", "i4"), ("share", "f8"), ("digest", "u8")],
    "moves": [("match", "i8")],
}


def rows(first, n):
    """n rows of `matches`: match and digest count up from `first`."""
    return {
        "match": np.arange(first, first + n),
        "seat": np.zeros(n, np.int32),
        "share": np.full(n, 0.5),
        "digest": np.arange(first, first + n, dtype=np.uint64) + np.uint64(2**63),
    }


def commit(writer, number=0):
    return {
        "chunk": number, "variant": 0, "first_cluster": 0, "clusters": 1, "matches": 1, "decisions": 1, "seconds": 0.1,
        "files": writer.finish(),
    }  # fmt: skip


def test_rows_come_back_as_they_were_given(tmp_path):
    writer = ShardWriter(tmp_path, 3, SCHEMA)
    buffer = rows(0, 5)
    writer.sink("matches", buffer)
    for column in buffer.values():
        column[:] = 0  # the kernel uses its buffers again
    writer.sink("matches", rows(5, 2))
    files = {file["table"]: file for file in writer.finish()}
    assert files["matches"]["name"] == "tables/matches/00003.parquet"
    table = pq.read_table(tmp_path / files["matches"]["name"])
    assert table["match"].to_pylist() == [0, 1, 2, 3, 4, 5, 6]
    assert table["digest"].to_pylist()[0] == 2**63
    assert files["matches"]["rows"] == 7


def test_the_record_says_size_and_checksum_of_the_file(tmp_path):
    writer = ShardWriter(tmp_path, 0, SCHEMA)
    writer.sink("matches", rows(0, 5))
    for file in writer.finish():
        content = (tmp_path / file["name"]).read_bytes()
        assert file["bytes"] == len(content)
        assert file["sha256"] == hashlib.sha256(content).hexdigest()


def test_a_table_without_rows_has_a_file_with_the_same_types(tmp_path):
    writer = ShardWriter(tmp_path, 0, SCHEMA)
    writer.sink("matches", rows(0, 5))
    writer.finish()
    assert pq.read_schema(tmp_path / "tables/moves/00000.parquet").remove_metadata() == pa.schema(
        [pa.field("match", pa.int64(), nullable=False)]
    )


def test_no_column_holds_nulls_and_every_type_is_the_declared_one():
    schema = arrow_schema(SCHEMA["matches"])
    assert schema.types == [pa.int64(), pa.int32(), pa.float64(), pa.uint64()]
    assert not any(field.nullable for field in schema)


def test_an_aborted_chunk_leaves_no_file(tmp_path):
    writer = ShardWriter(tmp_path, 0, SCHEMA)
    writer.sink("matches", rows(0, 5))
    writer.abort()
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_chunk_counts_once(tmp_path):
    first = commit(ShardWriter(tmp_path, 0, SCHEMA))
    commits.write(tmp_path, first)
    with pytest.raises(FileExistsError):
        commits.write(tmp_path, {**first, "matches": 99})
    assert commits.read(tmp_path) == [first]
    assert [path.name for path in (tmp_path / "commits").iterdir()] == ["00000.json"]


def test_records_are_read_in_the_order_of_chunks(tmp_path):
    for number in (100_000, 2, 0):
        commits.write(tmp_path, commit(ShardWriter(tmp_path, number, SCHEMA), number))
    assert [record["chunk"] for record in commits.read(tmp_path)] == [0, 2, 100_000]


@pytest.mark.parametrize("damage", ["missing", "3 bytes"])
def test_a_damaged_file_is_named_with_the_record_that_vouches_for_it(tmp_path, damage):
    commits.write(tmp_path, commit(ShardWriter(tmp_path, 0, SCHEMA)))
    commits.verify(tmp_path, commits.read(tmp_path))
    file = tmp_path / "tables/moves/00000.parquet"
    file.unlink()
    if damage != "missing":
        file.write_bytes(b"PAR")
    with pytest.raises(InputError, match=rf"moves/00000.parquet: '{damage}'.*commits/00000.json"):
        commits.verify(tmp_path, commits.read(tmp_path))
