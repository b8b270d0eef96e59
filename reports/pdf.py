"""A report as a tagged PDF (PDF/UA-1): a title page's worth of answers, contents, page numbers, tables that stand open.

Typst sets it. All that is told goes to it as JSON beside the template, so no text is ever taken for markup.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from reports.model import PAPER, Asked, Chart, Report, Section, Table, Text, spans
from reports.theme import FONT, LIGHT, standalone
from reports.widths import BROKEN, parts

TEMPLATE = Path(__file__).parent / "templates" / "report.typ"
BREADTH, HEIGHT = 150.0, 205.0  # millimetres that a picture may be wide and high
SHORT = 70  # characters of the title above each page
BREAK = "\N{ZERO WIDTH SPACE}"


def render(report: Report) -> bytes:
    """The whole PDF. The same report gives the same bytes."""
    import typst

    pictures: dict[str, bytes] = {}
    sections = [_section(section, pictures) for section in report.sections]
    names = [section.name for section in report.sections]
    told = {
        "title": printable(report.title),
        "short": printable(report.title if len(report.title) <= SHORT else report.title[: SHORT - 1] + "…"),
        "kind": printable(report.kind),
        "what": breakable(report.what),
        "warnings": list(map(breakable, report.warnings)),
        "first": names.index("asked") if "asked" in names else 0,  # what stands before the contents
        "names": names,
        "sections": sections,
        "asked": _asked(report),
        "colours": LIGHT,
    }
    data = json.dumps(told, ensure_ascii=False).encode()
    files: Any = {"main.typ": TEMPLATE.read_bytes(), "data.json": data, **pictures}
    made: bytes = typst.compile(
        files, format="pdf", pdf_standards="ua-1", font_paths=[str(_fonts())], ignore_system_fonts=True
    )
    return made


def _section(section: Section, pictures: dict[str, bytes]) -> dict[str, Any]:
    return {
        "name": section.name,
        "title": breakable(section.title),
        "sentences": [_spans(text) for text in section.sentences],
        "notes": [_spans(text) for text in section.notes],
        "terms": [[breakable(term), breakable(meaning)] for term, meaning in section.terms],
        "code": breakable(section.code),
        "charts": [_chart(chart, pictures) for chart in section.charts],
        "tables": [part for table in section.others for part in _table(table)],
        "looks": [[breakable(look.what), breakable(look.command)] for look in section.looks],
        "told": [
            [breakable(told.title), breakable(told.text), breakable(told.command)] for told in section.told
        ],
    }


def _asked(report: Report) -> list[dict[str, Any]]:
    """What each section asked, for the end of the paper: a query that stands in an earlier one has no text."""
    seen: set[Asked] = set()
    told = []
    for section in report.sections:
        queries = [
            [printable(one.name), "" if one in seen else breakable(one.text.rstrip())] for one in section.sql
        ]
        seen |= set(section.sql)
        if queries:
            told.append({"name": section.name, "title": breakable(section.title), "queries": queries})
    return told


def _spans(text: Text) -> list[dict[str, str]]:
    return [{"text": breakable(span.text), "kind": span.kind, "to": span.to} for span in spans(text)]


def _chart(chart: Chart, pictures: dict[str, bytes]) -> dict[str, Any]:
    name = f"{len(pictures)}.svg"
    pictures[name] = printable(standalone(chart.svg)).encode()
    data = [part for table in chart.data for part in _table(table)]
    across, down = (float(size) for size in re.findall(r"[\d.]+", chart.svg.split('viewBox="0 0 ')[1])[:2])
    width = min(BREADTH, HEIGHT * across / down)
    return {
        "file": name,
        "alt": printable(chart.alt),
        "read": breakable(chart.read),
        "width": width,
        "data": data,
    }


def _table(table: Table) -> list[dict[str, Any]]:
    """The table as parts: what is too wide for a page goes on in another, each part with the heads of its lines."""
    rows = table.rows[:PAPER] if table.cut else table.rows
    return [
        {
            "caption": breakable(table.caption) + (", continued" if number else ""),
            "columns": [breakable(table.columns[i]) for i in part.columns],
            "rows": [[breakable(row[i]) for i in part.columns] for row in rows],
            "numeric": [i in table.numeric for i in part.columns],
            "widths": part.widths,
            "size": part.size,
            "turned": part.turned,
            "cut": table.cut and table.first(PAPER),
        }
        for number, part in enumerate(parts(table.columns, rows))
    ]


def breakable(text: str) -> str:
    """The text as the font can show it; in long words lines may break behind punctuation, else anywhere."""
    return re.sub(rf"\S{{{BROKEN + 1},}}", _broken, printable(text))


def _broken(word: "re.Match[str]") -> str:
    return re.sub(rf"(.{{1,{BROKEN - 1}}}(?:[_,=/.:;|-]|$)|.{{{BROKEN}}})(?!$)", rf"\1{BREAK}", word[0])


def printable(text: str) -> str:
    """The text; a character that the font lacks by its number: U+4E00. A PDF must not hold what nobody can read."""
    return re.sub(r"[^\n -~]", lambda c: c[0] if ord(c[0]) in _characters() else f"U+{ord(c[0]):04X}", text)


@cache
def _characters() -> frozenset[int]:
    from matplotlib.font_manager import get_font

    return frozenset(
        get_font([str(path) for path in _fonts().glob(f"{FONT.replace(' ', '')}.ttf")]).get_charmap()
    )


@cache
def _fonts() -> Path:
    from matplotlib import get_data_path

    return Path(get_data_path()) / "fonts" / "ttf"
