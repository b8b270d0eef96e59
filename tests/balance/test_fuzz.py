"""Whatever bytes a study, a run.json or a commit record holds, it is read or refused: in a line, in time, and nothing
else is touched.

Examples are made from the grammar of each file and from files that are right, changed: in their data and in their
bytes. Each test goes on for its share of a minute, so that a machine that is quick tries more.
"""

import json
import time
import tomllib
from copy import deepcopy

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from balance.store import commits
from balance.store.run import Run
from balance.store.sealed import sealed
from balance.workflows.asking import study
from balance.workflows.asking.request import Request
from sims import visible
from sims.errors import InputError

SECONDS = 15.0  # of each test
SLOW = 5.0  # that no example may take
ANY_NUMBER = st.one_of(
    st.integers(-5, 5),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.sampled_from([16**1000, 2**63, -(2**63), 1e400]),
)
ANY_TEXT = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        ["../x", "/etc/passwd", "\x1b[2J", "a\nb", "a\0b", "\u202e", "=1+1", "x" * 999, "a; b", ""]
    ),
)
ANY_JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), ANY_NUMBER, ANY_TEXT),
    lambda below: st.one_of(st.lists(below, max_size=4), st.dictionaries(ANY_TEXT, below, max_size=4)),
    max_leaves=12,
)


@pytest.fixture(scope="module")
def right(tmp_path_factory, write_run, told):
    """A run of two variants, as it should be."""
    round_, variant = told
    deal = [[round_([3, 1])]]
    return write_run(tmp_path_factory.mktemp("fuzz") / "run", [variant([deal]), variant([deal], label="x")])


def refused_or_read(read, allowed):
    """What `read` gives, or None where it refuses in a line; anything else fails the test."""
    began = time.process_time()
    try:
        found = read()
    except InputError as error:
        line = str(error)
        assert visible.name(line) == line, line
        assert len(line) < 3_000
        line.encode()
        found = None
    assert time.process_time() - began < SLOW
    assert found is None or isinstance(found, allowed)
    return found


def places(data, at=()):
    """All places in plain data, each as the way that leads there."""
    yield at
    below = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in below:
        yield from places(value, (*at, key))


@st.composite
def changed(draw, data):
    """The same data with one to three of its values replaced, removed, moved or given another name."""
    data = deepcopy(data)
    for _ in range(draw(st.integers(1, 3))):
        way = draw(st.sampled_from([place for place in places(data) if place] or [None]))
        if way is None:
            break
        holder = data
        for key in way[:-1]:
            holder = holder[key]
        how = draw(st.sampled_from(["replace", "near", "remove", "copy"]))
        if how == "replace":
            holder[way[-1]] = draw(ANY_JSON)
        elif how == "near" and isinstance(holder[way[-1]], (int, float)):
            holder[way[-1]] = draw(
                st.sampled_from([holder[way[-1]] + 1, -1, True, float(holder[way[-1]]), None])
            )
        elif how == "remove":
            del holder[way[-1]]
        elif isinstance(holder, dict):
            holder[draw(ANY_TEXT)] = deepcopy(holder[way[-1]])
        else:
            holder.append(deepcopy(holder[way[-1]]))
    return data


@st.composite
def damaged(draw, data):
    """Bytes with some of them changed, cut, doubled or put elsewhere."""
    for _ in range(draw(st.integers(1, 3))):
        at, to = sorted((draw(st.integers(0, len(data))), draw(st.integers(0, len(data)))))
        pieces = [st.binary(max_size=8), st.just(data[at:to][:200]), st.sampled_from([b"[", b'{"a":', b"\0"])]
        insert = draw(st.one_of(pieces))
        data = data[:at] + insert * draw(st.sampled_from([1, 1, 1, 300])) + data[to:]
    return data[:200_000]


def as_json(data):
    """Bytes of JSON, sealed or not; numbers that JSON does not have are written as Python does."""
    try:
        return sealed(data) if isinstance(data, dict) and data else json.dumps(data).encode()
    except (UnicodeEncodeError, ValueError):
        return (
            repr(data).encode(errors="replace")
            if not isinstance(data, dict)
            else b'{"a": ' + b"9" * 5000 + b"}"
        )


