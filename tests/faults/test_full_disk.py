"""The disk is full: one line, what is finished stays, nothing half written counts; with room again, it goes on."""

import os
import re
import subprocess
import sys

import pytest

from balance.store import check_files
from balance.store.run import Run
from tests.faults.client import ROOT

pytestmark = pytest.mark.slow

PIG = ("pig", "--set", "target=20", "--threads", 2, "--out", "run", "--quiet")
SWEEP = ("sweep", *PIG, "--matches", 90, "--no-report")
LOOKS = ("sweep", *PIG, "--until", "first_player_advantage=0.02", "--log", "rounds", "--no-report")
REFUSED = {
    "shard": (SWEEP, "sink", "run/tables/.*", 3),
    "end of a shard": (SWEEP, "fsync", "run/tables/.*", 6),
    "commit record": (SWEEP, "fsync", "run/commits/.*", 2),
    "side table": (SWEEP, "fsync", "run/variants.*", 1),
    "run.json at a look": (LOOKS, "fsync", r"run/run.json.*", 2),
}


def one_line(ran):
    """What a command told of a full disk: one line, with this exit code, how much is kept."""
    assert ran["code"] == 4, ran["err"]
    [line] = ran["err"].splitlines()
    told = re.fullmatch(
        r"balance: incomplete: (?:No space left on device|File too large): (\d+) of (\d+) chunks are kept; "
        "make room, and go on with: balance resume run",
        line,
    )
    assert told, line
    return int(told[1]), int(told[2])


def is_sound(run):
    """Is there no file that is half written, and is each that counts as it is recorded?"""
    sound, told = check_files.records(run)
    wrong = [
        line for commit in sound for file in commit["files"] for line in check_files.as_recorded(run, file)
    ]
    return told == wrong == list(run.path.rglob("*.tmp")) == []


@pytest.mark.parametrize("what", REFUSED)
def test_whatever_finds_no_room_is_told_and_the_run_goes_on(server, tmp_path, what):
    words, op, path, nth = REFUSED[what]
    ran = server.run(tmp_path, *words, refuse={"op": op, "path": path, "nth": nth})
    done, chunks = one_line(ran)
    run = Run.open(tmp_path / "run")
    assert len(run.commits()) == done and len(run.planned) == chunks
    assert is_sound(run)
    again = server.run(tmp_path, "resume", "run")
    assert (again["code"], Run.open(run.path).complete, is_sound(run)) == (0, True, True), again["err"]


def test_a_report_that_finds_no_room_is_written_once_there_is_some(server, tmp_path):
    words = ("sweep", *PIG, "--matches", 20)
    assert one_line(server.run(tmp_path, *words, refuse={"op": "fsync", "path": "run/report.*"})) == (3, 3)
    assert is_sound(Run.open(tmp_path / "run"))
    assert not (tmp_path / "run/report.html").exists()
    told = server.run(tmp_path, "report", "run", refuse={"op": "fsync", "path": "run/report.*"})
    assert (told["code"], told["err"].count("\n")) == (1, 1)
    assert "No space left on device: 'run/report.html'" in told["err"]
    assert server.run(tmp_path, "resume", "run")["code"] == 0
    assert (tmp_path / "run/report.html").read_text().endswith("</html>")


def test_without_room_for_run_json_nothing_is_begun(server, tmp_path):
    ran = server.run(tmp_path, *SWEEP, limit=2_000)
    assert ran["code"] == 4
    assert ran["err"] == (
        "balance: incomplete: File too large: nothing was begun; make room, and give the command again\n"
    )
    assert list(tmp_path.rglob("run/*")) == []
    assert server.run(tmp_path, *SWEEP)["code"] == 0


def test_no_file_may_be_as_long_as_a_shard(server, tmp_path):
    """The operating system refuses in the middle of a file, not we: a shard of moves is longer, run.json is not."""
    words = ("sweep", *PIG, "--matches", 6_000, "--no-report")
    done, chunks = one_line(server.run(tmp_path, *words, limit=12_000))
    assert done < chunks
    assert is_sound(Run.open(tmp_path / "run"))
    assert server.run(tmp_path, "resume", "run")["code"] == 0


SCRIPT = """
mount -t tmpfs -o size=500m none "$1" && cd "$1" && shift || exit 99
"$@" & until [ -e run/commits/00000.json ]; do sleep 0.01; done
mount -o remount,size=$(($(du -s --apparent-size . | cut -f1) + 400))k .
wait $!; echo "code $?"
ls run/commits | wc -l; find . -name "*.tmp"
mount -o remount,size=500m . && "$0" -m balance resume run --quiet > /dev/null; echo "code $?"
"$0" -m balance resume run
"""


def test_a_disk_that_is_really_full(tmp_path):
    """A disk in a name space of its own, that shrinks while a run is played, and grows again."""
    words = [sys.executable, "-m", "balance", *map(str, SWEEP[:-2]), "150000", "--no-report"]
    ran = subprocess.run(
        ["unshare", "--map-root-user", "--mount", "sh", "-c", SCRIPT, sys.executable, tmp_path, *map(str, words)],
        capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    if ran.returncode == 99 or ran.stderr.startswith("unshare"):
        pytest.skip(
            f"this machine lets nobody mount a disk ({ran.stderr.strip()}): the tests above have no real one"
        )
    refused, records, resumed, checked = ran.stdout.splitlines()
    [line] = ran.stderr.splitlines()
    assert refused == "code 4", ran
    assert "incomplete: No space left on device: " in line and line.endswith("go on with: balance resume run")
    assert f": {records} of " in line
    assert (resumed, checked) == ("code 0", "run is complete")
