"""Every number that a report prints is what the committed files of its run come to, counted anew by other formulas.

A new number that nobody counts fails the test of its section; a new section fails the last test.
"""

from collections import Counter

import pytest
from statsmodels.stats.multitest import multipletests

from tests.reports.recount import coins, comparing, deciding, forms, lasting, pictures, played, rules, wins
from tests.reports.recount.printed import is_rounded, tokens

OF_ALL = {
    "asked": played.asked,
    "first-player": wins.first_player,
    "winners": wins.winners,
    "endings": lasting.endings,
    "lead": deciding.lead,
    "choices": deciding.choices,
    "points": wins.points,
    "economy": coins.economy,
    "clauses": coins.clauses,
    "metrics": wins.every_metric,
    "integrity": played.integrity,
    "method": played.method,
    "repeat": played.repeat,
}
OF_SEVERAL = {"variants": wins.glance, "identical": coins.identical}
SECTIONS = {
    "sweep": OF_ALL
    | OF_SEVERAL
    | {
        "result": rules.result,
        "targets": rules.targets,
        "findings": rules.surely,
        "recommended": rules.recommended,
        "effects": rules.what_each_does,
        "luck": deciding.luck,
    },
    "grid": OF_ALL
    | OF_SEVERAL
    | {"result": rules.result, "findings": rules.surely, "effects": rules.heat_maps},
    "comparison": OF_ALL
    | OF_SEVERAL
    | {
        "result": comparing.result,
        "comparison": comparing.comparison,
        "out": deciding.out,
        "luck": deciding.luck,
    },
    "alone": OF_ALL | {"result": comparing.single},
}


@pytest.fixture
def run(request):
    return request.getfixturevalue(request.param)


@pytest.mark.parametrize(
    ("run", "name"), [(run, name) for run, some in SECTIONS.items() for name in some], indirect=["run"]
)
def test_every_number_is_what_the_files_come_to(run, name, request):
    section = run.section(name)
    SECTIONS[request.node.callspec.params["run"]][name](run, section)
    assert not section.left()


@pytest.mark.parametrize("run", SECTIONS, indirect=True)
def test_every_section_is_counted(run, request):
    assert sorted(run.sections) == sorted(SECTIONS[request.node.callspec.params["run"]])


@pytest.mark.parametrize("run", ["sweep", "grid"], indirect=True)
def test_numbers_in_pictures_are_what_the_files_come_to(run):
    wanted = pictures.numbers(run) | (rules.heat(run) if "heat-0" in run.pictures else {})
    levels = {str(x) for v in run.variants for x in v.spec["parameters"].values()}
    for name, texts in run.pictures.items():
        own = [text for text in texts if text not in levels or name.startswith("heat")]
        found = [token for text in own for token in tokens(text, [*run.names, *run.levels])]
        assert len(found) == len(wanted.get(name, ())), (name, texts)
        assert all(map(is_rounded, found, wanted.get(name, ()))), (name, found, wanted)


@pytest.mark.parametrize("run", SECTIONS, indirect=True)
def test_the_lines_above_all_sections_count_seats_variants_and_deals(run):
    seats, asked = run.variants[0].seats, run.files.spec["asked"].get("vary", [])
    values = [x for _, levels in asked for x in levels]
    assert list(map(int, tokens(run.told["title"]))) == [seats, len(run.names)]
    assert list(map(int, tokens(run.told["what"], run.names))) == [*values, seats, run.variants[0].deals]
    assert run.told["warnings"] == []


def test_p_values_of_all_effects_and_differences_are_those_of_holm(sweep):
    told = sweep.learned.effects
    every = [e.p_value for e in rules.effects(sweep)]
    assert [e.p_holm for e in told] == pytest.approx(multipletests(every, method="holm")[1], rel=1e-9)
    for primary in (True, False):
        rows = [
            (place, row) for place, tweak in enumerate(sweep.learned.differences, 1)
            for row in tweak.metrics.values() if row.primary is primary and row.difference.p_value is not None
        ]  # fmt: skip
        own = [
            row.difference.p_value  # of quantiles they are drawn
            if sweep.counted[0][row.metric].method == "woodruff"
            else rules.difference(sweep, row.metric, place).p_value
            for place, row in rows
        ]
        adjusted = multipletests(own, method="holm")[1]
        assert [row.p_holm for _, row in rows] == pytest.approx(adjusted, rel=1e-6, abs=1e-12)


@pytest.mark.parametrize("run", SECTIONS, indirect=True)
def test_the_page_has_every_text_in_order(run):
    words = forms.Words(run.page).sections
    assert [*words] == run.sections
    for section in run.told["sections"]:
        at, told = 0, words[section["name"]]
        for text in map(forms.bare, forms.texts(section)):
            found = told.find(text, at)
            assert found >= 0, (section["name"], text)
            at = found + len(text)


@pytest.mark.parametrize("run", ["sweep", "comparison"], indirect=True)
def test_paper_has_every_text_and_every_number_as_often(run):
    pages = forms.pages(run.paper)
    paper = forms.joined(run.told, pages)
    told = [text for section in run.told["sections"] for text in forms.texts(section)]
    for text in told:
        assert all(forms.bare(line) in paper for line in text.split("\n")), text
    numbers = Counter(number for text in told for number in forms.DECIMAL.findall(text))
    assert not numbers - Counter(forms.DECIMAL.findall("\n".join(pages)))
