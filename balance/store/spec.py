"""What run.json and a commit record hold, as types, and the plan of chunks that follows from them."""

from collections.abc import Iterator
from typing import Any, NamedTuple, NotRequired, TypedDict

SCHEMA = "card-balance/run/3"
TABLES = ("matches", "rounds", "turns", "moves")
LEVELS = ("rounds", "turns", "moves")  # of --log; each includes those before it


class VariantSpec(TypedDict):
    """One variant as it is played: every parameter's effective value, the line-up, and which deals.

    baseline: the number of the variant with the same seats and preset in which nothing is varied, if that is played;
    runs before that was kept do not have it.
    """

    variant: int
    label: str
    seats: int
    preset: str | None
    parameters: dict[str, int | bool | str]
    overrides: dict[str, int | bool | str]
    baseline: NotRequired[int | None]
    lineup: list[str]
    mirrors: int
    repeats: int
    first_deal: int
    clusters: int
    matches: int


class PlayerRow(TypedDict):
    """One distinct player of the run; `player` is its number in the tables."""

    player: int
    name: str
    base: str
    noise: float
    weights: dict[str, float | bool]


class LogSpec(TypedDict):
    """What is logged: the level, the budget in bytes, the share of deals in `turns` and `moves`."""

    level: str
    budget: int
    share: float
    pilot: dict[str, Any]


class LadderSpec(TypedDict):
    """Of the run of a ladder: its players, the one whose strength is 0, and how many decisions a second each made on
    one thread against its equals."""

    players: list[str]
    reference: str
    rates: dict[str, float]


class Spec(TypedDict):
    """run.json: all that is needed to repeat, resume or read a run."""

    schema: str
    game: str
    game_source: str
    game_version: int
    digest: str
    engine: dict[str, str]
    seed: int
    log: LogSpec
    command: str
    variants: list[VariantSpec]
    players: list[PlayerRow]
    declared: dict[
        str, Any
    ]  # what the game says of its codes, columns and metrics: see balance.store.declared
    chunk_clusters: int
    chunks: int
    asked: dict[str, Any]
    ladder: NotRequired[LadderSpec]


class FileRecord(TypedDict):
    """One shard: its table, its name below the run folder, and what it must hold."""

    table: str
    name: str
    rows: int
    bytes: int
    sha256: str


class Commit(TypedDict):
    """A finished chunk. Readers take only the files that commits name."""

    chunk: int
    variant: int
    first_cluster: int
    clusters: int
    matches: int
    decisions: int
    seconds: float
    files: list[FileRecord]


class Chunk(NamedTuple):
    """A share of one variant's clusters that one thread plays and commits at once."""

    chunk: int
    variant: int
    first_cluster: int
    clusters: int


def chunks(variants: list[VariantSpec], chunk_clusters: int) -> Iterator[Chunk]:
    """All chunks in order: variant by variant, `chunk_clusters` clusters each but for a variant's last."""
    number = 0
    for variant in variants:
        for first in range(0, variant["clusters"], chunk_clusters):
            yield Chunk(number, variant["variant"], first, min(chunk_clusters, variant["clusters"] - first))
            number += 1
