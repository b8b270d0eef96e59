"""The texts of a report in its forms: of report.json in order, of the page by section, of paper page by page."""

import re
from html.parser import HTMLParser

import pypdfium2

from reports.model import MOST

DECIMAL = re.compile(r"[\d,]*\d\.\d+")


class Words(HTMLParser):
    """The words of a page by section, without what only breaks lines."""

    def __init__(self, page):
        super().__init__()
        self.sections, self._name, self._skipped = {}, "", False
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        if tag == "section":
            self._name = dict(attrs)["id"]
            self.sections[self._name] = ""
        self._skipped = tag in ("style", "script", "svg")

    def handle_endtag(self, tag):
        self._skipped = False

    def handle_data(self, data):
        if self._name and not self._skipped:
            self.sections[self._name] += bare(data)


def bare(text):
    return re.sub(r"[\s\u200b]", "", text)


def texts(section):
    """All texts of a section of report.json, in the order of the page; cells that are cut from a long table are not."""
    for kind in ("sentences", "notes"):
        for told in section.get(kind, []):
            yield (
                told
                if isinstance(told, str)
                else "".join(s if isinstance(s, str) else s["text"] for s in told)
            )
    yield section.get("code", "")
    for pair in section.get("terms", {}).items():
        yield from pair
    for chart in section.get("charts", []):
        yield chart["read"]
        for table in chart["data"]:
            yield from cells(table)
    for table in section.get("tables", []):
        yield from cells(table)
    for look in section.get("looks", []):
        yield from (look["what"], look["command"])


def cells(table):
    yield from (table["caption"], *table["columns"])
    for row in table["rows"][:MOST]:
        yield from (cell if isinstance(cell, str) else cell["text"] for cell in row)


def pages(data):
    """The text of each page of a PDF."""
    told = (page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data))
    return [re.sub("[\x02\ufffe]", "-", page) for page in told]  # PDFium's word for - at a line's end


def joined(told, pages):
    """All of them without what only breaks lines, and without what stands above and below each page."""
    heads = [bare(told["title"]) + bare(section["title"]) for section in told["sections"]]
    whole = ""
    for number, page in enumerate(map(bare, pages), 1):
        head = next((head for head in heads if page.startswith(head)), "")
        whole += page.removeprefix(head).removesuffix(f"{number}/{len(pages)}")
    return whole
