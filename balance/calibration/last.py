"""The calibration that this copy of the program comes with: `last.json`, which `make calibrate` writes anew."""

import json
from pathlib import Path
from typing import Any

from balance.calibration.checks import Check
from balance.calibration.page import summary

FILE = Path(__file__).with_name("last.json")


def sentence() -> str:
    """What was checked, by which version and when, for reports."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    what, _, outcome = summary([Check(**check) for check in found["checks"]]).partition(": ")
    return f"Checked against {what}, version {found['version']}, {found['date']}: {outcome}."
