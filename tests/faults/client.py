"""Starts `tests.faults.server`, and asks it for commands that die, or are refused what they ask of the disk."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


class Server:
    """A process of `tests.faults.server`."""

    def __init__(self):
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.server"],
            cwd=ROOT, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def run(self, folder, *words, **how):
        """Run a command in a folder; how: die, kill_in, refuse, limit. What `server` tells of it."""
        asked = {"folder": str(folder), "words": [str(word) for word in words], **how}
        self._process.stdin.write(f"{json.dumps(asked)}\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self):
        """End it."""
        self._process.stdin.close()
        self._process.wait(timeout=30)
        self._process.stdout.close()
