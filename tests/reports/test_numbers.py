"""What forms print is what the Parquet files hold: counted anew by queries that know no view and no estimator."""

import re
from html import unescape

import duckdb
import pytest

from reports import html, json
from reports.model import Known

CAP = 1  # the code of the cap among the reasons for an end
ROUNDS = f"""
with one as (
    select variant, match, round, max(turns) as turns, max(end_reason) as reason, max(decisions) as decisions,
        sum(share) filter (where position = 0) as starter, count(*) filter (where share > 0) > 1 as tied
    from read_parquet($files) group by all
)
select variant, 100 * (avg(starter) - 0.5) as first_player_advantage, avg(turns) as turns_mean,
    100 * avg(tied::int) as tied_rounds, avg(decisions) as decisions_mean,
    100 * avg(starter) as win_share_position_0, 100 * avg(1 - starter) as win_share_position_1
from one where reason <> {CAP} group by variant order by variant
"""
MATCHES = """
select variant, 100 * avg(share) filter (where seat = 0) as win_share_seat_0, avg(points) filter (where seat = 0)
    as points_seat_0, avg(points) filter (where seat = 1) as points_seat_1
from read_parquet($files) group by variant order by variant
"""


@pytest.fixture(scope="module")
def counted(odd_run):
    """variant → metric → its value, of shares in percent."""
    found = {}
    for table, query in (("rounds", ROUNDS), ("matches", MATCHES)):
        answer = duckdb.execute(query, {"files": odd_run.files(table)})
        names = [column[0] for column in answer.description]
        for variant, *values in answer.fetchall():
            found.setdefault(variant, {}).update(zip(names[1:], values, strict=True))
    return found


def told(text):
    """The number at the head of a cell, and half of its last digit."""
    number = re.match(r"[+−]?[\d,]+(\.\d+)?", text).group().replace(",", "").replace("−", "-")
    return float(number), 0.5 * 10 ** -len(number.partition(".")[2])


def test_every_form_prints_what_the_files_hold(report, counted):
    (section,) = (section for section in report.sections if section.name == "metrics")
    page = html.render(report)
    page = page[page.index('id="metrics"') :]
    printed = [
        unescape(cells) for cells in re.findall(r'<th scope="row">\w+</th><td class="n">(.*?)</td>', page)
    ]
    assert printed == [row[1] for table in section.tables for row in table.rows]
    machine = json.render(report)
    compared = 0
    for variant, table in enumerate(section.tables):
        for name, cell, *_ in table.rows:
            if name in counted[variant]:
                number, rounding = told(cell)
                assert number == pytest.approx(counted[variant][name], abs=rounding + 1e-9), (variant, name)
                assert isinstance(cell, Known)
                factor = 100 if cell.numbers["unit"] == "share" else 1
                assert factor * cell.numbers["value"] == pytest.approx(counted[variant][name], abs=1e-9)
                assert f'"value": {cell.numbers["value"]!r}' in machine
                compared += 1
    assert compared == 9 * 9


def test_the_table_of_all_variants_prints_what_the_files_hold(report, counted):
    (section,) = (section for section in report.sections if section.name == "variants")
    (table,) = section.tables
    for variant, row in enumerate(table.rows):
        for head, name in (("starter’s edge", "first_player_advantage"), ("turns", "turns_mean")):
            number, rounding = told(row[table.columns.index(head)])
            assert number == pytest.approx(counted[variant][name], abs=rounding + 1e-9)
