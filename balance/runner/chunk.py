"""Playing one chunk: its matches to files, its files to a commit record."""

import time
from collections.abc import Callable, Mapping

from balance.runner.jobs import Jobs
from balance.store import commits
from balance.store.run import Run
from balance.store.shards import Columns, ShardWriter
from balance.store.spec import Chunk, Commit
from sims import batch


def play(
    run: Run,
    jobs: Jobs,
    schema: Mapping[str, Columns],
    chunk: Chunk,
    *,
    stop: Callable[[], bool] = lambda: False,
    progress: Callable[[int], None] = lambda _: None,
    mark: str = "",
) -> Commit:
    """Play a chunk and commit it; the record that counts.

    mark: in the names of its files, so that whoever plays the same chunk at the same time writes others. The record
    that is first counts, and the files of the other go. Raises what `sims.batch.play`
    raises; unfinished files are removed.
    """
    began = time.perf_counter()
    writer = ShardWriter(run.path, chunk.chunk, schema, mark)
    try:
        counts = batch.play(jobs.of(chunk), writer.sink, stop=stop, progress=progress)
        files = writer.finish()
    except BaseException:
        writer.abort()
        if mark:
            writer.remove()
        raise
    commit: Commit = {
        "plan": run.plan,
        **chunk._asdict(),  # type: ignore[typeddict-item]  # the four keys of Chunk
        "matches": counts.matches,
        "decisions": counts.decisions,
        "seconds": round(time.perf_counter() - began, 3),
        "files": files,
    }
    try:
        commits.write(run.path, commit)
    except FileExistsError:
        if not mark:
            raise
        writer.remove()
        counts_already = commits.of(run.path, chunk.chunk)
        assert counts_already is not None
        return counts_already
    return commit
