"""Runs whose reports are recounted, each with its report in all forms and its numbers counted anew; made once."""

import json as machine
from functools import cached_property

import numpy as np
import pytest

from balance.workflows.reading.learned import learn
from balance.workflows.reading.measure import judged_by
from balance.workflows.report import rules_of
from reports import html, json, pdf
from reports.page import build
from reports.said import Said
from tests.reports.recount import runs
from tests.reports.recount.deciding import outs
from tests.reports.recount.estimates import Part, ratio
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

    def __init__(self, run, *, drawn=False):
        self.run, self.learned = run, learn(run)
        said = Said(
            marks=self.learned.targets,
            rules=rules_of(run, self.learned),
            limits=judged_by(run)[1],
            best=self.learned.best,
        )
        with pytest.MonkeyPatch.context() as patch:
            self.pictures = written(patch, drawn=drawn)
            self.report = build(run, self.learned.measured, said)
        self.files = Files(run.path)
        self.variants = self.files.variants
        self.names = [v.spec["label"] for v in self.variants]
        self.levels = [f"{name}={x}" for v in self.variants for name, x in v.spec["parameters"].items()]

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
        followed = outs(v)[0] if v.files.game["reaches"] else {}
        return metrics(v) | (leads(v) if stands else {}) | followed | lucks(v) | (worths(v) if logged else {})

    @property
    def compared(self):
        """The metrics of which differences are told, in order: those of rounds, matches and turns."""
        beside = ("deal_luck", "mirror_", "choice_worth_")
        order = [row[0] for row in self.section("metrics").tables[0]["rows"]]
        return [name for name in order if name in self.counted[0] and not name.startswith(beside)]

    def base(self, place):
        """The values of the first variant of what another one varies."""
        first = self.variants[0].spec["parameters"]
        return ",".join(f"{name}={first[name]}" for name in self.variants[place].spec["overrides"])

    def identical(self, a, b):
        """The share of the deals that two variants play alike in all matches, and how many."""
        digests = [self.variants[i].matches["digest"][:, 0] for i in (a, b)]
        v = self.variants[a]
        alike = v.sums(digests[0] != digests[1], table="matches") == 0
        return ratio(Part(1.0 * alike, np.ones(v.deals))), int(alike.sum())

    def differing(self, a, b):
        """The first match that two variants do not play alike."""
        digests = [self.variants[i].matches["digest"][:, 0] for i in (a, b)]
        return int(self.variants[a].matches["match"][digests[0] != digests[1], 0].min())

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
        metric_names = [name for counted in self.counted for name in counted]
        both = [f"{name}/1" for name in metric_names if name.endswith("_0")]
        words = [name.replace("_", " ") for name in metric_names]
        return Section(told, [*self.names, *self.levels, *metric_names, *words, *both])


@pytest.fixture(scope="session")
def sweep(tmp_path_factory, write_run):
    """Three values of one parameter, two of another, in all combinations; two players, who change seats; turns and
    moves of some deals."""
    cells = [{"coin_supply": supply, "picks": picks} for supply in (12, 8, 24) for picks in (2, 1)]
    rules = [
        {
            "supply": c["coin_supply"],
            "bonus": c["picks"],
            "longer": int(c["coin_supply"] == 24),
            "capped": 0.02 * (i == 2),
        }
        for i, c in enumerate(cells)
    ]
    asked = {"vary": [["coin_supply", [12, 8, 24]], ["picks", [2, 1]]], "targets": TARGETS}
    told = {"deals": 200, "lineup": ("greedy", "careful"), "repeats": 1, "rounds": (1, 2)}
    play, log = runs.Play(logged=4), {"level": "moves", "budget": 0, "share": 0.25, "pilot": {}}
    return _recounted(tmp_path_factory, write_run, play, cells, rules, told, drawn=True, asked=asked, log=log)


@pytest.fixture(scope="session")
def grid(tmp_path_factory, write_run):
    """Three values of each of two parameters, few deals: maps of nine variants, all verdicts by Bonferroni."""
    cells = [{"coin_supply": supply, "picks": picks} for supply in (12, 8, 24) for picks in (2, 1, 0)]
    rules = [
        {"supply": c["coin_supply"], "bonus": c["picks"], "longer": (24, 8, 12).index(c["coin_supply"])}
        for c in cells
    ]
    asked = {"vary": [["coin_supply", [12, 8, 24]], ["picks", [2, 1, 0]]]}
    told = {"deals": 60, "lineup": ("greedy", "greedy"), "repeats": 1, "rounds": (2, 2)}
    play, log = runs.Play(logged=4), {"level": "moves", "budget": 0, "share": 0.25, "pilot": {}}
    return _recounted(tmp_path_factory, write_run, play, cells, rules, told, drawn=True, asked=asked, log=log)


@pytest.fixture(scope="session")
def comparison(tmp_path_factory, write_run):
    """Two tweaks of a game of three seats, few deals, each played twice, some rounds capped; turns and moves of every
    other deal."""
    cells = [{}, {"coin_supply": 8}, {"picks": 1}]
    rules = [{}, {"supply": 8, "longer": 3, "capped": 0.02}, {"bonus": 0}]
    told = {"deals": 60, "lineup": ("greedy",) * 3, "repeats": 2, "rounds": (1, 3)}
    return _recounted(
        tmp_path_factory, write_run, runs.Play(logged=2), cells,
        [{"outs": True, **rule} for rule in rules], told, asked={"tweaks": [{"coin_supply": "8"}, {"picks": "1"}]},
        log={"level": "moves", "budget": 0, "share": 0.5, "pilot": {}},
    )  # fmt: skip


@pytest.fixture(scope="session")
def alone(tmp_path_factory, write_run):
    """One variant between equals, a match of one round a deal, so that shares without ties have Wilson's interval."""
    told = {"deals": 80, "lineup": ("greedy", "greedy"), "repeats": 1, "rounds": (1, 1)}
    return _recounted(tmp_path_factory, write_run, runs.Play(), [{}], [{"supply": 30}], told)


def _recounted(home, write_run, play, cells, rules, told, *, drawn=False, **more):
    varied = [{name: x for name, x in cell.items() if x != runs.DEFAULTS[name]} for cell in cells]
    labels = [",".join(f"{name}={x}" for name, x in some.items()) or "defaults" for some in varied]
    variants = [
        play.variant(number, label, some, rules=rule, **told)
        for number, (label, some, rule) in enumerate(zip(labels, varied, rules, strict=True))
    ]
    path = home.mktemp("recount") / "run"
    run = write_run(
        path, variants, track=runs.TRACK, metrics=runs.METRICS, turns=play.turns, moves=play.moves,
        defaults=runs.DEFAULTS, **more,
    )  # fmt: skip
    return Recounted(run, drawn=drawn)
