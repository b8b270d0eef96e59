"""The finished logs of a run held to what must be true of them, by SQL: `checks/*.sql`, whose rows are the faults.

A file's columns say where (in_table, variant, match, round, turn, step, seat, as far as they apply), what, what is
found there and what is expected.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.store.declared import Declared, declared
from balance.store.query import connect, point
from balance.store.run import Run
from balance.store.spec import TABLES, Commit, Spec
from sims.game import total_of
from sims.rng_plain import sampled

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SQL = Path(__file__).parent / "checks"
ROWS = 4_000_000  # of all tables together, that are held in one group of chunks
SHOWN = 10  # faults of one check that are told
PLACES = ("variant", "match", "round", "turn", "step", "seat")
RESULTS = ("keys", "words", "matches_complete", "rounds_complete", "deals", "players", "same_for_all", "positions",
           "round_shares", "match_shares", "match_points", "capped", "turns_complete", "moves_complete")  # fmt: skip

MEANINGS = {
    "keys": "keys are unique",
    "words": "codes have words",
    "matches_complete": "every match has a row for each seat",
    "rounds_complete": "rounds are numbered without a gap",
    "deals": "deals, mirrors and repeats follow from the match",
    "players": "players sit as the line-up is rotated",
    "same_for_all": "what is of the whole is the same for all seats",
    "facts": "facts of a round are the same for all seats",
    "positions": "positions count from the starter",
    "round_shares": "shares of a round follow from its points",
    "match_shares": "shares of a match follow from points and tie_break",
    "match_points": "match points are the sum of the rounds'",
    "capped": "capped rounds are counted and score nothing",
    "turns_complete": "turns are logged without a gap, of the sampled deals alone",
    "moves_complete": "moves are the decisions of the round, of the sampled deals alone",
    "turn_order": "turns go in the declared order",
    "steps": "steps are numbered without a gap",
    "movers": "the seat in turn decides",
    "legal": "numbers of legal choices are possible",
    "at_most": "nothing is taken more often than there are cards",
    "conserved": "what is conserved stays the same",
    "flows": "flows explain every change of the stock they feed",
    "round_flows": "flows of a round are the sum of its turns'",
    "round_stocks": "stocks at the end of a round are those after its last turn",
    "leads": "who leads in standing, and since when, follows from the turns",
    "outs": "who can win no more has not won",
}


@dataclass(frozen=True)
class Part:
    """Some finished chunks of a run, to be read as if there were no others."""

    run: Run
    commits: list[Commit]

    @property
    def path(self) -> Path:
        """The run's folder."""
        return self.run.path

    @property
    def spec(self) -> Spec:
        """The run's run.json."""
        return self.run.spec

    def files(self, table: str) -> list[str]:
        """The files of a table in these chunks, or the one of a table that has no chunks."""
        if table not in TABLES:
            return self.run.files(table)
        return [
            str(self.path / file["name"])
            for commit in self.commits
            for file in commit["files"]
            if file["table"] == table
        ]


@dataclass(frozen=True)
class Check:
    """One file of `checks/` with the variables it is asked with."""

    name: str
    variables: dict[str, Any] = field(default_factory=dict)


@dataclass
class Faults:
    """What one check found: how much, and the first of it in words."""

    found: int = 0
    told: list[str] = field(default_factory=list)

    def add(self, lines: list[str], found: int) -> None:
        """Take in more, of which no more is kept than is told."""
        self.found += found
        self.told += lines[: SHOWN - len(self.told)]


def checks(spec: Spec) -> Iterator[Check]:
    """The checks that apply to a run, by what its game declares and by what is logged."""
    game, level = declared(spec), spec["log"]["level"]
    of = {kind: [t["name"] for t in game["track"] if t["kind"] == kind] for kind in ("stock", "flow", "fact")}
    clockwise = game["turn_order"] == "clockwise"
    yield from map(Check, RESULTS)
    if of["fact"]:
        yield Check("facts", {"facts": of["fact"]})
    if level in ("turns", "moves"):
        yield Check("turn_order", {"clockwise": clockwise})
        for stock in dict.fromkeys(t["feeds"] for t in game["track"] if t["feeds"]):
            feeds = [t["name"] for t in game["track"] if t["feeds"] == stock]
            yield Check("flows", {"stock": stock, "feeds": feeds})
        if of["flow"]:
            yield Check("round_flows", {"flows": of["flow"]})
        if of["stock"]:
            yield Check("round_stocks", {"stocks": of["stock"]})
        if game["standing"]:
            yield Check("leads", {"standing": game["standing"]})
        if game.get("reaches"):
            yield Check("outs")
    yield from conserved(game)
    if level == "moves":
        yield from (Check("steps"), Check("legal", {"max_choices": game["max_choices"]}))
        if clockwise:
            yield Check("movers", {"by_others": game["by_others"]})
        for limit in game["at_most"]:
            named = {"arg": limit["arg"], "most": limit["most"], "counted_kinds": limit["kinds"]}
            yield Check("at_most", named)


