"""A disk that lost something of everything: readers say so, and one command makes the run what it was."""

import pytest

from balance.store.run import Run

pytestmark = pytest.mark.slow

SWEEP = (
    "sweep",
    "pig",
    "--set",
    "target=20",
    "--vary",
    "komi=0,10",
    "--matches",
    60,
    "--threads",
    2,
    "--out",
    "run",
)


def held(folder):
    """Every file of the run's tables, with its bytes."""
    files = {path.relative_to(folder): path.read_bytes() for path in folder.glob("tables/**/*.parquet")}
    return files | {name: (folder / name).read_bytes() for name in ("variants.parquet", "players.parquet")}


def test_whatever_is_torn_empty_missing_or_changed_is_made_again(server, tmp_path):
    assert server.run(tmp_path, *SWEEP, "--quiet")["code"] == 0
    run = tmp_path / "run"
    before, report = held(run), (run / "report.html").read_bytes()
    tables, commits = run / "tables", run / "commits"
    cut = {
        tables / "moves/00000.parquet": 500,
        commits / "00003.json": 300,
        tables / "rounds/00001.parquet": 0,
    }
    for path, length in {**cut, commits / "00004.json": 0, run / "report.html": 9_000}.items():
        path.write_bytes(path.read_bytes()[:length])
    (tables / "turns/00002.parquet").unlink()
    (run / "variants.parquet").unlink()
    changed = bytearray(before[(tables / "matches/00005.parquet").relative_to(run)])
    changed[60] ^= 1
    (tables / "matches/00005.parquet").write_bytes(changed)
    (tables / "moves/00009.parquet.tmp").write_bytes(b"PAR1")

    for words in (("report", "run"), ("query", "run", "from variants"), ("ladder", "run")):
        ran = server.run(tmp_path, *words)
        assert (ran["code"], ran["out"], ran["err"].count("\n")) == (2, "", 1)
        assert "run/commits/0000" in ran["err"] and "balance resume run plays that chunk again" in ran["err"]
    named = server.run(tmp_path, "check", "run", "--quiet")["out"]
    resumed = server.run(tmp_path, "resume", "run")
    assert resumed["code"] == 0, resumed["err"]
    damaged = {
        "tables/moves/00000.parquet: 500 bytes, should be ": "chunk 0 is played again",
        "tables/rounds/00001.parquet: 0 bytes, should be ": "chunk 1 is played again",
        "tables/turns/00002.parquet is missing": "chunk 2 is played again",
        "commits/00003.json is torn": "chunk 3 is played again",
        "commits/00004.json is empty": "chunk 4 is played again",
        "tables/matches/00005.parquet: sha256 is ": "chunk 5 is played again",
        "variants.parquet is missing": "it is written again",
    }
    for what, then in damaged.items():
        assert f"files: {what}" in named
        assert [
            line
            for line in resumed["err"].splitlines()
            if line.startswith(what) and line.endswith(f": {then}")
        ]
    assert (held(run), (run / "report.html").read_bytes()) == (before, report)
    assert Run.open(run).complete and not list(run.rglob("*.tmp"))
    assert server.run(tmp_path, "resume", "run")["out"] == "run is complete\n"
