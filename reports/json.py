"""A report as an object for machines: the same content, and the numbers behind the texts."""

import json
from dataclasses import asdict
from typing import Any

from reports.model import Chart, Known, Report, Section, Span, Table, Text

SCHEMA = "card-balance/report/1"


def render(report: Report) -> str:
    """The object as JSON, all rows of all tables in it. The same report gives the same text."""
    told = {
        "schema": SCHEMA,
        "title": report.title,
        "what": report.what,
        "warnings": report.warnings,
        "sections": [_section(section) for section in report.sections],
    }
    return json.dumps(told, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _section(section: Section) -> dict[str, Any]:
    told: dict[str, Any] = {
        "name": section.name,
        "title": section.title,
        "sentences": [text_of(text) for text in section.sentences],
        "notes": [text_of(text) for text in section.notes],
        "terms": dict(section.terms),
        "charts": [_chart(chart) for chart in section.charts],
        "tables": [_table(table) for table in section.others],
        "looks": [{"what": look.what, "command": look.command} for look in section.looks],
        "told": [asdict(told) for told in section.told],
        "code": section.code,
        "sql": {asked.name: asked.text for asked in section.sql},
    }
    return {name: value for name, value in told.items() if value}


def text_of(text: Text) -> str | list[str | dict[str, str]]:
    """A sentence: a string, or strings and spans in order."""
    if isinstance(text, str):
        return str(text)
    return [_span(part) if isinstance(part, Span) else part for part in text]


def _span(span: Span) -> dict[str, str]:
    return {"text": span.text, "kind": span.kind} | ({"to": span.to} if span.to else {})


def _chart(chart: Chart) -> dict[str, Any]:
    return {"alt": chart.alt, "read": chart.read, "data": [_table(table) for table in chart.data]}


def _table(table: Table) -> dict[str, Any]:
    rows = [[_cell(cell) for cell in row] for row in table.rows]
    return {"caption": table.caption, "columns": table.columns, "rows": rows}


def _cell(cell: str) -> str | dict[str, Any]:
    return {"text": str(cell), **cell.numbers} if isinstance(cell, Known) else cell
