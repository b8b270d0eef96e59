"""One process at a time plays a run."""

import json
import os
import signal
import socket
import subprocess
import sys

import pytest

from balance.store import lock
from sims.errors import InputError

HOLD = """
import sys, time
from pathlib import Path
from balance.store import lock
with lock.hold(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def other(tmp_path):
    """Another process that holds the lock of tmp_path."""
    process = subprocess.Popen([sys.executable, "-c", HOLD, tmp_path], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def test_the_lock_names_process_and_host_and_is_gone_afterwards(tmp_path):
    with lock.hold(tmp_path):
        told = json.loads((tmp_path / "lock").read_text())
        assert told == {"pid": os.getpid(), "host": socket.gethostname()}
    assert not (tmp_path / "lock").exists()
    assert lock.holder(tmp_path) is None


def test_a_second_process_is_refused_by_the_name_of_the_first(tmp_path, other):
    refused = pytest.raises(InputError, match=f"process {other.pid} on {socket.gethostname()} is playing it")
    with refused, lock.hold(tmp_path):
        pytest.fail("two processes hold one run")
    assert lock.holder(tmp_path) == f"process {other.pid} on {socket.gethostname()}"


def test_the_lock_of_a_killed_process_does_not_count(tmp_path, other):
    other.send_signal(signal.SIGKILL)
    other.wait()
    assert (tmp_path / "lock").exists()
    assert lock.holder(tmp_path) is None
    with lock.hold(tmp_path):
        assert json.loads((tmp_path / "lock").read_text())["pid"] == os.getpid()


def test_a_lock_file_left_over_with_the_number_of_a_living_process_does_not_count(tmp_path):
    (tmp_path / "lock").write_text(json.dumps({"pid": 1, "host": socket.gethostname()}))
    with lock.hold(tmp_path):
        assert json.loads((tmp_path / "lock").read_text())["pid"] == os.getpid()
