"""What a run's committed files hold, read with DuckDB as they lie there: no view of the project is asked."""

import json
from functools import cached_property

import duckdb
import numpy as np

CAP = 1  # the code of the cap among the reasons for the end of a round, and of a match
FIRST = 500  # deals of which turns and moves are read where a section says "the first"


class Files:
    """The files of a run's tables, as relations `matches`, `rounds`, `turns` and `moves` of its own connection."""

    def __init__(self, path):
        self.spec = json.loads((path / "run.json").read_text())
        self.game = self.spec["declared"]
        self.con = duckdb.connect()
        commits = [json.loads(file.read_text()) for file in sorted((path / "commits").glob("*.json"))]
        self.first_chunk = commits[0]
        self.file_count = sum(len(commit["files"]) for commit in commits)
        for table in ("matches", "rounds", "turns", "moves"):
            paths = [
                str(path / f["name"]) for commit in commits for f in commit["files"] if f["table"] == table
            ]
            self.con.execute(f"create view {table} as from read_parquet({paths!r})")

    def ask(self, query, *values):
        """The answer as one array per column."""
        found = self.con.execute(query, list(values)).fetchnumpy()
        return {name: np.ma.getdata(column) for name, column in found.items()}

    @cached_property
    def variants(self):
        return [Played(self, variant) for variant in self.spec["variants"]]


class Played:
    """One variant: a line a round, sorted; of seats a column each, in order of seats.

    matches: the same a match. deals: their number; among: a deal's number in each line.
    """

    def __init__(self, files, spec):
        self.files, self.spec, self.number = files, spec, spec["variant"]
        self.seats, self.deals = spec["seats"], spec["clusters"]
        self.names = [player["name"] for player in files.spec["players"]]
        self.rounds = self._by_seat("rounds", "deal, match, round")
        self.matches = self._by_seat("matches", "deal, match")
        self.ended = self.rounds["end_reason"][:, 0] != CAP
        self.decided = (self.matches["capped_rounds"][:, 0] == 0) & (self.matches["end_reason"][:, 0] != CAP)

    def _by_seat(self, table, keys):
        found = self.files.ask(f"from {table} where variant = $1 order by {keys}, seat", self.number)
        return {name: values.reshape(-1, self.seats) for name, values in found.items()}

    @cached_property
    def starter(self):
        """The seat in position 0 of each round."""
        return self.rounds["position"].argmin(axis=1)

    @cached_property
    def player(self):
        """The player of every seat in each round."""
        of = dict(zip(self.matches["match"][:, 0].tolist(), self.matches["player"], strict=True))
        return np.array([of[match] for match in self.rounds["match"][:, 0].tolist()])

    def of(self, name, seat):
        """A column of `rounds` for one seat of each round; seat: an array."""
        return self.rounds[name][np.arange(len(seat)), seat]

    def at(self, name, position):
        """The same for the seat in a position."""
        return self.of(name, (self.rounds["position"] == position).argmax(axis=1))

    def sums(self, values, *, kept=None, table="rounds"):
        """By deal, the sum of a value a round (or a match); kept: those that count, None: all."""
        lines = getattr(self, table)["deal"][:, 0]
        weights = np.broadcast_to(np.asarray(values, float), lines.shape) * (1 if kept is None else kept)
        return np.bincount(lines - self.spec["first_deal"], weights, self.deals)

    def turns(self, columns):
        """Some columns of `turns` of this variant, with the deal, and with what its round says."""
        return self.files.ask(
            f"""select {", ".join(f"turns.{name}" for name in columns)}, turns.seat, turns.turn, turns.match,
                turns.round, r.deal, r.position, r.share, r.end_reason = {CAP} as capped, r.turns as of
                from turns join rounds as r using (variant, match, round, seat)
                where variant = $1 order by turns.match, turns.round, turns.turn, turns.seat""",
            self.number,
        )
