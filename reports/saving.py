"""Reports as files: each form beside the others, whole or not at all."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from balance.store.files import write_atomically
from reports import csv, html, json, pdf
from reports.model import Report
from sims.errors import InputError

FORMS: Mapping[str, Callable[[Report], bytes]] = {
    "html": lambda report: html.render(report).encode(),
    "pdf": lambda report: pdf.render(report),
    "json": lambda report: json.render(report).encode(),
}


def save(report: Report, path: Path, forms: Sequence[str], sections: Sequence[str]) -> list[Path]:
    """Write a report as `path` with the ending of each form, and beside it the tables that it does not show whole.

    sections: the names of those that are written alone, as files named by them; none: all. Gives the paths of the
    forms. InputError if there is no such section, before anything is written.
    """
    if sections:
        report, path = _picked(report, sections), path.with_stem("-".join([path.stem, *sections]))
    for table in report.cut:  # first: a report that is there has all it speaks of
        write_atomically(path.with_name(f"{table.file}.csv"), csv.render(table).encode())
    written = []
    for form in forms:
        data = FORMS[form](report)
        written.append(path.with_suffix(f".{form}"))
        write_atomically(written[-1], data)
    return written


def _picked(report: Report, names: Sequence[str]) -> Report:
    """The report with some of its sections alone."""
    there = [section.name for section in report.sections]
    for name in names:
        if name not in there:
            raise InputError("--section", name, f"one of {', '.join(there)}", there)
    return replace(report, sections=[section for section in report.sections if section.name in names])
