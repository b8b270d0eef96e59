"""Runs made by hand: a few matches told as points per round, written with the store's own writers."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from hypothesis import settings

from balance.store import commits, side_tables
from balance.store.run import Run
from balance.store.shards import ShardWriter
from sims.lineup import PlayerSpec, mirrors
from tests.leads import lead

settings.register_profile("no deadline", deadline=None)  # the first example may load a library
settings.load_profile("no deadline")

ENDS = ["", "cap", "target", "cards_out"]
TRACK = [
    {"name": "coins", "kind": "stock", "unit": "coins", "meaning": "coins held"},
    {"name": "supply", "kind": "stock", "unit": "coins", "meaning": "coins left in the supply"},
    {"name": "paid_gift", "kind": "flow", "unit": "coins", "meaning": "coins paid for gifts"},
    {"name": "coin_points", "kind": "result", "unit": "points", "meaning": "points for coins"},
    {"name": "supply_empty", "kind": "fact", "unit": "rounds", "meaning": "1 where the supply ran out"},
]
METRICS = [
    {
        "name": "coins_per_turn_gift",
        "top": "paid_gift",
        "per": "turn",
        "unit": "coins per turn",
        "meaning": "coins paid",
    },
    {
        "name": "supply_empty",
        "top": "supply_empty",
        "per": "round",
        "unit": "share",
        "meaning": "rounds without supply",
    },
    {
        "name": "coin_points_share",
        "top": "coin_points",
        "per": "points",
        "unit": "share",
        "meaning": "points for coins",
    },
]
KEYS = {"matches": "match deal", "rounds": "match deal", "turns": "match", "moves": "match"}
BASE = {
    "matches": "variant mirror repeat seat player points rounds capped_rounds end_reason tie_break",
    "rounds": "variant round seat position points turns decisions choices end_reason ender "
    "lead_changes comeback settled standing_before out_turn",
    "turns": "variant round turn mover seat",
    "moves": "variant round turn step seat kind legal",
}


def schema(track: list[dict[str, str]]) -> dict[str, list[tuple[str, str]]]:
    own = [t["name"] for t in track]
    moving = [t["name"] for t in track if t["kind"] in ("stock", "flow")]
    extra = {"matches": [], "rounds": own, "turns": moving, "moves": ["card"]}
    last = {"matches": [("share", "f8"), ("digest", "u8")], "rounds": [("share", "f8")]}
    return {
        table: [(n, "i8") for n in KEYS[table].split()]
        + [(n, "i4") for n in BASE[table].split() + extra[table]]
        + last.get(table, [])
        for table in BASE
    }


@dataclass
class Round:
    """A round: points by seat, and what differs from an ordinary round. `track` has a value or one per seat."""

    points: list[int]
    turns: int = 10
    starter: int | None = None  # None: the round's number, clockwise
    end: str = "target"
    ender: int = -1
    decisions: int = 30
    choices: int = 20
    out_turn: int = field(default=-1, repr=False)
    track: dict[str, int | list[int]] = field(default_factory=dict)


@dataclass
class Variant:
    """A variant: deals in order, each a list of its matches (mirrors within repeats), each a list of rounds."""

    deals: list[list[list[Round]]]
    label: str = "defaults"
    lineup: tuple[str, ...] = ("greedy", "greedy")
    repeats: int = 1
    capped_matches: set[int] = field(default_factory=set)  # match numbers that a cap on rounds ended
    varied: dict[str, int] | None = None  # what differs from `defaults`; None: coin_supply, by the label


def win(points: list[int]) -> list[float]:
    best = max(points)
    return [(p == best) / points.count(best) for p in points]


class Table:
    """Rows of one table, gathered column by column."""

    def __init__(self, columns: list[tuple[str, str]]) -> None:
        self.kinds = dict(columns)
        self.rows: dict[str, list[Any]] = {name: [] for name in self.kinds}

    def add(self, **row: Any) -> None:
        for name, held in self.rows.items():
            held.append(row.get(name, 0))

    def arrays(self) -> dict[str, np.ndarray]:
        return {name: np.array(held, self.kinds[name]) for name, held in self.rows.items()}


def write_run(
    path: Path,
    variants: list[Variant],
    *,
    track: list[dict[str, str]] = TRACK,
    metrics: list[dict[str, str]] = METRICS,
    chunk_clusters: int = 100,
    turns: Callable[[int, int, int], list[list[dict[str, int]]]] | None = None,
    moves: Callable[[int, int, int], list[tuple[int, ...]]] | None = None,
    log: dict[str, Any] | None = None,
    defaults: dict[str, int] | None = None,
    **spec: Any,
) -> Run:
    """A finished run. turns(variant, match, round): for each turn, for each seat, the tracked quantities; moves(…): for
    each decision the seat, the number of its kind and of its legal choices, and perhaps the turn, else 0. A tracked
    stock `standing` is the game's standing, 0 before the first turn. defaults: of what variants may have `varied`.
    """
    names = list(dict.fromkeys(name for v in variants for name in v.lineup))
    seats = len(variants[0].lineup)
    columns = schema(track)
    standing, supply = (
        name if any(t["name"] == name for t in track) else "" for name in ("standing", "supply")
    )
    defaults = defaults or {}
    listed = [
        {
            "variant": number, "label": v.label, "seats": seats, "preset": None,
            "parameters": {"coin_supply": 12 + number} if v.varied is None else defaults | v.varied,
            "overrides": ({} if v.label == "defaults" else {"coin_supply": 12 + number})
            if v.varied is None else v.varied,
            "lineup": list(v.lineup), "mirrors": len(mirrors(tuple(map(PlayerSpec, v.lineup)))), "repeats": v.repeats,
            "first_deal": 0, "clusters": len(v.deals), "matches": sum(map(len, v.deals)),
        }
        for number, v in enumerate(variants)
    ]  # fmt: skip
    whole = {
        "schema": "card-balance/run/3", "game": "toy", "game_source": "toy", "game_version": 1, "digest": "0" * 64,
        "engine": {"card-balance": "0.1.0", "python": "3.11"}, "seed": 1, "seats": seats,
        "log": log or {"level": "moves", "budget": 0, "share": 1.0, "pilot": {}},
        "command": "balance sweep toy --seed 1",
        "variants": listed, "chunk_clusters": chunk_clusters, "asked": {},
        "chunks": sum(-(-len(v.deals) // chunk_clusters) for v in variants),
        "players": [{"player": i, "name": n, "base": n, "noise": 0.0, "weights": {}} for i, n in enumerate(names)],
        "declared": {
            "title": "Toy", "caution": "", "supply": supply, "standing": standing,
            "reaches": any(r.out_turn >= 0 for v in variants for deal in v.deals for match in deal for r in match),
            "turn_order": "clockwise",
            "carried": {}, "conserved": [], "picks": [],
            "match_ends": ["done", "cap"], "end_reasons": ENDS,
            "kinds": ["", "take", "give"], "args": ["card"], "at_most": [], "by_others": [], "max_choices": 52,
            "track": [{"feeds": "", **t} for t in track], "metrics": metrics,
            "parameters": {"coin_supply": "coins at the start of a round"}, "schema": columns,
        },
        **spec,
    }  # fmt: skip
    path.mkdir(parents=True)
    run = Run.create(path, whole)
    side_tables.write(run)
    chunk = 0
    for number, variant in enumerate(variants):
        for first in range(0, len(variant.deals), chunk_clusters):
            deals = range(first, min(first + chunk_clusters, len(variant.deals)))
            tables = {table: Table(kinds) for table, kinds in columns.items()}
            for deal in deals:
                for place, match in enumerate(variant.deals[deal]):
                    _match(tables, number, variant, names, deal, place, match, turns, moves)
            writer = ShardWriter(path, chunk, columns)
            for table, held in tables.items():
                writer.sink(table, held.arrays())
            matches = sum(len(variant.deals[deal]) for deal in deals)
            commits.write(path, {
                "chunk": chunk, "variant": number, "first_cluster": first, "clusters": len(deals), "matches": matches,
                "decisions": 0, "seconds": 0.0, "files": writer.finish(),
            })  # fmt: skip
            chunk += 1
    return run


def _match(tables, number, variant, names, deal, place, match, turns, moves):
    seats = len(variant.lineup)
    rotations = mirrors(tuple(map(PlayerSpec, variant.lineup)))
    distinct = list(dict.fromkeys(variant.lineup))
    mirror, repeat = place % len(rotations), place // len(rotations)
    no = deal * len(rotations) * variant.repeats + place
    keys = {"variant": number, "match": no, "deal": deal}
    totals = [sum(r.points[s] for r in match) for s in range(seats)]
    undecided = no in variant.capped_matches
    for seat in range(seats):
        tables["matches"].add(
            **keys, mirror=mirror, repeat=repeat, seat=seat, player=names.index(distinct[rotations[mirror][seat]]),
            points=totals[seat], share=0.0 if undecided else win(totals)[seat], rounds=len(match),
            capped_rounds=sum(r.end == "cap" for r in match), end_reason=int(undecided),
            digest=crc32(repr(match).encode()),
        )  # fmt: skip
    for i, r in enumerate(match):
        starter = i % seats if r.starter is None else r.starter
        played = turns(number, no, i) if turns else []
        own = {"lead_changes": -1, "comeback": -1, "settled": -1, "out_turn": r.out_turn}
        if played and "standing" in played[0][0]:
            alone = r.points.index(max(r.points)) if r.end != "cap" and max(win(r.points)) == 1 else None
            found = lead([[row["standing"] for row in rows] for rows in played], alone)
            own |= {name: -1 if value is None else value for name, value in found._asdict().items()}
        for seat in range(seats):
            tracked = {n: v if isinstance(v, int) else v[seat] for n, v in r.track.items()}
            tables["rounds"].add(
                **keys, **own, round=i, seat=seat, position=(seat - starter) % seats, points=r.points[seat],
                share=0.0 if r.end == "cap" else win(r.points)[seat], turns=r.turns, decisions=r.decisions,
                choices=r.choices, end_reason=ENDS.index(r.end), ender=r.ender, **tracked,
            )  # fmt: skip
        for t, rows in enumerate(played):
            for seat, tracked in enumerate(rows):
                tables["turns"].add(**keys, round=i, turn=t, mover=t % seats, seat=seat, **tracked)
        for step, (seat, kind, legal, *turn) in enumerate(moves(number, no, i) if moves else []):
            where = {"round": i, "turn": turn[0] if turn else 0, "step": step}
            tables["moves"].add(**keys, **where, seat=seat, kind=kind, legal=legal)


@pytest.fixture(scope="session", name="write_run")
def write_run_():
    """write_run(path, [Variant(…), …], …) -> Run."""
    return write_run


@pytest.fixture
def make_run(tmp_path):
    """The same into a folder of its own: make_run([Variant(…), …], …) -> Run."""
    made = 0

    def make(variants: list[Variant], **options: Any) -> Run:
        nonlocal made
        made += 1
        return write_run(tmp_path / f"run-{made}", variants, **options)

    return make


@pytest.fixture(scope="session")
def told():
    """The words in which a run is told: Round and Variant."""
    return Round, Variant
