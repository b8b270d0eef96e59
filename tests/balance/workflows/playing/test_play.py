"""Playing until it is known well enough: the same rows and the same end, whatever happens on the way."""

import json
import shutil

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import balance
from balance.store import check_files
from balance.store.run import Run
from balance.store.spec import TABLES, chunks
from balance.workflows.listener import Listener
from balance.workflows.reading.measure import measure
from balance.workflows.resume import resume
from sims.errors import InputError, Stopped
from tests.sims.playing import WAR

UNTIL = {"first_player_advantage": 0.011}
ASKED = {"vary": {"hand": [5, 6]}, "until": UNTIL, "max_matches": 9_000, "report": False, "threads": 2}


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    """Two variants of a toy game, played until the edge of both is known to ±1.1 points."""
    return balance.sweep(str(WAR), out=tmp_path_factory.mktemp("until") / "run", log="rounds", **ASKED)


def rows(run):
    """What was played, by deal."""
    tables = {}
    for name in TABLES:
        table = pa.concat_tables([pq.read_table(file) for file in run.files(name)])
        keys = [key for key in ("variant", "match", "round", "seat") if key in table.column_names]
        tables[name] = table.sort_by([(key, "ascending") for key in keys])
    return tables


def test_it_stops_at_the_first_look_at_which_every_variant_is_known(swept):
    spec = swept.run.spec
    batches = [batch["clusters"] for batch in spec["until"]["batches"]]
    assert batches == [2_000, 3_000, 4_500, 6_750, 9_000]
    clusters = spec["variants"][0]["clusters"]
    halves = [
        (found["first_player_advantage"].high - found["first_player_advantage"].low) / 2
        for found in swept.measured.values()
    ]
    [width] = spec["stopped"]["widths"]
    assert (clusters in batches[1:-1], spec["stopped"]["by"]) == (True, "until")
    assert width["half_width"] == pytest.approx(max(halves)) and width["half_width"] <= 0.011
    before = max(halves) * (clusters / batches[batches.index(clusters) - 1]) ** 0.5
    assert before > 0.011  # at the look before, the spread being about the same
    assert swept.measured[0]["turns_mean"].method != "always_valid"


def test_json_says_what_ended_it(swept):
    told = json.loads(swept.as_json())["stopped"]
    clusters = swept.run.spec["variants"][0]["clusters"]
    assert (told["by"], told["matches"], told["clusters"]) == ("until", clusters, clusters)
    assert told["widths"][0]["asked"] == 0.011


def test_all_chunks_of_the_batches_played_are_there_and_no_others(swept):
    planned = list(chunks(swept.run.spec))
    assert [tuple(chunk) for chunk in planned] == [
        (c["chunk"], c["variant"], c["first_cluster"], c["clusters"]) for c in swept.run.commits()
    ]
    assert [list(check_files.record(swept.run, commit)) for commit in swept.run.commits()] == [[]] * len(
        planned
    )
    assert swept.run.complete and swept.run.spec["chunks"] == len(planned)
    assert swept.table("variants")["clusters"].to_list() == [swept.run.spec["variants"][0]["clusters"]] * 2


def test_threads_and_seeds_alone_decide_the_rows(swept, tmp_path):
    again = balance.sweep(str(WAR), out=tmp_path / "again", log="rounds", **{**ASKED, "threads": 1})
    assert again.run.spec["stopped"] == swept.run.spec["stopped"]
    one, other = rows(swept.run), rows(again.run)
    assert all(one[name].equals(other[name]) for name in TABLES)


@pytest.mark.parametrize("kept", ["a batch and a half", "all"])
def test_a_run_that_was_killed_goes_on_to_the_same_rows_and_the_same_end(swept, tmp_path, kept):
    """As a kill leaves it: run.json as it was at that moment, some records there, no decision."""
    shutil.copytree(swept.path, tmp_path / "run")
    run = Run.open(tmp_path / "run")
    batches = [batch["clusters"] for batch in run.spec["until"]["batches"]]
    end = run.spec["variants"][0]["clusters"]
    begun, there = {
        "a batch and a half": (batches[1], batches[0] + 1),
        "all": (end, end),
    }[kept]
    spec = {name: value for name, value in run.spec.items() if name != "stopped"}
    spec["variants"] = [{**v, "clusters": begun, "matches": begun} for v in spec["variants"]]
    spec["chunks"] = sum(1 for _ in chunks(spec))
    for commit in run.commits():
        if commit["first_cluster"] + commit["clusters"] > there:
            (run.path / "commits" / f"{commit['chunk']:05}.json").unlink()
    killed = run.rewritten(spec)
    assert not killed.complete
    assert killed.ended()["by"] == "person"
    resumed = resume(killed.path, 1, Listener()).run
    assert resumed.spec == Run.open(killed.path).spec == Run.open(swept.path).spec
    one, other = rows(swept.run), rows(resumed)
    assert all(one[name].equals(other[name]) for name in TABLES)
    assert resume(killed.path, 1, Listener()) is None


