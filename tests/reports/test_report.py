"""The report of runs made by hand: what it says, and what it never does."""

import re
from html.parser import HTMLParser

import numpy as np
import pytest
from matplotlib.figure import Figure

import balance
import reports
from balance.store.declared import declared
from balance.store.query import connect
from balance.workflows.reading.measure import measure
from reports import charts, sentences
from reports.page import opened
from reports.sections import carried, economy, economy_turns, effects, first_player, metrics
from reports.words import SPACE

VOID = {"meta", "link", "br", "hr", "img", "input", "wbr"}


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
        if self.open and self.open[-1] not in ("style", "script"):
            self.words.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.words))


def written(run) -> tuple[str, str]:
    html = reports.write(run, measure(run))[0].read_text()
    return html, Page(html).text


@pytest.fixture
def lead(look):
    """lead(run) -> what is told first of a run, as text."""

    def told(run):
        context = look(run)
        some = [*sentences.starters(context), *sentences.facts(context, context.variants[0])]
        return " ".join(some).replace("\N{NO-BREAK SPACE}", " ")

    return told


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
            head + r", between equal greedy players, the starter wins \d+\.\d of 100 rounds instead of 50 "
            r"\(\d+\.\d to \d+\.\d; 40\sdeals\)(; an even share lies within the interval)?\.",
            sentence,
        )


