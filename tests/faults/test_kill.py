"""Processes are killed at moments of every phase: a run that is resumed is the one that nobody killed, row for row."""

import random
from collections import Counter

import pyarrow as pa
import pytest
from pyarrow import parquet

from balance.store.run import Run
from balance.store.spec import TABLES

pytestmark = pytest.mark.slow

PIG = ("pig", "--set", "target=20", "--threads", 2, "--out", "run", "--quiet")
EDGE = "first_player_advantage"
COMMANDS = {
    # two looks, each after three chunks
    "until": ("sweep", *PIG, "--until", f"{EDGE}=0.02", "--log", "rounds", "--no-report"),
    "best": ("sweep", *PIG, "--vary", "komi=0,10", "--matches", 40, "--best", EDGE, "--no-report"),
    "ladder": ("ladder", *PIG, "--players", "random,hold20", "--matches", 4, "--no-report"),
    "report": ("sweep", *PIG, "--matches", 40),
}
# phase: command, op, path, when, and of how many times that it happens one is drawn
PHASES = {
    "begun": [
        ("until", "replace", "run/run.json", "before", [1]),
        ("until", "replace", "run/run.json", "after", [1]),
    ],
    "playing": [("until", "sink", "run/tables/.*", "before", range(1, 13))] * 4,
    "shard written, not committed": [
        ("until", "fsync", r"run/tables/.*\.tmp", "before", range(1, 25)),
        ("until", "replace", "run/tables/matches/.*", "before", range(1, 7)),
        *[("until", "replace", "run/tables/.*", "after", range(1, 25))] * 3,
        ("until", "replace", "run/tables/moves/.*", "after", range(1, 7)),
        ("until", "fsync", "run/tables/moves", "after", range(1, 7)),
    ],
    "committed": [
        ("until", "fsync", "run/commits/.*", "before", range(1, 7)),
        *[("until", "link", "run/commits/.*", "before", range(1, 7))] * 2,
        *[("until", "link", "run/commits/.*", "after", range(1, 7))] * 2,
        ("until", "unlink", "run/commits/.*", "after", range(1, 7)),
    ],
    "side tables": [
        ("until", "replace", "run/variants.parquet", "after", [1, 2]),
        ("until", "replace", "run/players.parquet", "before", [1, 2]),
        ("until", "replace", "run/side_tables.json", "before", [1, 2]),
    ],
    "looks": [
        ("until", "replace", "run/run.json", when, [n]) for when in ("before", "after") for n in (2, 3)
    ],
    "fresh": [
        ("best", "replace", "run/fresh/run.json", "before", [1]),
        ("best", "link", "run/fresh/commits/.*", "after", range(1, 7)),
    ],
    "noise": [("ladder", "sink", "run/noise/.*", "before", range(1, 16))],
    "report": [
        ("report", "fsync", r"run/report.html.*\.tmp", "before", [1]),
        ("report", "replace", "run/report.html", "after", [1]),
    ],
}
DRAW = random.Random(30)
MOMENTS = [
    (phase, command, {"op": op, "path": path, "when": when, "nth": DRAW.choice(times)})
    for phase, moments in PHASES.items()
    for command, op, path, when, times in moments
]


@pytest.fixture(scope="module")
def unbroken(server, tmp_path_factory):
    """Command → the folder in which nobody killed it; each is run when it is first asked for."""
    folders = {}

    def of(command):
        if command not in folders:
            folders[command] = tmp_path_factory.mktemp(command)
            ran = server.run(folders[command], *COMMANDS[command])
            assert ran["code"] == 0, ran["err"]
        return folders[command] / "run"

    return of


def rows(folder):
    """Every table of a run, sorted by all its keys."""
    run, found = Run.open(folder), {}
    for name in TABLES:
        table = pa.concat_tables([parquet.read_table(file) for file in run.files(name)])
        keys = [k for k in ("variant", "match", "round", "turn", "step", "seat") if k in table.column_names]
        found[name] = table.sort_by([(key, "ascending") for key in keys])
    for name in ("variants", "players"):
        found[name] = parquet.read_table(folder / f"{name}.parquet")
    return found


def test_there_are_thirty_moments_and_some_of_every_phase():
    assert len(MOMENTS) >= 30
    assert min(Counter(phase for phase, *_ in MOMENTS).values()) >= 1


@pytest.mark.parametrize(
    ("command", "moment"),
    [pytest.param(c, m, id=f"{phase} {n}") for n, (phase, c, m) in enumerate(MOMENTS)],
)
def test_a_killed_run_is_resumed_to_the_rows_of_the_unbroken_one(server, unbroken, tmp_path, command, moment):
    whole = unbroken(command)
    assert server.run(tmp_path, *COMMANDS[command], die=moment)["killed"]
    begun = (tmp_path / "run/run.json").exists()
    ran = server.run(tmp_path, *(("resume", "run") if begun else COMMANDS[command]))
    assert ran["code"] == 0, ran["err"]
    for part in ("run", "run/fresh", "run/noise"):
        if (whole.parent / part).exists():
            one, other = rows(whole.parent / part), rows(tmp_path / part)
            assert [name for name in one if not one[name].equals(other[name])] == []
            assert one["matches"].num_rows > 0
    names, others = ({p.relative_to(f).as_posix() for p in f.rglob("*")} for f in (whole, tmp_path / "run"))
    assert others - {"lock"} == names  # nothing is left over; a lock that nobody holds does not count
    assert Run.open(whole).spec.get("stopped") == Run.open(tmp_path / "run").spec.get("stopped")
    if command == "report":
        one, other = (
            (f / "run/report.html").read_text().replace(str(f), "") for f in (whole.parent, tmp_path)
        )
        assert one == other
