import re

import pytest

from reports.theme import FILL, LINE, SERIES, TEXT, svg


def draw(figure):
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], "o-", color=SERIES[0], label="$a_1$ & <b>")
    axes.axvline(0, color=TEXT)
    axes.axhline(0, color=FILL)
    figure.legend()


@pytest.fixture(scope="module")
def picture():
    return svg("x", 2, draw)


def test_the_same_drawing_gives_the_same_bytes(picture):
    assert svg("x", 2, draw) == picture


def test_colours_are_the_page_s(picture):
    assert "var(--series-1)" in picture and "var(--text)" in picture and "var(--line)" in picture
    assert "var(--fill)" in picture
    assert not re.search("|".join([TEXT, LINE, FILL, *SERIES]), picture)


def test_a_picture_asks_no_network_and_sets_no_style_of_the_page(picture):
    assert picture.startswith("<svg ") and picture.endswith("</svg>")
    assert "://" not in picture
    assert "<style" not in picture and "<metadata" not in picture and "font-family" not in picture
    assert 'viewBox="' in picture and " width=" not in picture.split(">")[0]


def test_ids_do_not_meet_those_of_another_picture(picture):
    assert set(re.findall(r'\bid="([^"-]*)', picture)) == {"x"}
    known = set(re.findall(r'\bid="([^"]*)"', picture))
    assert set(re.findall(r'href="#([^"]*)"', picture)) <= known
    assert set(re.findall(r"url\(#([^)]*)\)", picture)) <= known


def test_text_stays_text(picture):
    assert "$a_1$ &amp; &lt;b&gt;" in picture