def conserved(game: Declared) -> Iterator[Check]:
    """Those of sums that stay, one each."""
    for kept in game["conserved"]:
        yield Check("conserved", {name: kept[name] for name in ("name", "each", "once", "total")})


def run_checks(
    run: Run,
    commits: list[Commit],
    progress: Callable[[int], None],
    rows: int = ROWS,
    some: Sequence[Check] | None = None,
) -> dict[str, Faults]:
    """Check name → what it found in the chunks of these records, about `rows` rows at a time.

    progress(n): the chunks of n matches are done. some: the checks to make; None: all that apply.
    """
    asked = list(checks(run.spec)) if some is None else some
    found = {check.name: Faults() for check in asked}
    if not commits:
        return found
    done = 0
    with connect(Part(run, commits), locked=False) as con:
        for group in _groups(commits, rows):
            point(con, {table: Part(run, group).files(table) for table in TABLES})
            _tables(con, run.spec, group)
            for check in asked:
                _ask(con, run.spec, check, found[check.name])
            done += sum(commit["matches"] for commit in group)
            progress(done)
    return found


def _groups(commits: list[Commit], rows: int) -> Iterator[list[Commit]]:
    group: list[Commit] = []
    held = 0
    for commit in commits:
        group.append(commit)
        held += sum(file["rows"] for file in commit["files"])
        if held >= rows:
            yield group
            group, held = [], 0
    if group:
        yield group


def _tables(con: "DuckDBPyConnection", spec: Spec, group: list[Commit]) -> None:
    """Temporary tables: `chunks` of the group, and the deals whose turns and moves are logged by the share's rule."""
    rows: list[list[int]] = []
    deals: set[int] = set()
    for commit in group:
        variant = spec["variants"][commit["variant"]]
        per_deal = variant["mirrors"] * variant["repeats"]
        rows.append(
            [commit["variant"], commit["first_cluster"] * per_deal, commit["matches"], variant["seats"]]
        )
        first = variant["first_deal"] + commit["first_cluster"]
        deals.update(range(first, first + commit["clusters"]))
    share, level = spec["log"]["share"], spec["log"]["level"]
    limit = min(int(share * 2.0**63), 2**63 - 1)
    logged = [deal for deal in deals if sampled(deal, limit)]
    con.execute(
        "create or replace temp table chunks (variant int, first_match bigint, matches bigint, seats int)"
    )
    con.executemany("insert into chunks values ($1, $2, $3, $4)", rows)
    for table, at in (("logged_turns", ("turns", "moves")), ("logged_moves", ("moves",))):
        held = logged if level in at else []
        con.execute(f"create or replace temp table {table} as select unnest($1::bigint[]) as deal", [held])


def _ask(con: "DuckDBPyConnection", spec: Spec, check: Check, faults: Faults) -> None:
    for name, value in check.variables.items():
        if name == "total":
            totals = [[v["variant"], total_of(value, v["seats"], v["parameters"])] for v in spec["variants"]]
            con.execute("create or replace temp table totals (variant int, total bigint)")
            con.executemany("insert into totals values ($1, $2)", totals)
        else:
            con.execute(f"set variable {name} = $1", [value])
    sql = (SQL / f"{check.name}.sql").read_text()
    first = f"select *, count(*) over () as faults from (\n{sql}\n) order by all limit {SHOWN}"  # noqa: S608  # our own
    answer = con.execute(first)
    names = [name for name, *_ in answer.description or []]
    rows = [dict(zip(names, row, strict=True)) for row in answer.fetchall()]
    if rows:
        faults.add([told(row) for row in rows], rows[0]["faults"])


def told(row: dict[str, Any]) -> str:
    """A fault in one line: where it is, what is there and what should be."""
    place = [f"{name} {row[name]}" for name in PLACES if row.get(name) is not None]
    return (
        f"{', '.join([row['in_table'], *place])}: {row['what']}: {row['found']}, should be {row['expected']}"
    )
