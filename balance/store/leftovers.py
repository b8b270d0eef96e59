"""Files that workers of a cluster wrote of chunks that others finished first: they count for nothing, and go."""

from collections.abc import Iterator
from pathlib import Path

from balance.store.run import Run
from balance.store.shard_names import chunk_of
from balance.store.spec import TABLES


def clear(run: Run) -> None:
    """Remove what is left of finished chunks. Of others it may still be written to, and stays."""
    for path in list(_left(run)):
        path.unlink(missing_ok=True)


def _left(run: Run) -> Iterator[Path]:
    commits = run.commits()
    done = {commit["chunk"] for commit in commits}
    counted = {file["name"] for commit in commits for file in commit["files"]}
    for table in TABLES:
        for path in (run.path / "tables" / table).glob("*"):
            if chunk_of(path) in done and f"tables/{table}/{path.name}" not in counted:
                yield path