class StopAt(Listener):
    """Wants the n-th look to be the last thing that happens."""

    def __init__(self, n):
        self.left, self.notes = n, []

    def note(self, text):
        self.notes.append(text)
        self.left -= text.startswith(("2,000 ", "3,000 ", "4,500 "))
        if self.left == 0:
            raise Stopped


def test_a_run_that_a_person_stopped_has_intervals_that_hold_at_every_look(swept, tmp_path):
    from balance.workflows.asking.request import Request
    from balance.workflows.sweep import sweep

    listener = StopAt(2)
    asked = Request(
        str(WAR), vary=[("hand", "5,6")], until=UNTIL, max_matches=9_000, report=False, log="rounds",
        out=tmp_path / "run",
    )  # fmt: skip
    with pytest.raises(Stopped, match="see them with: balance report"):
        sweep(asked, listener)
    assert [note.partition(" m")[0] for note in listener.notes] == ["2,000", "3,000"]
    opened = balance.open(tmp_path / "run")
    told = json.loads(opened.as_json())
    assert told["stopped"] == {"by": "person", "matches": 3_000, "clusters": 3_000}
    found = opened.measured[0]["first_player_advantage"]
    assert (found.method, found.clusters) == ("always_valid", 3_000)
    methods = {e.method for e in opened.measured[0].values() if e.low is not None}
    assert methods == {"always_valid", "woodruff, always_valid"}
    ordinary = swept.measured[0]["first_player_advantage"]
    width = (found.high - found.low) / (ordinary.high - ordinary.low)
    assert width > 1.5 * (ordinary.clusters / 3_000) ** 0.5


def test_of_a_stopped_run_the_deals_before_the_first_gap_are_judged(make_run, told):
    """Chunks of two deals; of the second variant the second is missing, so what comes after it does not count."""
    round_, variant = told
    deals = [[[round_([deal % 3, 1], turns=5 + deal)]] for deal in range(12)]
    run = make_run([variant(deals), variant(deals, label="coin_supply=13")], chunk_clusters=2)
    (run.path / "commits" / "00007.json").unlink()
    found = measure(run)
    assert [found[v]["turns_mean"].clusters for v in (0, 1)] == [12, 2]
    assert [found[v]["turns_mean"].value for v in (0, 1)] == [10.5, 5.5]
    assert found[0]["turns_mean"].method == "always_valid"


def test_what_is_never_reached_ends_at_the_most_allowed(tmp_path):
    compared = balance.compare(
        str(WAR), [{"hand": 5}, {"hand": 6}], until={"turns_mean": 0.5}, max_matches=3_000, report=False,
        log="rounds", out=tmp_path / "run",
    )  # fmt: skip
    stopped = compared.run.spec["stopped"]
    assert stopped["by"] == "max_matches"
    [width] = stopped["widths"]
    assert (width["half_width"], width["variant"]) == (None, 1)  # a hand of 5 always takes 5 turns
    assert compared.run.ended()["matches"] == 3_000
    assert compared.command.endswith(
        "--until turns_mean=0.5 --matches 2000 --max-matches 3000 --seed 1 --log rounds"
    )


def test_a_comparison_stops_by_the_limits_of_its_verdicts(tmp_path):
    compared = balance.compare(
        str(WAR), [{"tie": "last"}, {"low_wins": True}], until={"tied_rounds": 0.05}, report=False,
        log="rounds", out=tmp_path / "run",
    )  # fmt: skip
    [width] = compared.run.spec["stopped"]["widths"]
    halves = []
    for tweak in compared.tweaks:
        low, high = tweak.metrics["tied_rounds"].difference.widest
        halves.append((high - low) / 2)
    assert compared.run.spec["variants"][0]["matches"] == 2_000
    assert width["half_width"] == pytest.approx(max(halves))


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ({"until": {"turns_maen": 0.1}}, "until: 'turns_maen' is not a metric .*did you mean 'turns_mean'"),
        ({"until": {"turns_mean": 0}}, "until: turns_mean: 0 is not a number above 0"),
        ({"until": {"turns_mean": 0.1}, "max_matches": 1_999}, "max_matches: 1999 is not at least the 2,000"),
        ({"max_matches": 5_000}, "max_matches: 5000 is not given without --until"),
    ],
)
def test_what_is_refused(asked, complaint, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=complaint):
        balance.sweep(str(WAR), **asked)
    assert list(tmp_path.iterdir()) == []