def test_a_single_variant_is_told_whole(make_run, told, some_deals, lead):
    _, variant = told
    text = lead(make_run([variant(some_deals(seats=3), lineup=("greedy",) * 3)]))
    assert re.search(
        r"Between equal greedy players the starter wins \S+ of 100 rounds instead of 33\.3", text
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
        if name.startswith("choice_worth_"):
            assert value == "–" and "moves were not logged" in meaning
            continue
        assert value != "–" and re.search(r"\d", interval) and n != "0" and deals == "40"
        assert method in ("cluster t", "Wilson", "Clopper–Pearson", "Woodruff")
        assert meaning


def test_one_file_that_asks_no_network(page):
    html, _ = page
    assert "://" not in html
    assert not re.search(r"<(link|img|iframe)\b|<script [^>]*src|@import|url\((?!#)", html)
    assert (
        html.count("<svg ") == 8
    )  # starter, winners, endings, lengths, points, supply, how scarce, identical
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


def test_capped_rounds_are_told_with_what_they_could_have_given(make_run, told, some_deals, lead):
    round_, variant = told
    deals = [*some_deals(), [[round_([0, 0], end="cap")] * 4]]
    text = lead(make_run([variant(deals)]))
    assert re.search(
        r"; between \d+\.\d and \d+\.\d\s% whatever the 2\.4\s% capped rounds would have given\.", text
    )
    assert re.search(r"the cap on turns ended 2\.4\s% \(\S+\) of rounds, and 2\.4\s%", text)
    assert "lasted at least" in text


def test_matches_that_a_cap_on_rounds_ended_are_told_as_that(make_run, told, some_deals, lead):
    _, variant = told
    text = lead(make_run([variant(some_deals(), capped_matches={0})]))
    assert re.search(
        r"no round met the cap on turns, but the cap on rounds ended 2\.5\s% \(\S+\) of matches", text
    )


def test_more_than_5_percent_capped_is_a_warning(make_run, told, some_deals):
    round_, variant = told
    text = written(make_run([variant([*some_deals(8), [[round_([0, 0], end="cap")] * 4]])]))[1]
    assert "More than 5 % of the rounds met the cap on turns, too many to judge by: defaults." in text


def test_what_a_game_warns_of_is_told_before_the_numbers(make_run, told, some_deals):
    _, variant = told
    run = make_run([variant(some_deals())])
    assert 'role="note"' not in written(run)[0]
    run.spec["declared"]["caution"] = "The deck is assumed."
    html, text = written(run)
    assert text.index("The deck is assumed.") < text.index("What came out")
    assert html.count('role="note"') == 1


def test_an_unfinished_run_says_so(unfinished):
    assert (
        "This run is not complete: judged are the first 2 of 4 deals of each variant."
        in written(unfinished)[1]
    )


def test_a_run_with_nothing_finished_has_a_report_too(unfinished):
    (unfinished.path / "commits" / "00000.json").unlink()
    assert "Nothing has been played yet." in written(unfinished)[1]


def test_rounds_that_all_met_the_cap_give_reasons_not_numbers(make_run, told):
    round_, variant = told
    text = written(make_run([variant([[[round_([0, 0], end="cap")]]] * 3)]))[1]
    assert "the starter's share of the wins is unknown: there are no rounds that ended by the rules" in text
    assert "nan" not in text.lower()


def test_where_every_round_is_tied_nothing_is_said_of_starting(look, tmp_path):
    """Spite & Malice between random players: the stock runs out, nobody has played off the pile."""
    asked = {"players": "random", "set": {"max_rounds": 2}, "log": "rounds"}
    swept = balance.sweep("spite_malice", matches=10, out=tmp_path / "run", report=False, **asked)
    [told] = sentences.starters(look(swept.run))
    assert "nobody won alone: all 20 rounds that ended by the rules were tied" in told.replace(SPACE, " ")
    assert "even share" not in told


def test_players_that_sit_unequally_often_have_no_even_share(make_run, told, some_deals, look):
    _, variant = told
    mirrored = [deal * 3 for deal in some_deals(seats=3)]
    context = look(make_run([variant(mirrored, lineup=("greedy", "greedy", "random"))]))
    (text,) = sentences.starters(context)
    assert re.search(r"players the starter wins \S+ of 100 rounds on average over who starts \(", text)
    assert "an even share (0 in the picture) is no yardstick" in first_player.build(context).notes[0]


def test_many_variants_are_told_by_the_baseline_the_lowest_and_the_highest(make_run, told, some_deals, look):
    _, variant = told
    run = make_run(
        [variant(some_deals(3, seed=s), label=f"coin_supply={s}") for s in range(41)], turns=levels
    )
    context = look(run)
    *lead, warning = sentences.starters(context)
    assert lead[0].partition(",")[0] == "With coin_supply=0"
    assert len(lead) == 3 and all("the starter wins" in text for text in lead)
    assert "that they are the lowest and the highest is in part chance" in warning
    assert len(charts.in_rows(context)) == 40
    assert charts.cut(context, 40) == [
        "The picture shows 40 of the 41 variants, at even steps; the tables have all."
    ]
    assert (
        "The picture over turns and its table show 8 of the 41 variants, at even steps."
        in economy.build(context).notes
    )
    assert metrics.glance(context)[0].folded


def test_without_turns_there_is_a_sentence_and_no_picture(make_run, told, some_deals, look):
    _, variant = told
    section = economy.build(look(make_run([variant(some_deals())], log={"level": "rounds", "share": 1.0})))
    assert section.notes == ["No turns were logged (log level rounds): there is no picture over turns."]
    assert [re.search(r"id=\"([\w-]+)-figure_1", chart.svg)[1] for chart in section.charts] == [
        "economy-scarce"
    ]


def test_a_sample_of_turns_is_called_one(make_run, told, some_deals, look):
    _, variant = told
    run = make_run([variant(some_deals())], turns=levels, log={"level": "moves", "share": 0.125})
    (note,) = economy.build(look(run)).notes
    assert "Turns were logged for 12.5 % of the deals only" in note.replace("\N{NO-BREAK SPACE}", " ")


def test_a_game_without_a_supply_has_no_such_section(make_run, told, some_deals, look):
    _, variant = told
    run = make_run([variant(some_deals())])
    run = make_run([variant(some_deals())], declared={**declared(run.spec), "supply": ""})
    assert not any(
        chart.svg.startswith("<svg") for chart in economy.build(look(run)).charts if "turns" in chart.alt
    )


def test_one_deal_is_told_without_intervals_and_why(make_run, told, some_deals):
    _, variant = told
    text = written(make_run([variant(some_deals(1))]))[1]
    assert "One deal shows no spread, so there are no intervals: defaults." in text
    assert re.search(r"the starter wins \S+ of 100 rounds instead of 50 \(no interval; 1\sdeal\)", text)


def test_points_that_are_carried_across_rounds_are_told_by_number_of_the_round(make_run, told, look):
    round_, variant = told
    rounds = [[round_([3, 1]), round_([1, 4], starter=0)], [round_([2, 2]), round_([5, 1], starter=0)]]
    run = make_run([variant([[match] for match in rounds * 3])])
    run = make_run(
        [variant([[match] for match in rounds * 3])],
        declared={**declared(run.spec), "carried": {"coin_supply": [12]}},
    )
    context = look(run)
    (lead,) = sentences.starters(context)
    assert re.match(
        r"Between equal greedy players seat 0, which starts the first round, wins \S+ of 100 matches", lead
    )
    assert "points are carried across rounds (coin_supply=12), so rounds are told by number below" in lead
    section = carried.build(context)
    assert section.sentences[0].startswith("With coin_supply=12, points are carried across rounds")
    by_number = [[cell.split("\n")[0] for cell in row[1:5]] for row in section.tables[0].rows]
    assert by_number == [
        ["0", "75.0\N{NO-BREAK SPACE}%", "4.00", "10.00"],
        ["1", "50.0\N{NO-BREAK SPACE}%", "5.50", "10.00"],
    ]
    assert first_player.marks(context, charts.rows(context, context.variants)) == []
    tied = next(row for row in metrics.build(context).tables[0].rows if row[0] == "tied_rounds")
    assert "no measure of what a round is worth" in tied[-1]


def test_what_each_rule_does_is_told_drawn_and_listed(make_run, told, look):
    round_, variant = told

    def deals(turns):
        return [[[round_([n % 3, (n + 1) % 3], turns=turns + n % 2)]] for n in range(40)]

    run = make_run([variant(deals(10)), variant(deals(14), label="x=1"), variant(deals(10), label="x=2")])
    context = look(run)
    section = effects.build(context)
    assert section.title == "What does each rule do?"
    first, *rest = section.sentences
    assert re.fullmatch(
        r"With coin_supply=13 instead of 12, the mean number of turns rises by 4\.00 \(\S+ to \S+; margin 0\.21\)\.",
        first.replace("\N{NO-BREAK SPACE}", " "),
    )
    assert rest[-1] == "Identical to the baseline on all 40\N{NO-BREAK SPACE}deals: x=2."
    assert section.notes[0] == "All of this is between equal greedy players."
    assert section.notes[1].endswith("those of values over a parameter hold one by one.")
    rows = effects.rows(context.rules.effects)
    assert [(row.label, sorted(row.effects)) for row in rows] == [
        ("coin_supply", []),
        ("13", ["first_player_advantage", "tied_rounds", "turns_mean"]),
        ("14", ["first_player_advantage", "tied_rounds", "turns_mean"]),
    ]
    axes = Figure().subplots()
    effects.draw(rows, "turns_mean", axes)
    drawn = {round(float(x), 9) for line in axes.lines for x in np.atleast_1d(line.get_xdata())}
    for row in rows[1:]:
        d = row.effects["turns_mean"].difference
        assert {round(x, 9) for x in (d.low, d.value, d.high)} <= drawn
    lines = {(line[0], line[2]): line for line in section.tables[0].rows}
    assert lines["coin_supply=13", "turns_mean"][3] == "+4.00"
    assert lines["coin_supply=13", "turns_mean"][6] == "changed"
    assert lines["coin_supply=14", "turns_mean"][3] == "0.00"


def test_the_supply_is_a_mean_over_rounds_still_running(two_variants):
    with connect(two_variants) as con:
        context = opened(two_variants, measure(two_variants), con)
        found = economy_turns.curves(context, economy_turns.levels(context))["supply"]
        assert [(c.label, [(turn, level.n, level.value) for turn, level in c.points]) for c in found] == [
            ("defaults", [(1, 160, 12), (2, 160, 11), (3, 80, 10)]),
            ("coin_supply=13", [(1, 160, 12), (2, 160, 10), (3, 80, 8)]),
        ]


def test_the_pictures_show_the_numbers(two_variants):
    with connect(two_variants) as con:
        context = opened(two_variants, measure(two_variants), con)
        rows = charts.rows(context, context.variants)
        marks = first_player.marks(context, rows)
        curves = economy_turns.curves(context, economy_turns.levels(context))["supply"]
    axes = Figure().subplots()
    first_player.draw(marks, axes)
    charts.dress(axes, rows)
    drawn = {round(float(x), 9) for line in axes.lines for x in np.atleast_1d(line.get_xdata())}
    for row in marks:
        for estimate in (row.advantage, row.decisive):
            assert {round(100 * x, 9) for x in (estimate.low, estimate.value, estimate.high)} <= drawn
    assert [label.get_text() for label in axes.get_yticklabels()] == ["defaults", "coin_supply=13"]
    above, below = Figure().subplots(2)
    economy_turns.draw(curves, above)
    economy_turns.draw_running(curves, below)
    assert list(above.lines[1].get_ydata()) == [12, 10, 8]
    assert list(below.lines[1].get_ydata()) == [100, 100, 50]
