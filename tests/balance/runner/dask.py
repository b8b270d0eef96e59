"""A real scheduler and workers of Dask, as processes of their own that listen on loopback alone."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from distributed import Client

SLOW = 90  # seconds that a process may take to come up where other tests share the cores


class Workers:
    """A scheduler at `address` and the workers that were started for it, by their addresses."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self._folder = folder
        self._environment = {**os.environ, "OMP_NUM_THREADS": "1", **environment}
        self._processes: list[subprocess.Popen[bytes]] = []
        self.workers: dict[str, subprocess.Popen[bytes]] = {}
        told = folder / "scheduler.json"
        self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", told)
        self.wait(told.exists)
        self.client = Client(scheduler_file=str(told), set_as_default=False, timeout=SLOW)
        self.address = self.client.scheduler_info()["address"]

    def add(self, count: int = 1, **environment: str) -> list[str]:
        """Start more workers of one thread; their addresses."""
        before = set(self.there())
        started = [
            self._start("worker", self.address, "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny",
                        "--death-timeout", "60", "--local-directory", self._folder, **environment)
            for _ in range(count)
        ]  # fmt: skip
        self.wait(lambda: len(set(self.there()) - before) == count)
        new = sorted(set(self.there()) - before)
        numbers = self.client.run(os.getpid, workers=new)
        by_number = {process.pid: process for process in started}
        self.workers |= {address: by_number[numbers[address]] for address in new}
        return new

    def there(self) -> list[str]:
        """The addresses of the workers that the scheduler knows."""
        return list(self.client.scheduler_info()["workers"])

    def plays(self, address: str) -> bool:
        """Is a worker at a chunk?"""
        return any("-join-" not in key for key in self.client.processing()[address])

    def signal(self, address: str, number: int) -> None:
        """Send a signal to a worker's process."""
        self.workers[address].send_signal(number)

    def kill(self, address: str) -> None:
        """kill -9 a worker."""
        process = self.workers.pop(address)
        process.kill()
        process.wait()

    def tolerate(self, deaths: int) -> None:
        """How many workers may die at a task before the scheduler gives it up."""
        self.client.run_on_scheduler(_tolerate, deaths=deaths)

    @staticmethod
    def wait(what, seconds: float = SLOW) -> None:
        """Until what() holds."""
        end = time.monotonic() + seconds
        while not what():
            assert time.monotonic() < end, "waited too long"
            time.sleep(0.02)

    def close(self) -> None:
        """Workers first, then the scheduler: both at once would leave workers waiting for it."""
        self.client.close()
        for process in reversed(self._processes):
            process.send_signal(signal.SIGCONT)
            process.kill()
            process.wait()

    def _start(self, kind: str, *words: object, **environment: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", kind, *map(str, words), "--dashboard-address", "127.0.0.1:0"]
        with (self._folder / f"{kind}-{len(self._processes)}.log").open("wb") as log:
            process = subprocess.Popen(
                command, stdout=log, stderr=log, env={**self._environment, **environment}, cwd=self._folder
            )
        self._processes.append(process)
        return process


def _tolerate(deaths: int, dask_scheduler) -> None:
    dask_scheduler.allowed_failures = deaths
