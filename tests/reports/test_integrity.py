"""Is the log what was played: what the section checks, and what it says of a log that was changed."""

import pytest

from reports.model import plain
from reports.sections import integrity


def text(section):
    return " ".join(map(plain, section.sentences)).replace("\N{NO-BREAK SPACE}", " ")


@pytest.fixture
def run(make_run, told):
    round_, variant = told
    return make_run([variant([[[round_([2, 1])]], [[round_([1, 3])]], [[round_([2, 2])]]])], chunk_clusters=2)


def test_a_sound_run_is_said_to_be_sound_as_far_as_was_looked(run, look):
    section = integrity.build(look(run), "Checked against all sorts.")
    assert "All 8 files of the run are there" in text(section)
    assert "9 rules that must hold of every log hold in the first 2 matches." in text(section)
    assert "Is the program itself right? Checked against all sorts. (balance calibrate)" in text(section)
    assert {row[1] for row in section.tables[0].rows} == {"holds"}
    assert plain(section.notes[0]).startswith(f"balance check {run.path}")


def test_a_changed_file_is_named(run, look):
    context = look(run)
    file = next((run.path / "tables").rglob("*.parquet"))
    file.write_bytes(file.read_bytes() + b" ")
    section = integrity.build(context, "")
    assert f"not all are as was recorded: {file.relative_to(run.path)} has another size." in text(section)
    file.unlink()
    assert f"{file.relative_to(run.path)} is missing" in text(integrity.build(context, ""))


def test_what_breaks_a_rule_is_counted_and_told(make_run, told, look):
    round_, variant = told
    run = make_run([variant([[[round_([2, 1])]], [[round_([1, 3], starter=1)]]])])
    context = look(run)
    context.run.spec["variants"][0]["lineup"] = ["greedy", "random"]  # not who sits there
    context.run.spec["variants"][0]["seats"] = 3
    section = integrity.build(context, "")
    assert "were checked in the first 2 matches" in text(section)
    assert any(row[1] != "holds" for row in section.tables[0].rows)