def fuzz(strategy, test):
    """Try examples until the time is over, others in every round."""
    some = settings(
        max_examples=50, deadline=None, database=None, phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    end, number = time.monotonic() + SECONDS, 0
    while number == 0 or time.monotonic() < end:
        seed(number)(some(given(strategy)(test)))()
        number += 1


@pytest.mark.slow
def test_run_json_is_read_or_refused(right, tmp_path):
    good = json.loads((right.path / "run.json").read_text())
    del good["sha256"]
    raw = (right.path / "run.json").read_bytes()
    strategy = st.one_of(
        changed(good).map(as_json), changed(good).map(as_json), damaged(raw), ANY_JSON.map(as_json)
    )
    (tmp_path / "run").mkdir()

    def read(data):
        (tmp_path / "run" / "run.json").write_bytes(data)
        run = refused_or_read(lambda: Run.open(tmp_path / "run"), Run)
        if run is not None:  # what it says can be gone through
            assert len(run.open_chunks()) == run.spec["chunks"]
            assert run.told.state() and run.ended() and run.files("moves") == []
        assert [path.name for path in tmp_path.iterdir()] == ["run"]
        assert [path.name for path in (tmp_path / "run").iterdir()] == ["run.json"]

    fuzz(strategy, read)


@pytest.mark.slow
def test_a_commit_record_is_read_or_is_damaged(right, tmp_path):
    record = right.path / "commits" / "00001.json"
    good = json.loads(record.read_text())
    del good["sha256"]
    strategy = st.one_of(changed(good).map(as_json), damaged(record.read_bytes()), ANY_JSON.map(as_json))
    (tmp_path / "run" / "commits").mkdir(parents=True)
    run = Run(tmp_path / "run", right.spec)

    def read(data):
        (tmp_path / "run" / "commits" / "00001.json").write_bytes(data)
        found = commits.survey(run.path)
        assert len(found.commits) + len(found.damaged) == 1
        read = refused_or_read(run.commits, list)
        for commit in read or ():
            assert run.files("rounds") in ([], [f"{run.path}/tables/rounds/00001.parquet"])
            assert commit["variant"] < 2 and run.rows()
        assert [path.name for path in (tmp_path / "run").iterdir()] == ["commits"]

    fuzz(strategy, read)


STUDY = """game = "pig"
seats = [2]
matches = 500
seed = 7
players = ["hold20", "random"]
one_by_one = true
[set]
target = 50
[vary]
max_turns = "100:300:100"
[until]
turns_mean = 0.5
[targets]
first_player_advantage = { within = 0.02 }
turns_median = { between = [15, 30] }
"""


def as_toml(data):
    """Plain data as TOML, as far as there is such; keys and texts are quoted as TOML wants it."""

    def text(value):
        return (
            '"'
            + "".join(c if " " <= c <= "~" and c not in '"\\' else f"\\U{ord(c):08x}" for c in value)
            + '"'
        )

    def told(value):
        if isinstance(value, dict):
            return "{" + ", ".join(f"{text(str(key))} = {told(one)}" for key, one in value.items()) + "}"
        if isinstance(value, list):
            return "[" + ", ".join(map(told, value)) + "]"
        if isinstance(value, int) and not isinstance(value, bool):
            return f"{value:#x}" if value >= 0 else f"-{1}"
        return text(value) if isinstance(value, str) else str(value).lower().replace("none", "''")

    pairs = data.items() if isinstance(data, dict) else [("game", data)]
    return "\n".join(f"{text(str(key))} = {told(value)}" for key, value in pairs).encode(errors="replace")


@pytest.mark.slow
def test_a_study_is_read_or_refused(tmp_path):
    good = tomllib.loads(STUDY)
    strategy = st.one_of(
        changed(good).map(as_toml), changed(good).map(as_toml), damaged(STUDY.encode()), ANY_JSON.map(as_toml)
    )
    path = tmp_path / "s.toml"

    def read(data):
        path.write_bytes(data)
        refused_or_read(lambda: study.read(path), Request)
        assert [one.name for one in tmp_path.iterdir()] == ["s.toml"]

    path.write_text(STUDY)
    assert study.read(path).game == "pig"
    fuzz(strategy, read)
