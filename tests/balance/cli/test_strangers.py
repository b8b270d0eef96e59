"""What a stranger's run, study or game can make a terminal, a spreadsheet or this program do: nothing."""

import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from balance.cli import answers
from balance.store.query import ask, connect
from sims import own_games, registry
from sims.conformance import elsewhere
from sims.errors import InputError

TRICKS = "\x1b[2J\x1b]8;;http://x\x07 \x9b\u202etxt\u2066"
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
FOLDER = f"run{TRICKS.replace('/', '')}"
FORMULA = '=HYPERLINK("http://x")'
WAR = Path(__file__).parents[2] / "sims" / "toys" / "war"


@pytest.fixture(scope="module")
def strange(tmp_path_factory, write_run, told):
    """data/runs with a run whose names, and whose folder, play tricks."""
    round_, variant = told
    home = tmp_path_factory.mktemp("strange")
    deals = [[[round_([n % 3, 1], turns=3 + n % 4)]] for n in range(6)]
    labels = [
        "defaults",
        f"a{TRICKS}",
        FORMULA,
        "two\nlines\tand a tab",
        "-1+1|' /C calc'!A0",
        "x" * 300,
        "$(id) `id`",
    ]
    variants = [variant(deals, label=label) for label in labels]
    variants[1].lineup = (f"p{TRICKS}", f"p{TRICKS}")
    write_run(home / "data" / "runs" / "run", variants)
    write_run(home / "data" / "runs" / FOLDER, variants[:1])
    return home


@pytest.fixture
def ask_there(balance, strange, monkeypatch):
    """The same command line, standing there."""
    monkeypatch.chdir(strange)
    return balance


def test_no_command_sends_a_terminal_what_it_would_obey(ask_there, strange):
    run = strange / "data" / "runs" / "run"
    words = [
        ["runs"], ["query", run, "from variants"], ["query", run, f"select '{TRICKS}' as \"{TRICKS}\""],
        ["query", run, f"select {TRICKS}"], ["query", FOLDER, "from rounds"], ["check", run], ["check", FOLDER],
        ["replay", run, "--match", 0], ["replay", run, "--match", 0, "--variant", f"b{TRICKS}"], ["resume", run],
        ["sweep", f"./{TRICKS}"], ["sweep", TRICKS], [TRICKS],
    ]  # fmt: skip
    told = [ask_there(*each) for each in words]
    assert [ran.code for ran in told] == [0, 0, 0, 2, 2, 3, 2, 2, 2, 2, 2, 2, 2]
    for ran in told:
        assert not OBEYED.search(ran.out), ran.out
        assert not OBEYED.search(ran.err), ran.err
        assert ran.code == 0 or ran.err.count("\n") <= 1
    assert r"run\x1b[2J" in told[0].out and r"a\x1b[2J" in told[1].out


def test_all_forms_of_a_report_show_the_names_and_no_tricks(ask_there, strange):
    run = strange / "data" / "runs" / "run"
    ran = ask_there("report", run, "--html", "--json")
    assert ran.code == 0, ran.err
    page, machine = ((run / f"report.{form}").read_text() for form in ("html", "json"))
    for text in (page, machine):
        assert not OBEYED.search(text)
        assert r"\u202etxt" in text.replace("\\\\", "\\")
        assert "$(id) `id`" in text
    json.loads(machine)


