"""The tests that `docs/faults.md` names are there."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"\| `(tests/[\w/.]+)::(test_\w+)` \|$", re.MULTILINE)


def test_every_fault_has_a_test_that_exists():
    text = (ROOT / "docs" / "faults.md").read_text()
    rows = [line for line in text.splitlines() if line.startswith("| ")][1:]
    named = ROW.findall(text)
    assert len(named) == len(rows) > 20
    for file, name in named:
        tree = ast.parse((ROOT / file).read_text())
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, (
            f"{file}::{name}"
        )
