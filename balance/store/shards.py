"""The Parquet files of one chunk: from the kernel's columns to disk without a copy in between.

Encoding: BYTE_STREAM_SPLIT and zstd, statistics on `match` alone. Of the writers measured it is the fastest, at
twice the rate of pyarrow's defaults and the same size; DuckDB's scans pay about a third for it. Two columns of
moves have a dictionary: their few values in long patterns take 7 % off the whole row, at the price of time.
"""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.store.files import sha256, sync_file, sync_folder
from balance.store.shard_names import shard
from balance.store.spec import FileRecord

if TYPE_CHECKING:
    import pyarrow as pa

ROW_GROUP = 131_072
DICTIONARY = {"moves": ["seat", "kind"]}

Columns = list[tuple[str, str]]  # of one table: (name, NumPy dtype string), as sims.log.schema has them


def arrow_schema(columns: Columns) -> "pa.Schema":
    """The table's explicit schema: the same types without nulls, also where a shard has no rows."""
    import pyarrow as pa

    types = {name: pa.from_numpy_dtype(np.dtype(kind)) for name, kind in columns}
    return pa.schema([pa.field(name, kind, nullable=False) for name, kind in types.items()])


class ShardWriter:
    """Writes one file a table for one chunk; `sink` is what `sims.batch.play` calls.

    Files have a temporary name until `finish` has synced and renamed them; `abort` removes them. Every table
    gets its file, without rows if nothing of it is logged, so that each can always be queried.
    """

    def __init__(self, run: Path, chunk: int, schema: Mapping[str, Columns], mark: str = "") -> None:
        """mark: in the names of the files, where others may write the same chunk at the same time."""
        self._run, self._chunk, self._mark = run, chunk, mark
        self._schema = schema
        self._open: dict[str, Any] = {}
        self._rows = dict.fromkeys(schema, 0)

    def sink(self, table: str, columns: dict[str, np.ndarray]) -> None:
        """Append rows; the arrays may be reused as soon as this returns."""
        import pyarrow as pa

        writer = self._writer(table)
        arrays = [pa.array(columns[name]) for name in writer.schema.names]
        batch = pa.record_batch(arrays, schema=writer.schema)
        writer.write_batch(batch, row_group_size=ROW_GROUP)
        self._rows[table] += len(batch)

    def finish(self) -> list[FileRecord]:
        """Close, sync and rename all files; what a commit record says of them."""
        return [self._finish_table(table) for table in self._schema]

    def abort(self) -> None:
        """Close and remove the unfinished files."""
        for table, writer in self._open.items():
            with suppress(OSError):  # a full disk takes no more of it
                writer.close()
            self._temporary(table).unlink(missing_ok=True)

    def remove(self) -> None:
        """Remove the finished files: another's count."""
        for table in self._schema:
            self._final(table).unlink(missing_ok=True)

    def _writer(self, table: str) -> Any:
        if table not in self._open:
            # Imported only now that there are rows: a new process has then played its first matches.
            from pyarrow import parquet

            self._temporary(table).parent.mkdir(parents=True, exist_ok=True)
            few = DICTIONARY.get(table, [])
            self._open[table] = parquet.ParquetWriter(
                self._temporary(table),
                arrow_schema(self._schema[table]),
                compression="zstd",
                use_dictionary=few,
                use_byte_stream_split=[name for name, _ in self._schema[table] if name not in few],
                write_statistics=["match"],
                # one page a column and row group: a third faster than pages of 20,000 rows filled 1,024 at a time
                write_batch_size=ROW_GROUP,
                max_rows_per_page=ROW_GROUP,
                data_page_size=8 * ROW_GROUP,
            )
        return self._open[table]

    def _finish_table(self, table: str) -> FileRecord:
        self._writer(table).close()
        temporary, final = self._temporary(table), self._final(table)
        sync_file(temporary)
        digest = sha256(temporary)
        size = temporary.stat().st_size
        temporary.replace(final)
        sync_folder(final.parent)
        return {
            "table": table,
            "name": final.relative_to(self._run).as_posix(),
            "rows": self._rows[table],
            "bytes": size,
            "sha256": digest,
        }

    def _final(self, table: str) -> Path:
        return self._run / shard(table, self._chunk, self._mark)

    def _temporary(self, table: str) -> Path:
        return self._final(table).with_suffix(".parquet.tmp")