@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_terminal_that_is_sent_rows_for_machines_obeys_nothing_either(
    ask_there, strange, monkeypatch, form
):
    run = strange / "data" / "runs" / "run"
    raw = ask_there("query", run, "select label from variants", "--format", form).out
    assert "\x9b" in raw  # a file gets what is there
    out = io.StringIO()
    monkeypatch.setattr(out, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout", out)
    from balance.store.run import Run

    with connect(Run.open(run)) as con:
        answers.write(ask(con, "select label from variants"), form)
    assert not OBEYED.search(out.getvalue())
    assert r"\x9b" in out.getvalue()


def test_a_spreadsheet_is_given_no_formula(ask_there, strange):
    from reports.csv import literal

    run = strange / "data" / "runs" / "run"
    out = ask_there(
        "query", run, "select variant, label from variants order by variant", "--format", "csv"
    ).out
    labels = [row[1] for row in csv.reader(io.StringIO(out))]
    assert labels[3] == f"'{FORMULA}" and labels[5].startswith("'-1+1|") and labels[1] == "defaults"
    numbers = ask_there("query", run, "select '-1.5' as a, -2 as b", "--format", "csv").out
    assert pl.read_csv(io.StringIO(numbers)).rows() == [(-1.5, -2)]
    assert [literal(text) for text in ("@SUM(A1)", "+6.2 (+5.8 to +6.7)", "-3", "+1+cmd|'x'!A0", "a=1", "\t=1")] == [
        "'@SUM(A1)", "+6.2 (+5.8 to +6.7)", "-3", "'+1+cmd|'x'!A0", "a=1", "'\t=1",
    ]  # fmt: skip


@pytest.fixture
def mallory(tmp_path, monkeypatch):
    """A stranger's game beside the run or study that names it; loading it leaves a trace. No folder was named yet."""
    monkeypatch.setenv("BALANCE_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(own_games, "_named", set())
    registry.load.cache_clear()
    folder = tmp_path / "mallory"
    shutil.copytree(WAR, folder)
    (folder / "__init__.py").write_text(
        f"from pathlib import Path\nPath({str(tmp_path / 'ran')!r}).touch()\n"
    )
    yield folder
    registry.load.cache_clear()


@pytest.mark.parametrize("words", ["resume run", "replay run --match 0", "check run --deep 1"])
@pytest.mark.parametrize("source", ["{folder}", "mallory", "./mallory"])
def test_a_run_makes_no_code_run_that_nobody_asked_for(
    balance, write_run, told, tmp_path, mallory, words, source
):
    round_, variant = told
    run = write_run(
        tmp_path / "run", [variant([[[round_([3, 1])]]])], game_source=source.format(folder=mallory), chunks=1
    )
    (run.path / "commits" / "00000.json").unlink()
    ran = balance(*words.split())
    assert (ran.code, ran.out) == (2, "")
    assert (
        "run/run.json: game_source: " in ran.err and "is not a game that you have named yourself" in ran.err
    )
    assert not (tmp_path / "ran").exists()


def test_reports_and_queries_of_such_a_run_are_had_without_its_code(
    balance, write_run, told, tmp_path, mallory
):
    round_, variant = told
    run = write_run(tmp_path / "run", [variant([[[round_([3, 1])]]])], game_source=str(mallory))
    assert (
        balance("report", "run").code
        == balance("query", "run", "from rounds").code
        == balance("runs").code
        == 0
    )
    assert run.report.is_file() and not (tmp_path / "ran").exists()


def test_a_study_makes_no_code_run_that_nobody_asked_for(balance, tmp_path, mallory):
    (tmp_path / "s.toml").write_text('game = "./mallory"\n')
    ran = balance("sweep", "s.toml")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("balance: s.toml:1: game: ") and "named yourself" in ran.err
    assert not (tmp_path / "ran").exists()


def test_who_has_named_a_folder_once_need_not_again(tmp_path, mallory, monkeypatch):
    with pytest.raises(InputError, match="named yourself"):
        registry.check_named("game", str(mallory))
    registry.load(str(mallory))
    assert (tmp_path / "ran").exists()
    registry.check_named("game", str(mallory))
    monkeypatch.setattr(own_games, "_named", set())  # another process
    registry.check_named("game", str(mallory))
    with pytest.raises(InputError, match="did you mean 'konflikt'"):
        registry.check_named("game", "konflict")


def test_what_lies_where_a_person_stands_is_not_imported(tmp_path, monkeypatch):
    """Plain rules have processes of their own: these look nowhere but where Python's packages are."""
    monkeypatch.chdir(tmp_path)
    for name in ("json", "numba", "sims"):
        (tmp_path / f"{name}.py").write_text("from pathlib import Path\nPath('ran').touch()\n")
    lines = elsewhere._lines("tells", str(WAR), "NUMBA_DISABLE_JIT")
    assert next(lines)
    lines.close()
    assert not (tmp_path / "ran").exists()


def test_a_configuration_of_numba_that_lies_there_has_no_code_read_from_elsewhere(tmp_path):
    (tmp_path / ".numba_config.yaml").write_text("cache_dir: evil\ncache_locator_classes: evil.Locator\n")
    code = "from sims.compiler import config; print([config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES])"
    clean = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    ran = subprocess.run(
        [sys.executable, "-P", "-c", code], cwd=tmp_path, env=clean, capture_output=True, text=True
    )
    assert (ran.stdout, ran.returncode) == ("['', '']\n", 0), ran.stderr
