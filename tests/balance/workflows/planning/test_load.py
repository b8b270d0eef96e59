"""What a run will take is told before it starts, and a run that the disk cannot hold is refused."""

import json
import shutil
from collections import namedtuple

import pytest

import balance
from balance.cli.terminal import Lines
from balance.workflows.planning import budget, load
from balance.workflows.planning.load import Load, in_bytes
from sims.errors import InputError
from tests.sims.playing import WAR


def taken(run):
    """Bytes of a run folder without its report, as a disk holds them: in blocks."""
    files = [path for path in run.path.rglob("*") if path.is_file()]
    return sum(-(-path.stat().st_size // 4096) * 4096 for path in files)


@pytest.mark.parametrize("log", ["rounds", "turns", "moves"])
def test_it_takes_no_more_than_was_told(tmp_path, log):
    asked = {
        "vary": {"hand": [2, 6]},
        "players": "high,random",
        "matches": 3_000,
        "log": log,
        "report": False,
    }
    swept = balance.sweep(str(WAR), out=tmp_path / "run", threads=1, **asked)
    told = json.loads(swept.as_json())["foreseen"]
    assert told == swept.run.spec["foreseen"] and told["threads"] == 1
    assert 0.1 * told["bytes"] < taken(swept.run) < told["bytes"]
    assert 0 < told["seconds"] < 60


def test_rows_of_the_pilot_are_those_that_are_played(tmp_path):
    """Rounds of one length: the pilot's rows, scaled, are all rows, whatever is logged."""
    for log in ("rounds", "moves"):
        swept = balance.sweep(str(WAR), out=tmp_path / log, matches=1_000, log=log, report=False, threads=1)
        rows = swept.run.rows()
        held = sum(n * load.BYTES_A_ROW[table] for table, n in rows.items())
        assert swept.run.spec["foreseen"]["bytes"] == held + swept.run.spec["chunks"] * load.BYTES_A_CHUNK


def test_the_share_that_is_logged_counts():
    pilot = budget.Pilot(256, {"turns": 1000, "moves": 1000}, 8.0, {"matches": 10, "rounds": 20})
    whole, half = (load.load(pilot, share, 4, 2, None) for share in (1.0, 0.5))
    assert whole.bytes - half.bytes == 500 * (load.BYTES_A_ROW["turns"] + load.BYTES_A_ROW["moves"])
    assert whole.seconds == pytest.approx(4.0, abs=0.01)
    assert load.load(pilot, 1.0, 1, 2, None).seconds == pytest.approx(8.0, abs=0.01)  # one chunk, one thread


Usage = namedtuple("Usage", "total used free")


@pytest.mark.parametrize(
    ("asked", "lower"),
    [
        ({"log": "moves"}, "--matches, --log-budget, --log rounds"),
        ({"log": "rounds"}, "--matches"),
        ({"log": "rounds", "until": {"turns_mean": 0.01}}, "--max-matches"),
    ],
)
def test_what_does_not_fit_is_refused_before_anything_is_written(tmp_path, monkeypatch, asked, lower):
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10**9, 10**9, 12_000))
    refused = r"out: .*run' is not on a disk with room for this run: it may take "
    with pytest.raises(InputError, match=refused) as raised:
        balance.sweep(str(WAR), out=tmp_path / "new" / "run", report=False, **asked)
    assert str(raised.value).endswith(f" and 12 kB are free; what lowers it: {lower}")
    assert list(tmp_path.iterdir()) == []


def test_the_disk_is_that_of_the_folder_to_be_made(tmp_path):
    pilot = budget.Pilot(1, {"turns": 0, "moves": 0}, 1.0)
    found = load.load(pilot, 1.0, 1, 1, tmp_path / "not" / "yet")
    assert found.free == pytest.approx(shutil.disk_usage(tmp_path).free, rel=0.05)


def test_it_is_told_in_one_line(capsys, tmp_path):
    Lines().takes(Load(2_470_000_000, 754.2, 2, 74_000_000_000, tmp_path))
    Lines().takes(Load(81_000, 0.3, 1, 3_200_000_000_000, tmp_path))
    assert capsys.readouterr().err == (
        "it takes about 0:12:34 on 2 threads and 2.5 GB at most; 74 GB are free\n"
        "it takes about 0:00:00 on 1 thread and 81 kB at most; 3.2 TB are free\n"
    )


@pytest.mark.parametrize(("n", "text"), [(0, "0 kB"), (999, "1 kB"), (1e6, "1 MB"), (2.5e12, "2.5 TB")])
def test_bytes_as_people_say_them(n, text):
    assert in_bytes(n) == text
