"""The PDF, opened as a reader opens it."""

import ctypes
import re

import pypdfium2
import pypdfium2.raw as raw
import pytest

from reports import pdf
from reports.model import MOST, Report, Section, Table
from reports.widths import TURNED, UPRIGHT, parts
from tests.reports.conftest import NAMES


def opened(data):
    document = pypdfium2.PdfDocument(data)
    pages = (page.get_textpage().get_text_range() for page in document)
    return document, [
        re.sub("[\x02\ufffe]", "-", page) for page in pages
    ]  # PDFium's word for - at a line's end


def bare(text):
    """Without what only breaks lines."""
    return re.sub(r"[\s\u200b]", "", text)


@pytest.fixture(scope="module")
def made(report):
    return pdf.render(report)


@pytest.fixture(scope="module")
def document(made):
    return opened(made)


def alts(page):
    """The alternative texts in the tree of tags of a page."""
    tree = raw.FPDF_StructTree_GetForPage(page)
    found = []

    def visit(element):
        size = raw.FPDF_StructElement_GetAltText(element, None, 0)
        if size > 2:
            held = ctypes.create_string_buffer(size)
            raw.FPDF_StructElement_GetAltText(element, held, size)
            found.append(held.raw[: size - 2].decode("utf-16-le"))
        for i in range(raw.FPDF_StructElement_CountChildren(element)):
            if child := raw.FPDF_StructElement_GetChildAtIndex(element, i):
                visit(child)

    for i in range(raw.FPDF_StructTree_CountChildren(tree)):
        visit(raw.FPDF_StructTree_GetChildAtIndex(tree, i))
    raw.FPDF_StructTree_Close(tree)
    return found


def test_the_same_report_gives_the_same_bytes(report, made):
    assert pdf.render(report) == made


def test_it_is_tagged_and_says_so(made, report):
    assert b"pdfuaid" in made and b"/MarkInfo" in made
    assert len(made) < 5_000_000
    document = pypdfium2.PdfDocument(made)
    assert document.get_metadata_dict()["Title"] == report.title


def test_every_page_has_its_number_and_all_know_how_many_there_are(document):
    pages = document[1]
    assert len(pages) > 5
    for number, text in enumerate(pages, 1):
        assert f"{number} / {len(pages)}" in text


def test_every_section_stands_in_outline_and_contents(document, report):
    pdf, pages = document
    titles = [bare(section.title) for section in report.sections]
    assert [bare(one.get_title()) for one in pdf.get_toc() if one.get_title() != "Contents"] == [
        *titles,
        "Howeachsectionwasasked",
    ]
    contents = next(bare(text) for text in pages if "Contents" in text)
    assert all(title in contents for title in titles)


def test_all_text_is_inside_the_page(document):
    for page in document[0]:
        width, height = page.get_size()
        text = page.get_textpage()
        for i in range(text.count_chars()):
            if text.get_text_range(i, 1).isspace():
                continue
            left, bottom, right, top = text.get_charbox(i)
            assert left >= 20 and right <= width - 20 and bottom >= 20 and top <= height - 20


def test_every_figure_has_its_alternative_text(document, report):
    found = [bare(alt) for page in document[0] for alt in alts(page.raw)]
    assert found == [bare(chart.alt) for section in report.sections for chart in section.charts]
    assert len(found) > 4


def test_every_cell_of_every_table_is_there(document, report):
    text = bare("".join(document[1]))
    for section in report.sections:
        for table in section.every_table:
            assert bare(table.caption) in text
            for row in table.rows[:MOST]:
                for cell in row:
                    assert all(bare(line) in text for line in cell.split("\n")), (table.caption, cell)


def test_what_each_section_asked_stands_at_the_end(document, report):
    pages = document[1]
    first = next(i for i, page in enumerate(pages) if "under its title" in page)
    assert len(pages) - first <= 8
    text = bare("".join(pages[first:]))
    asked = [one for section in report.sections for one in section.sql]
    assert len(asked) > 8
    for name, sql in set(asked):
        assert all(bare(line) in text for line in (f"-- {name}.sql", *sql.splitlines())), name


def test_of_a_table_that_is_cut_paper_shows_the_first_lines_and_says_where_all_are():
    table = Table("Long", ["name"], [[f"row {i}"] for i in range(500)], file="long")
    text = " ".join(
        "".join(
            opened(pdf.render(Report("T", "", "", [], [Section("asked", "S", tables=[table])])))[1]
        ).split()
    )
    assert "The first 80 of 500 lines; all are in long.csv." in text
    assert "row 79" in text and "row 80" not in text


def test_a_long_table_ends_with_its_last_row_and_repeats_its_head():
    table = Table("Long", ["name", "number"], [[f"row {i}", str(i)] for i in range(150)])
    text = opened(pdf.render(Report("T", "", "", [], [Section("asked", "S", tables=[table])])))[1]
    assert "row 149" in text[-1] and "row 148" in text[-1]
    assert len(text) > 2 and all("number" in page for page in text[1:])


def test_names_come_out_as_they_are(document):
    text = bare("".join(document[1]))
    assert all(bare(name) in text or bare(name)[::-1] in text for name in NAMES)


def test_what_the_font_lacks_is_told_by_its_number():
    assert pdf.printable("a 一\n") == "a U+4E00\n"
    text = opened(pdf.render(Report("一", "", "", ["\x07"], [])))[1][0]
    assert "U+4E00" in text and "U+0007" in text


@pytest.mark.parametrize("rows", [3, 90])
@pytest.mark.parametrize("columns", [1, 4, 9, 15, 40])
def test_however_many_columns_no_part_is_wider_than_the_page(columns, rows):
    heads = [f"a_rather_long_name_{i}" for i in range(columns)]
    found = list(parts(heads, [["some words " * 12] * columns] * rows))
    assert [i for part in found for i in part.columns if i] == list(range(1, columns))
    assert all(part.columns[0] == 0 and part.size >= 6.5 for part in found)
    assert all(sum(part.widths) <= (TURNED if part.turned else UPRIGHT) + 0.1 for part in found)
