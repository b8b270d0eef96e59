"""balance check: of a run, told on the terminal; of what is a game and a run, refused."""

import pytest


@pytest.fixture
def run(balance, tmp_path):
    """A small run in data/runs, complete."""
    ran = balance("sweep", "konflikt", "--vary", "coin_supply=3,12", "--matches", 4, "--no-report", "--quiet")
    assert ran.code == 0, ran.err
    return tmp_path / "data" / "runs" / "konflikt-001"


def test_a_sound_run_is_told_with_its_counts_and_what_was_checked(balance, run):
    ran = balance("check", "konflikt-001", "--deep", 3, "--quiet")
    assert (ran.code, ran.err) == (0, "")
    first, *checks, last = ran.out.splitlines()
    assert first.startswith("konflikt-001, complete: 8 matches, ")
    assert "rows: 16 of matches, 64 of rounds, " in first
    assert "  deep              matches played again are the same: 3" in checks
    assert any(line.startswith("  files ") for line in checks)
    assert last == "all checks passed"
    assert balance("check", run, "--quiet").out.splitlines()[-1] == last  # by its folder


def test_a_damaged_run_is_told_a_line_a_fault_with_exit_3(balance, run):
    shard = min(run.glob("tables/rounds/*.parquet"))
    shard.write_bytes(shard.read_bytes() + b" ")
    ran = balance("check", "konflikt-001", "--quiet")
    assert ran.code == 3
    *lines, last = ran.out.splitlines()
    assert all(line.startswith("files: tables/rounds/00000.parquet") for line in lines)
    assert last == f"konflikt-001, complete: {len(lines)} faults, found by files"


def test_an_incomplete_run_says_so(balance, run):
    min(run.glob("commits/*.json")).unlink()
    ran = balance("check", "konflikt-001", "--quiet")
    assert ran.code == 0
    assert " chunks: " in ran.out.splitlines()[0]


def test_a_name_that_is_a_game_and_a_run_is_refused(balance, run):
    run.rename(run.parent / "konflikt")
    ran = balance("check", "konflikt")
    assert ran.code == 2
    assert "check: 'konflikt' is not clear: a game and a run have that name" in ran.err
    assert balance("check", "data/runs/konflikt", "--quiet").code == 0
