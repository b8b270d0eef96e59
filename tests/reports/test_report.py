"""The report of runs made by hand: what it says, and what it never does."""

import re
from html.parser import HTMLParser

import numpy as np
import pytest
from matplotlib.figure import Figure

import reports
from balance.store.declared import declared
from balance.store.query import connect
from balance.workflows.measure import measure
from reports.context import Context
from reports.sections import first_player, supply

VOID = {"meta", "link", "br", "hr", "img", "input"}


class Page(HTMLParser):
    """Checks that elements nest, and gathers the text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.ids += [value for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.ids += [value for name, value in attrs if name == "id"]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] != "style":
            self.words.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.words))


def written(run) -> tuple[str, str]:
    html = reports.write(run, measure(run)).read_text()
    return html, Page(html).text


@pytest.fixture(scope="module")
def some_deals(told):
    round_, _ = told

    def make(count=40, seats=2, seed=3, **track):
        rng = np.random.default_rng(seed)
        one = lambda: round_(rng.integers(0, 4, seats).tolist(), turns=int(rng.integers(8, 14)), track=track)  # noqa: E731
        return [[[one() for _ in range(4)]] for _ in range(count)]

    return make


def levels(variant, match, round_):
    """Rounds of two or three turns; the supply falls from 12 by one, in variant 1 by two a turn."""
    return [[{"supply": 12 - t * (1 + variant)}] * 2 for t in range(2 + (match % 2))]


@pytest.fixture(scope="module")
def two_variants(tmp_path_factory, write_run, told, some_deals):
    """A run for all tests that only read it."""
    _, variant = told
    variants = [variant(some_deals()), variant(some_deals(), label="coin_supply=13")]
    return write_run(tmp_path_factory.mktemp("told") / "run", variants, turns=levels)


@pytest.fixture(scope="module")
def page(two_variants):
    """Its report: the HTML and the text."""
    return written(two_variants)


@pytest.fixture
def unfinished(make_run, told, some_deals):
    """A run of two chunks whose last one is not there; its folder of commit records beside it."""
    _, variant = told
    run = make_run([variant(some_deals(4))], turns=levels, chunk_clusters=2)
    (run.path / "commits" / "00001.json").unlink()
    return run


def test_every_sentence_names_the_players_and_stands_with_interval_and_size(page):
    html, _ = page
    lead = html[html.index('id="result"') : html.index('id="asked"')]
    sentences = re.findall(r"<p>(.*?)</p>", lead)
    assert len(sentences) == 2
    for sentence, head in zip(sentences, ("With the defaults", "With coin_supply=13"), strict=True):
        assert re.fullmatch(
            head + r", between equal greedy players, the starter won \d+\.\d\s% of rounds instead of 50\s% "
            r"\(\d+\.\d–\d+\.\d, 40\sdeals\)(; an even share lies within the interval)?\.",
            sentence,
        )


def test_a_single_variant_is_told_whole(make_run, told, some_deals):
    _, variant = told
    text = written(make_run([variant(some_deals(seats=3), lineup=("greedy",) * 3)]))[1]
    assert re.search(
        r"Between equal greedy players the starter won \S+\s% of rounds instead of 33\.3\s%", text
    )
    assert re.search(r"Between equal greedy players \S+\s% \(\S+\) of rounds had several winners", text)
    assert "Between equal greedy players seats 0 to 2 won" in text
    assert re.search(r"Between equal greedy players a round lasted \S+ turns on average", text)
    assert "every round ended by the rules" in text


def test_what_was_asked_and_how_to_repeat_it(page):
    text = page[1]
    for words in (
        "Toy: 2 seats, 2",
        "greedy in every seat",
        "balance sweep toy --seed 1",
        "coin_supply",
        "80 in all",
    ):
        assert words in text
    assert "card-balance 0.1.0" in text


def test_every_metric_stands_with_its_interval_size_and_method(two_variants, page):
    html, _ = page
    rows = re.findall(
        r'<tr><th scope="row">(\w+)</th>((?:<td.*?</td>)+)</tr>', html[html.index('id="metrics"') :]
    )
    names = [name for name, _ in rows]
    assert names == [*measure(two_variants)[0], *measure(two_variants)[1]]
    for name, cells in rows:
        value, interval, n, deals, method, meaning = re.findall(r"<td[^>]*>(.*?)</td>", cells)
        if name == "starter_ends":
            assert value == "–" and "nobody ended a round" in meaning
            continue
        assert value != "–" and re.search(r"\d", interval) and n != "0" and deals == "40"
        assert method in ("cluster t", "Wilson", "Clopper–Pearson", "Woodruff")
        assert meaning


def test_one_file_that_asks_no_network(page):
    html, _ = page
    assert "://" not in html
    assert not re.search(r"<(script|link|img|iframe)\b|@import|url\((?!#)", html)
    assert html.count("<svg ") == 2
    ids = Page(html).ids
    assert len(ids) == len(set(ids))


def test_the_same_run_gives_the_same_bytes(two_variants, page):
    assert written(two_variants)[0] == page[0]


def test_names_are_text_not_markup(make_run, told, some_deals):
    _, variant = told
    name = '<b onclick="x">&$a_b$'
    html, text = written(make_run([variant(some_deals(), label=name, lineup=(name, name))], turns=levels))
    assert "<b onclick" not in html
    assert f"Between equal {name} players" in text


def test_capped_rounds_are_told_with_what_they_could_have_given(make_run, told, some_deals):
    round_, variant = told
    deals = [*some_deals(), [[round_([0, 0], end="cap")] * 4]]
    text = written(make_run([variant(deals)]))[1]
    assert re.search(
        r"; between \d+\.\d and \d+\.\d\s% whatever the 2\.4\s% capped rounds would have given\.", text
    )
    assert re.search(r"the cap on turns ended 2\.4\s% \(\S+\) of rounds, which leaves 2\.4\s%", text)
    assert "lasted at least" in text
    assert "too many to judge by" not in text


def test_more_than_5_percent_capped_is_a_warning(make_run, told, some_deals):
    round_, variant = told
    text = written(make_run([variant([*some_deals(8), [[round_([0, 0], end="cap")] * 4]])]))[1]
    assert "More than 5 % of the rounds met the cap on turns, too many to judge by: defaults." in text


def test_an_unfinished_run_says_so(unfinished):
    assert "This run is not complete: 1 of 2 chunks are played." in written(unfinished)[1]


def test_a_run_with_nothing_finished_has_a_report_too(unfinished):
    (unfinished.path / "commits" / "00000.json").unlink()
    assert "Nothing has been played yet." in written(unfinished)[1]


def test_rounds_that_all_met_the_cap_give_reasons_not_numbers(make_run, told):
    round_, variant = told
    text = written(make_run([variant([[[round_([0, 0], end="cap")]]] * 3)]))[1]
    assert "the starter's share of the wins is unknown: there are no rounds that ended by the rules" in text
    assert "nan" not in text.lower()


def test_players_that_sit_unequally_often_have_no_even_share(make_run, told, some_deals):
    _, variant = told
    mirrored = [deal * 3 for deal in some_deals(seats=3)]
    text = written(make_run([variant(mirrored, lineup=("greedy", "greedy", "random"))]))[1]
    assert re.search(r"players the starter won \S+\s% of rounds on average over who starts \(", text)
    assert "an even share (0 in the picture) is no yardstick" in text


def test_many_variants_are_told_by_the_first_the_lowest_and_the_highest(make_run, told, some_deals):
    _, variant = told
    run = make_run(
        [variant(some_deals(3, seed=s), label=f"coin_supply={s}") for s in range(41)], turns=levels
    )
    html, text = written(run)
    lead = html[html.index('id="result"') : html.index('id="asked"')]
    assert 3 <= len(re.findall(r"the starter won", lead)) <= 3
    assert "that they are the lowest and the highest is in part chance" in text
    assert "The picture shows the first 40 of 41 variants" in text
    assert "The picture and its table show 8 of the 41 variants" in text
    assert len(html) < 5_000_000


def test_without_turns_there_is_a_sentence_and_no_picture(make_run, told, some_deals):
    _, variant = told
    html, text = written(make_run([variant(some_deals())], log={"level": "rounds", "share": 1.0}))
    assert "No turns were logged (log level rounds): there is no picture over turns." in text
    assert html.count("<svg ") == 1


def test_a_sample_of_turns_is_called_one(make_run, told, some_deals):
    _, variant = told
    text = written(make_run([variant(some_deals())], turns=levels, log={"level": "moves", "share": 0.125}))[1]
    assert "Turns were logged for 12.5 % of the deals only" in text.replace("\N{NO-BREAK SPACE}", " ")


def test_a_game_without_a_supply_has_no_such_section(make_run, told, some_deals):
    _, variant = told
    run = make_run([variant(some_deals())])
    run = make_run([variant(some_deals())], declared={**declared(run.spec), "supply": ""})
    html, _ = written(run)
    assert 'id="supply"' not in html


def test_the_supply_is_a_mean_over_rounds_still_running(two_variants):
    with connect(two_variants) as con:
        context = Context(two_variants, declared(two_variants.spec), measure(two_variants), con)
        assert supply.curves(context, "supply") == [
            ("defaults", [(1, 160, 12), (2, 160, 11), (3, 80, 10)]),
            ("coin_supply=13", [(1, 160, 12), (2, 160, 10), (3, 80, 8)]),
        ]


def test_the_pictures_show_the_numbers(two_variants):
    with connect(two_variants) as con:
        context = Context(two_variants, declared(two_variants.spec), measure(two_variants), con)
        rows, curves = first_player.rows(context), supply.curves(context, "supply")
    axes = Figure().subplots()
    first_player.draw(rows, axes)
    drawn = {round(float(x), 9) for line in axes.lines for x in np.atleast_1d(line.get_xdata())}
    for row in rows:
        for estimate in (row.advantage, row.decisive):
            assert {round(100 * x, 9) for x in (estimate.low, estimate.value, estimate.high)} <= drawn
    assert [label.get_text() for label in axes.get_yticklabels()] == ["defaults", "coin_supply=13"]
    above, below = Figure().subplots(2)
    supply.draw(curves, above, below)
    assert above.lines[1].get_ydata().tolist() == [12, 10, 8]
    assert below.lines[1].get_ydata().tolist() == [100, 100, 50]
