"""Runs whose reports are recounted, each with its report in all forms and its numbers counted anew; made once."""

import json as machine
from functools import cached_property

import pytest

from balance.workflows.reading.learned import learn
from balance.workflows.reading.measure import judged_by
from balance.workflows.report import rules_of
from reports import html, json, pdf
from reports.page import build
from reports.said import Said
from tests.reports.recount import runs
from tests.reports.recount.files import Files
from tests.reports.recount.leads import leads, nulls
from tests.reports.recount.lucks import lucks, worths
from tests.reports.recount.metrics import metrics
from tests.reports.recount.pictures import written
from tests.reports.recount.printed import Section

TARGETS = {
    "first_player_advantage": {"within": 0.3},
    "turns_mean": {"at_least": 4},
    "tied_rounds": {"at_most": 0.2},
}


class Recounted:
    """A run, its report, and what its files come to."""

    def __init__(self, run):
        self.run, self.learned = run, learn(run)
        said = Said(
            marks=self.learned.targets,
            rules=rules_of(run, self.learned),
            limits=judged_by(run)[1],
            best=self.learned.best,
        )
        with pytest.MonkeyPatch.context() as patch:
            self.pictures = written(patch)
            self.report = build(run, self.learned.measured, said)
        self.files = Files(run.path)
        self.variants = self.files.variants
        self.kept_effects = None
        self.names = [v.spec["label"] for v in self.variants]

    @cached_property
    def told(self):
        """report.json as an object."""
        return machine.loads(json.render(self.report))

    @cached_property
    def page(self):
        return html.render(self.report)

    @cached_property
    def paper(self):
        return pdf.render(self.report)

    @cached_property
    def counted(self):
        """By variant, metric → Number."""
        return [self._counted(v) for v in self.variants]

    def _counted(self, v):
        logged = v.files.ask("select count(*) as n from turns")["n"][0]
        stands = v.files.game["standing"] and logged
        return metrics(v) | (leads(v) if stands else {}) | lucks(v) | (worths(v) if logged else {})

    @property
    def compared(self):
        """The metrics of which differences are told: those of rounds, matches and turns."""
        beside = ("deal_luck", "mirror_", "choice_worth_")
        return [name for name in self.counted[0] if not name.startswith(beside)]

    @cached_property
    def with_nulls(self):
        """The same with what turns in random order give: simulated, so taken as printed where it is near (`nulls`)."""
        return [counted | nulls(self, place) for place, counted in enumerate(self.counted)]

    @property
    def sections(self):
        return [section["name"] for section in self.told["sections"]]

    def section(self, name):
        """A section of report.json, nothing claimed yet."""
        (told,) = (section for section in self.told["sections"] if section["name"] == name)
        parts = [f"{name}={x}" for v in self.variants for name, x in v.spec["parameters"].items()]
        metric_names = [name for counted in self.counted for name in counted]
        both = [f"{name}/1" for name in metric_names if name.endswith("_0")]
        return Section(told, [*self.names, *parts, *metric_names, *both])


@pytest.fixture(scope="session")
def sweep(tmp_path_factory, write_run):
    """Three values of one parameter, two of another, in all combinations; two players, who change seats."""
    play = runs.Play()
    cells = [(supply, picks) for supply in (12, 8, 24) for picks in (2, 1)]
    variants = []
    for number, (supply, picks) in enumerate(cells):
        chosen = {"coin_supply": supply, "picks": picks}
        varied = {name: value for name, value in chosen.items() if value != runs.DEFAULTS[name]}
        rules = {
            "supply": supply,
            "bonus": picks,
            "longer": int(supply == 24),
            "capped": 0.02 * (number == 2),
        }
        variants.append(
            play.variant(
                number, ",".join(f"{n}={x}" for n, x in varied.items()) or "defaults", varied,
                deals=200, lineup=("greedy", "careful"), repeats=1, rounds=(1, 2), rules=rules,
            )
        )  # fmt: skip
    asked = {"vary": [["coin_supply", [12, 8, 24]], ["picks", [2, 1]]], "targets": TARGETS}
    return Recounted(_written(tmp_path_factory, write_run, "sweep", play, variants, asked))


def _written(home, write_run, name, play, variants, asked, **more):
    return write_run(
        home.mktemp("recount") / name, variants, track=runs.TRACK, metrics=runs.METRICS, turns=play.turns,
        moves=play.moves, defaults=runs.DEFAULTS, asked=asked, **more,
    )  # fmt: skip
