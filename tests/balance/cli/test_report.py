"""balance report: the report of a run, written again."""

import json

import pytest


@pytest.fixture
def run(balance):
    ran = balance("sweep", "konflikt", "--matches", 6, "--log", "rounds", "--quiet", "--no-report")
    assert ran.code == 0, ran.err


def test_it_writes_the_same_bytes_by_name_and_by_folder(balance, run, tmp_path):
    path = tmp_path / "data" / "runs" / "konflikt-001" / "report.html"
    written = set()
    for name in ("konflikt-001", path.parent):
        ran = balance("report", name)
        assert ran.code == 0
        assert (tmp_path / ran.out.strip()).samefile(path)
        written.add(path.read_bytes())
        path.unlink()
    assert len(written) == 1


def test_forms_and_sections_are_picked(balance, run, tmp_path):
    folder = tmp_path / "data" / "runs" / "konflikt-001"
    ran = balance("report", "konflikt-001", "--pdf", "--json", "--section", "winners", "--section", "repeat")
    assert ran.code == 0, ran.err
    names = ["report-winners-repeat.pdf", "report-winners-repeat.json"]
    assert [path.rpartition("/")[2] for path in ran.out.split()] == names
    assert (folder / names[0]).read_bytes().startswith(b"%PDF-")
    told = json.loads((folder / names[1]).read_text())
    assert [section["name"] for section in told["sections"]] == ["winners", "repeat"]
    assert not (folder / "report.html").exists()


def test_it_opens_what_was_written(balance, run, tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr("typer.launch", opened.append)
    assert balance("report", "konflikt-001", "--section", "repeat", "--json", "--open").code == 0
    assert opened == [str(tmp_path / "data" / "runs" / "konflikt-001" / "report-repeat.json")]


def test_a_section_that_is_not_there_is_refused_with_the_nearest_name(balance, run, tmp_path):
    ran = balance("report", "konflikt-001", "--section", "winner")
    assert ran.code == 2
    assert "--section: 'winner' is not one of result, " in ran.err and "'winners'" in ran.err
    assert not list((tmp_path / "data" / "runs" / "konflikt-001").glob("report*"))


def test_an_unfinished_run_is_reported_as_such(balance, run, tmp_path):
    folder = tmp_path / "data" / "runs" / "konflikt-001"
    (folder / "commits" / "00000.json").unlink()
    ran = balance("report", "konflikt-001")
    assert ran.code == 0
    assert "konflikt-001 is not complete: " in ran.err
    assert "This run is not complete" in (folder / "report.html").read_text()


def test_a_run_that_is_not_there_is_refused_with_the_nearest_name(balance, run):
    ran = balance("report", "konflikt-010")
    assert ran.code == 2
    assert "run: 'konflikt-010' is not a run folder" in ran.err and "konflikt-001" in ran.err


def test_a_damaged_file_is_named(balance, run, tmp_path):
    damaged = next((tmp_path / "data" / "runs" / "konflikt-001").glob("tables/rounds/*.parquet"))
    damaged.write_bytes(b"")
    ran = balance("report", "konflikt-001")
    assert ran.code == 2
    assert damaged.name in ran.err and "0 bytes" in ran.err
