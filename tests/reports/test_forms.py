"""What all forms of a report have in common: content, bytes, names, and runs that hardly say anything."""

import csv
import html as markup
import json as machine
import re
from html.parser import HTMLParser

import pytest

import reports
from balance.workflows.reading.measure import measure
from reports import html, json, saving
from reports.model import MOST, Known, Report, Section, Span, Table, plain
from sims.errors import InputError
from tests.reports.conftest import NAMES, ODD


@pytest.fixture(scope="module")
def page(report):
    return html.render(report)


@pytest.fixture(scope="module")
def object_(report):
    return machine.loads(json.render(report))


class Texts(HTMLParser):
    """The text of a page without its style and script."""

    def __init__(self, page):
        super().__init__()
        self.words, self.skipped = [], False
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.skipped = tag in ("style", "script")

    def handle_endtag(self, tag):
        self.skipped = False

    def handle_data(self, data):
        if not self.skipped:
            self.words.append(data)


def test_the_same_report_gives_the_same_text(report, page):
    assert html.render(report) == page
    assert json.render(report) == json.render(report)


def test_names_come_out_as_they_are(page, object_):
    text = "".join(Texts(page).words)
    assert all(name in text for name in NAMES)
    assert f"between equal {ODD} players" in text
    assert "<script>alert" not in page
    assert all(name in machine.dumps(object_, ensure_ascii=False).replace('\\"', '"') for name in NAMES)


def test_names_stand_in_pictures_too(report):
    pictures = [chart.svg for section in report.sections for chart in section.charts]
    shown = [
        markup.unescape(text) for svg in pictures for text in re.findall(r"<text[^>]*>(.*?)</text>", svg)
    ]
    for name in NAMES[1:3]:
        assert name in shown
    assert any(text.startswith("…") and "long-" in text for text in shown)


def test_every_form_has_every_sentence(report, page, object_):
    text = "".join(Texts(page).words)
    for section, one in zip(report.sections, object_["sections"], strict=True):
        for sentence, other in zip(
            [*section.sentences, *section.notes],
            [*one.get("sentences", []), *one.get("notes", [])],
            strict=True,
        ):
            assert plain(sentence) in text
            spans = [other] if isinstance(other, str) else other
            assert plain(sentence) == "".join(s if isinstance(s, str) else s["text"] for s in spans)


def test_machines_get_the_numbers_behind_the_texts(odd_run, object_):
    measured = measure(odd_run)
    (numbers,) = [s for s in object_["sections"] if s["name"] == "metrics"]
    for table, metrics in zip(numbers["tables"], measured.values(), strict=True):
        for (name, cell, *_), metric in zip(table["rows"], metrics, strict=True):
            assert name == metric
            assert {key: cell[key] for key in metrics[metric].to_json()} == machine.loads(
                machine.dumps(metrics[metric].to_json())
            )


def test_every_picture_has_its_numbers(report):
    charts = [chart for section in report.sections for chart in section.charts]
    assert len(charts) > 4
    for chart in charts:
        assert chart.data and all(table.rows for table in chart.data), chart.alt


def test_every_section_shows_what_it_asked(report, page):
    asked = {section.name: [query.name for query in section.sql] for section in report.sections}
    assert "first_player" in asked["first-player"]
    assert asked["points"] == ["seat_sums", "amounts", "ratios", "look"]
    queries = dict(next(s for s in report.sections if s.name == "points").sql)
    assert queries["amounts"].startswith("set variable amounts = ['coin_points', 'points'];\n-- one row per")
    assert page.count("How this was asked") == sum(bool(section.sql) for section in report.sections)
    assert not asked["method"]


def test_spans_are_marked_and_lead_only_to_what_is_there():
    parts = ("see ", Span("this", "link", "b"), " and ", Span("that", "link", "gone"), Span("x<y", "code"))
    page = html.render(Report("T", "", "", [], [Section("a", "A", [parts]), Section("b", "B")]))
    assert '<p>see <a href="#b">this</a> and that<code>x&lt;y</code></p>' in page
    assert json.text_of(parts)[1] == {"text": "this", "kind": "link", "to": "b"}


