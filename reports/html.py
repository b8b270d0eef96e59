"""A report as one HTML file that needs no network."""

import re
from pathlib import Path

from reports.model import MOST, Report, spans
from reports.theme import variables

TEMPLATES = Path(__file__).parent / "templates"


def render(report: Report) -> str:
    """The whole page. The same report gives the same text."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"parts": _parts, "spans": spans}
    page = environment.get_template("report.html.j2")
    return page.render(
        report=report, most=MOST, variables=variables, names={section.name for section in report.sections}
    )


def _parts(label: str) -> list[str]:
    """Where a line may break in a variant's label: behind commas."""
    return re.split(r"(?<=,)", label)
