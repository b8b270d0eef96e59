"""The page as a person uses it, in a real Chromium: the system's, driven by Playwright."""

import os
import shutil

import pypdfium2
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from reports import html
from tests.reports.conftest import NAMES

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
if not CHROMIUM and not os.environ.get("BALANCE_BROWSER_TESTS"):  # .ci/run sets it: there nothing is skipped
    pytest.skip("no Chromium on this machine (apt-get install chromium)", allow_module_level=True)
GLANCE = "#variants table"
EDGE = 1  # its column of the starter's edge


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def address(report, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(html.render(report), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def visit(browser, address):
    """visit(width=…, color_scheme=…) -> the page, opened; nothing may be said on its console, nothing asked for."""
    opened, said = [], []

    def begin(width=1200, **options):
        context = browser.new_context(viewport={"width": width, "height": 800}, **options)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: said.append(request.url) if request.url != address else None)
        page.goto(address)
        opened.append(context)
        return page

    yield begin
    for context in opened:
        context.close()
    assert not said


@pytest.fixture
def page(visit):
    return visit()


def column(page, table, number):
    """What stands in a column of a table, line by line, of the rows that are shown."""
    rows = page.locator(f"{table} tbody tr:visible")
    return [row.locator("th, td").nth(number).inner_text() for row in rows.all()]


def sizes(texts):
    return [
        float(text.split("\n")[0].removesuffix("pp").replace("−", "-").replace("\xa0", "")) for text in texts
    ]


def test_a_click_on_a_head_sorts_by_it_and_another_turns_it_round(page):
    head = page.locator(f"{GLANCE} thead th").nth(EDGE)
    before = sizes(column(page, GLANCE, EDGE))
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "ascending"
    assert sizes(column(page, GLANCE, EDGE)) == sorted(before) != before
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    assert sizes(column(page, GLANCE, EDGE)) == sorted(before, reverse=True)
    assert page.locator(f"{GLANCE} [aria-sort]").count() == 1


def test_words_sort_as_people_count(page):
    page.locator(f"{GLANCE} thead th").first.get_by_role("button").press("Enter")
    labels = [label for label in column(page, GLANCE, 0) if label.startswith("coin_supply")]
    assert labels == [f"coin_supply={n}" for n in (2, 3, 10, 20)]
    assert page.locator(f"{GLANCE} thead th").first.get_attribute("aria-sort") == "ascending"


def test_a_filter_leaves_the_lines_that_hold_its_words(page):
    box = page.locator("#variants .filter input")
    box.fill("SUPPLY=2")
    assert column(page, GLANCE, 0) == ["coin_supply=2", "coin_supply=20"]
    assert page.locator("#variants .filter output").inner_text().strip() == "2 of 9"
    box.fill("")
    assert len(column(page, GLANCE, 0)) == 9


def test_every_picture_has_its_data_when_asked_for(page, report):
    figures = page.locator("figure").all()
    assert len(figures) == sum(len(section.charts) for section in report.sections)
    for figure in figures:
        folded = figure.locator("details").first
        assert not folded.locator("table").is_visible()
        folded.locator("summary").click()
        assert folded.locator("tbody tr").first.is_visible()
        assert figure.locator("svg").is_visible() and figure.locator(".chart").get_attribute("aria-label")


def test_a_finding_leads_to_where_it_is_told(page):
    link = page.locator("#findings a").first
    link.click()
    assert (
        page.url.endswith(link.get_attribute("href"))
        and page.locator(link.get_attribute("href")).is_visible()
    )


def test_contents_lead_to_the_sections(page, report):
    links = page.locator("nav a").all()
    assert [link.inner_text() for link in links] == [section.title for section in report.sections]
    links[-1].click()
    assert page.url.endswith("#repeat")
    assert page.locator("#repeat h2").is_visible()


def test_the_keyboard_reaches_all_in_the_order_of_the_page(page):
    page.evaluate("""() => {
        window.all = [...document.querySelectorAll("a, button, input, summary, [tabindex='0']")]
            .filter((one) => one.checkVisibility({ contentVisibilityAuto: true }));
        document.body.tabIndex = -1;
        document.body.focus();
    }""")
    total = page.evaluate("all.length")
    reached = []
    for _ in range(total):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("all.indexOf(document.activeElement)"))
    assert total > 40 and reached == list(range(total))


def test_light_and_dark_are_different_and_pictures_go_with_them(visit):
    looks = []
    for scheme in ("light", "dark"):
        page = visit(color_scheme=scheme)
        looks.append(
            page.evaluate("""() => [
            getComputedStyle(document.body).backgroundColor,
            getComputedStyle(document.body).color,
            getComputedStyle(document.querySelector("figure svg text")).fill,
        ]""")
        )
    (paper, ink, drawn), (dark, pale, glowing) = looks
    assert paper == "rgb(255, 255, 255)" and drawn == ink
    assert dark == "rgb(22, 24, 27)" and glowing == pale != ink


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_telephone_need_not_scroll_sideways(visit, scheme):
    page = visit(400, color_scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    assert page.evaluate("document.documentElement.scrollWidth") <= 400


CONTRAST = {"runOnly": ["color-contrast"]}
ELSE = {"rules": {"color-contrast": {"enabled": False}}}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "scheme", "where", "rules"),
    [(1200, "light", "body", {}), (1200, "dark", "#result", CONTRAST), (400, "light", "body", ELSE)],
)
def test_no_fault_of_accessibility_is_found(visit, width, scheme, where, rules):
    page = visit(width, color_scheme=scheme)
    opened = "section > details:first-of-type, figure > details:first-of-type"
    page.evaluate(f"document.querySelectorAll('{opened}').forEach((one) => (one.open = true))")
    found = Axe().run(page, context=where, options={"resultTypes": ["violations"], **rules})
    assert found.violations_count == 0, found.generate_report()


def test_names_are_seen_as_they_are(page):
    labels = column(page, GLANCE, 0)
    assert all(name in labels for name in NAMES)


def test_without_scripts_all_is_there(visit, report):
    page = visit(java_script_enabled=False)
    assert page.locator("th button, .filter").count() == 0
    assert page.locator("table").count() == sum(len(section.every_table) for section in report.sections)
    page.locator("#metrics details summary").first.click()
    assert page.locator("#metrics details table").first.is_visible()


def test_on_paper_all_tables_stand_open_without_what_cannot_be_pressed(page, report):
    page.emulate_media(media="print")
    assert not page.locator(".filter").first.is_visible()
    printed = pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True))
    text = "".join("".join(one.get_textpage().get_text_range().split()) for one in printed)
    for table in (table for section in report.sections for table in section.every_table):
        last = table.rows[-1][-1].split("\n")[-1]
        assert "".join(last.split()) in text, table.caption
    assert all(round(one.get_width()) == 595 for one in printed)