def test_a_long_table_is_cut_and_whole_in_a_file_beside_the_report(tmp_path):
    rows = [[f"row {i}", Known(f"{i} %\n1–2", {"value": i / 100, "low": None, "n": 7})] for i in range(3412)]
    table = Table("Long", ["name", "share"], rows, file="variants")
    report = Report("T", "", "", [], [Section("s", "S", tables=[table])])
    (path,) = saving.save(report, tmp_path / "report.html", ["html"], [])
    page = path.read_text()
    assert "The first 200 of 3,412 lines; all are in variants.csv." in page
    assert f"row {MOST - 1}<" in page and f"row {MOST}<" not in page
    with (tmp_path / "variants.csv").open(newline="") as file:
        head, *lines = csv.reader(file)
    assert head[:4] == ["name", "share", "share: value", "share: low"]
    assert len(lines) == 3412 and lines[-1][:5] == ["row 3411", "3411 %\n1–2", "34.11", "", ""]
    assert len(machine.loads(json.render(report))["sections"][0]["tables"][0]["rows"]) == 3412


def test_one_section_is_written_to_a_file_of_its_own(odd_run, tmp_path, report):
    (path,) = saving.save(report, tmp_path / "report.html", ["html"], ["winners"])
    assert path.name == "report-winners.html"
    assert path.read_text().count("<section ") == 1
    with pytest.raises(
        InputError, match=r"--section: 'winer' is not one of result, .*did you mean 'winners'"
    ):
        saving.save(report, tmp_path / "report.html", ["html"], ["winer"])


def hardly(kind, told):
    round_, variant = told
    capped = round_([0, 0], end="cap")
    return {
        "one match": [variant([[[round_([3, 1])]]])],
        "all capped": [variant([[[capped, capped]]] * 3)],
        "all alike": [variant([[[round_([2, 1])]]] * 3)],
        "nothing played": [variant([[[round_([3, 1])]]])],
    }[kind]


@pytest.mark.parametrize("kind", ["one match", "all capped", "all alike", "nothing played"])
def test_a_run_that_hardly_says_anything_is_told_honestly_in_all_forms(kind, make_run, told):
    run = make_run(hardly(kind, told))
    if kind == "nothing played":
        (run.path / "commits" / "00000.json").unlink()
    paths = reports.write(run, measure(run), forms=list(saving.FORMS))
    assert [path.suffix for path in paths] == [".html", ".pdf", ".json"]
    text = " ".join(Texts(paths[0].read_text()).words)
    assert not re.search(r"\b(nan|NaN|inf|None)\b|±0\.0", text)
    said = {
        "one match": "One deal shows no spread",
        "all capped": "the starter's share of the wins is unknown",
        "all alike": "Clopper–Pearson",
        "nothing played": "Nothing has been played yet.",
    }[kind]
    assert said in text
    machine.loads(paths[2].read_text(), parse_constant=pytest.fail)


def test_findings_come_first_the_largest_before_the_others_and_links_lead_somewhere(report, page):
    (found,) = (section for section in report.sections if section.name == "findings")
    falls, rises = (plain(sentence) for sentence in found.sentences)
    assert "the starter's edge falls by 30.0" in falls and "the share of tied rounds rises by 5.0" in rises
    assert page.index('id="findings"') < page.index("<nav")
    names = {section.name for section in report.sections}
    texts = [text for section in report.sections for text in section.sentences if not isinstance(text, str)]
    links = [part.to for text in texts for part in text if isinstance(part, Span) and part.kind == "link"]
    assert len(links) >= 2 and set(links) <= names


MANY = 500


@pytest.mark.slow
def test_a_report_of_500_variants_stays_small(tmp_path, write_run, told):
    """Measured is one variant; the others are said to have come out alike."""
    round_, variant = told
    deals = [[[round_([n, 1 - n], turns=3 + n)]] for n in (0, 1)]
    variants = [variant(deals, label=f"coin_supply={n},paid_gift={n}") for n in range(MANY)]
    run = write_run(tmp_path / "run", variants)
    measured = dict.fromkeys(range(MANY), measure(write_run(tmp_path / "one", variants[:1]))[0])
    paths = reports.write(run, measured, forms=["html", "pdf"])
    assert all(path.stat().st_size < 5_000_000 for path in paths)
    assert "The first 200 of 500 lines; all are in variants.csv." in paths[0].read_text()
    for name, lines in (("variants", MANY), ("metrics", MANY * len(measured[0]))):
        with (run.path / f"{name}.csv").open(newline="") as file:
            assert len(list(csv.reader(file))) == lines + 1
