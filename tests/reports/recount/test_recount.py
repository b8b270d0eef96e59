"""Every number that a report prints is what the committed files of its run come to, counted anew by other formulas.

A new number that nobody counts fails the test of its section; a new section fails the last test.
"""

from collections import Counter

import pytest

from tests.reports.recount import coins, comparing, deciding, forms, lasting, played, rules, wins

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
    "comparison": OF_ALL
    | OF_SEVERAL
    | {"result": comparing.result, "comparison": comparing.comparison, "out": deciding.out},
    "alone": OF_ALL | {"result": comparing.single, "luck": deciding.luck},
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


@pytest.mark.parametrize("run", SECTIONS, indirect=True)
def test_paper_has_every_text_and_every_number_as_often(run):
    pages = forms.pages(run.paper)
    paper, told = (
        forms.bare("".join(pages)),
        [t for section in run.told["sections"] for t in forms.texts(section)],
    )
    for text in told:
        assert all(forms.bare(line) in paper for line in text.split("\n")), text
    numbers = Counter(number for text in told for number in forms.DECIMAL.findall(text))
    assert not numbers - Counter(forms.DECIMAL.findall(" ".join(pages)))
