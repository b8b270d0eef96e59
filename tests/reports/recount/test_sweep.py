"""The report of a sweep: every number of every section, counted anew from the committed files."""

import pytest

from tests.reports.recount import lasting, rules, wins

SECTIONS = {
    "result": rules.result,
    "targets": rules.targets,
    "findings": rules.surely,
    "recommended": rules.recommended,
    "effects": rules.what_each_does,
    "variants": wins.glance,
    "first-player": wins.first_player,
    "winners": wins.winners,
    "endings": lasting.endings,
    "points": wins.points,
    "metrics": wins.every_metric,
}


@pytest.mark.parametrize("name", SECTIONS)
def test_every_number_is_what_the_files_come_to(sweep, name):
    section = sweep.section(name)
    SECTIONS[name](sweep, section)
    assert not section.left()
