"""The notebooks that come with the toolkit run from top to bottom."""

from pathlib import Path

import matplotlib as mpl
import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "data" / "notebooks").glob("*.py"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    mpl.use("agg")
    text = path.read_text(encoding="utf-8")
    assert "matches=2_000" in text
    held: dict[str, object] = {}
    exec(compile(text.replace("matches=2_000", "matches=60"), str(path), "exec"), held)
    printed = capsys.readouterr().out
    assert "coin_supply=12" in printed
    assert "cluster_t" in printed
    assert held["wanted"]["rounds"].sum() == 60 * 4
    assert (tmp_path / "supply.png").stat().st_size > 10_000
