"""What the figures are measured on: the `balance` command as people start it, in processes of its own."""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

BALANCE = Path(sys.executable).with_name("balance")
FIRST_MATCH = """
import os, sys, threading, time
from balance.runner import threads
from balance.cli import app

first = threading.Lock()

def told(work, matches):
    if matches and first.acquire(blocking=False):
        os.write(1, str(time.process_time()).encode())
        os._exit(0)

threads._Work._progress = told
sys.argv = ["balance", *sys.argv[1:]]
app()
"""
"""A program that says how much CPU it had used when its first matches were finished, and ends there."""


class Used(NamedTuple):
    """What a process printed and took. cpu, wall: seconds; peak: MiB of memory."""

    out: str
    err: str
    cpu: float
    wall: float
    peak: float


class Sweep(NamedTuple):
    """A sweep: what --json printed, what its process took, and its files by table as (rows, bytes)."""

    told: dict[str, Any]
    used: Used
    files: dict[str, tuple[int, int]]

    @property
    def speed(self) -> float:
        """Millions of decisions a second, from the first match to the last committed shard."""
        return float(self.told["decisions"] / self.told["seconds"]["play"] / 1e6)


def process(*words: object, env: dict[str, str] | None = None) -> Used:
    """Run a command to its end; SystemExit with what it said if it fails."""
    began = time.perf_counter()
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        command = [str(word) for word in words]
        child = subprocess.Popen(command, stdout=out, stderr=err, env={**os.environ, **(env or {})})
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        wall = time.perf_counter() - began
        out.seek(0)
        err.seek(0)
        printed, said = out.read(), err.read()
    if child.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {child.returncode}: {said}")
    peak = usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    return Used(printed, said, usage.ru_utime + usage.ru_stime, wall, peak)


def sweep(*words: object, game: str = "konflikt", env: dict[str, str] | None = None) -> Sweep:
    """`balance sweep GAME …` into a folder that is removed again."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        run = Path(folder) / "run"
        used = process(BALANCE, "sweep", game, *words, "--json", "--out", run, env=env)
        files: dict[str, tuple[int, int]] = {}
        for record in (run / "commits").glob("*.json"):
            for file in json.loads(record.read_text())["files"]:
                rows, size = files.get(file["table"], (0, 0))
                files[file["table"]] = (rows + file["rows"], size + file["bytes"])
    return Sweep(json.loads(used.out), used, files)


def played(folder: Path, *words: object) -> Path:
    """A run of Konflikt in a folder, measured but without a report."""
    process(BALANCE, "sweep", "konflikt", *words, "--no-report", "--quiet", "--out", folder / "run")
    return folder / "run"


def first_match(env: dict[str, str]) -> float:
    """Seconds of CPU from the start of a process to the first finished matches of `balance sweep konflikt`."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        words = ("sweep", "konflikt", "--quiet", "--out", Path(folder) / "run")
        return float(process(sys.executable, "-c", FIRST_MATCH, *words, env=env).out)


def reference() -> float:
    """Nanoseconds an iteration of a loop that does nothing but SplitMix64: how fast the machine is just now."""
    loop = _loop()
    began = time.perf_counter()
    loop(200_000_000)  # long enough to meet what else the machine does
    return (time.perf_counter() - began) / 200_000_000 * 1e9


def _loop(held: list[Any] = []) -> Any:  # noqa: B006  # compiled once
    if not held:
        import numpy as np
        from numba import njit, uint64

        @njit(uint64(uint64))
        def loop(n: int) -> Any:
            z = total = np.uint64(0)
            for _ in range(n):
                z += np.uint64(0x9E3779B97F4A7C15)
                x = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
                x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
                total ^= x ^ (x >> np.uint64(31))
            return total

        held.append(loop)
    return held[0]


def kernel(game: str, matches: int, repeats: int, players: str = "random", **values: int) -> list[float]:
    """Matches a second with the fewest seats, in this process and thread; nobody takes the columns."""
    from sims import batch, registry, variants
    from sims.lineup import parse_lineup

    played = registry.load(game)
    variant = variants.make(played, None, None, values)
    job = batch.Job(played, variant, parse_lineup(played, players, variant.seats), 1, matches, log="rounds")
    batch.prepare(played, job.lineup)
    speeds = []
    for _ in range(repeats):
        began = time.thread_time()
        batch.play(job, lambda table, columns: None)
        speeds.append(matches / (time.thread_time() - began))
    return speeds
