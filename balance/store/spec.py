"""What run.json and a commit record hold, as types, and the plan of chunks that follows from them."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from math import sqrt
from typing import Annotated, Any, NamedTuple, NotRequired, TypedDict

from balance.store.kinds import Count, Digest, FileName, Seats, Share, Size, Word, among
from balance.store.shape import Legal

SCHEMA = "card-balance/run/3"
TABLES = ("matches", "rounds", "turns", "moves")
SIDES = ("variants", "players")
LEVELS = ("rounds", "turns", "moves")  # of --log; each includes those before it


class VariantSpec(TypedDict):
    """One variant as it is played: every parameter's effective value, the line-up, and which deals.

    baseline: the number of the variant with the same seats, preset and line-up in which nothing is varied, if that is
    played; runs before that was kept do not have it. chunk_clusters: in place of the run's.
    """

    variant: Count
    label: str
    seats: Seats
    preset: str | None
    parameters: dict[Word, int | bool | str]
    overrides: dict[Word, int | bool | str]
    baseline: NotRequired[int | None]
    chunk_clusters: NotRequired[Size]
    lineup: list[str]
    mirrors: Seats
    repeats: Size
    first_deal: Count
    clusters: Count
    matches: Count


class PlayerRow(TypedDict):
    """One distinct player of the run; `player` is its number in the tables."""

    player: Count
    name: str
    base: str
    noise: Share
    weights: dict[str, float | bool]
    # rollouts for a decision, 0 of a player that does not search, and who plays them, "" likewise; not in earlier runs
    budget: NotRequired[Count]
    rollout: NotRequired[str]


class LogSpec(TypedDict):
    """What is logged: the level, the budget in bytes, the share of deals in `turns` and `moves`."""

    level: Annotated[str, among(*LEVELS)]
    budget: Count
    share: Share
    pilot: dict[str, Any]


class PeekSpec(TypedDict):
    """Whether players decide by what their seats cannot know.

    players: who was asked; decisions: how many of them in all; worlds: in how many hidden worlds each; found: what was
    seen of those that peek, in words.
    """

    players: list[str]
    decisions: Count
    worlds: Count
    found: list[str]


class LadderSpec(TypedDict):
    """Of the run of a ladder: its players, the one whose strength is 0, and how many decisions a second each made on
    one thread against its equals.

    noise: with how much noise its best player is tested; peeks: what asking the players in hidden worlds came to.
    Earlier runs have neither.
    """

    players: list[str]
    reference: str
    rates: dict[str, float]
    noise: NotRequired[list[Share]]
    peeks: NotRequired[PeekSpec]


# one restriction: its player as in line-ups, mode (never, always), class and value, and as estimates (see
# `balance.stats.restrictions.Restricted`) how often such a choice was legal, and how often something was taken away
RestrictedRow = TypedDict(
    "RestrictedRow",
    {"player": str, "mode": str, "class": str, "value": str, "met": dict[str, Any], "bound": dict[str, Any]},
)


class RestrictedSpec(TypedDict):
    """Of the run of restrictions: the player that is restricted, and a row for each variant."""

    player: str
    rows: list[RestrictedRow]


class SkillSpec(TypedDict):
    """Of a run with line-ups of several strengths: who, from weak to strong, and which of them reports tell of. The
    variants of these come first, in an order that is the same for all."""

    players: list[str]
    told: str


class BatchSpec(TypedDict):
    """Deals up to a look: so many clusters of each variant, all before counted, played in chunks of that size."""

    clusters: Size
    chunk_clusters: Size


class UntilSpec(TypedDict):
    """When play stops: at the first of these batches after which every interval is narrow enough.

    widths: metric → the largest half-width. The batches are a matter of the request; a run grows by one at a time.
    """

    widths: dict[str, float]
    batches: list[BatchSpec]


class WidthSpec(TypedDict):
    """The widest interval of a metric at a look, and the variant that has it; None without one."""

    metric: str
    unit: str
    asked: float
    half_width: float | None
    variant: int


class LoadSpec(TypedDict):
    """What a run was reckoned to take before it began: bytes of disk at most, seconds of play on so many threads."""

    bytes: int
    seconds: float
    threads: int


class StoppedSpec(TypedDict):
    """What ended a run with a rule: by is "until" or "max_matches"; widths: as they were then."""

    by: str
    widths: list[WidthSpec]


class RemeasuredSpec(TypedDict):
    """Of a run on fresh deals, by the numbers of the run it is within: who is played again beside the baseline, who is
    the same as each of these, and who may be the best besides."""

    baseline: Count
    finalists: list[Count]
    same: list[list[Count]]
    beyond: list[Count]


class AskedSpec(TypedDict, total=False):
    """What was asked for, as far as it is read again: see `balance.workflows.asking.request.Request`."""

    vary: list[tuple[str, Any]]
    set: dict[str, int | bool | str]
    one_by_one: bool
    report: bool
    pdf: bool
    tweaks: list[dict[str, int | bool | str]]
    baseline: FileName | None
    metrics: list[str]
    margins: dict[str, float]
    targets: dict[str, dict[str, Any]]
    until: dict[str, float]
    best: str | None
    remeasured: RemeasuredSpec


class Spec(TypedDict):
    """run.json: all that is needed to repeat, resume or read a run.

    until: only where a rule says when to stop. The variants' clusters and matches, and the number of chunks, are those
    of the batches begun so far; stopped: there once the rule has decided.
    """

    schema: str
    game: str
    game_source: str
    game_version: Count
    digest: Digest
    engine: dict[str, str]
    seed: Annotated[int, Legal("a whole number of at least 0", lambda seed: seed >= 0)]
    log: LogSpec
    command: str
    variants: list[VariantSpec]
    players: list[PlayerRow]
    declared: dict[
        str, Any
    ]  # what the game says of its codes, columns and metrics: see balance.store.declared
    chunk_clusters: Size
    chunks: Count
    asked: dict[str, Any]  # an AskedSpec, and more
    ladder: NotRequired[LadderSpec]
    restricted: NotRequired[RestrictedSpec]
    skill: NotRequired[SkillSpec]
    foreseen: NotRequired[LoadSpec]  # runs before that was told do not have it
    until: NotRequired[UntilSpec]
    stopped: NotRequired[StoppedSpec]


class FileRecord(TypedDict):
    """One file: its table, its name below the run folder, and what it must hold."""

    table: Annotated[str, among(*TABLES, *SIDES)]
    name: str
    rows: Count
    bytes: Count
    sha256: Digest


class SideSpec(TypedDict):
    """The record of the tables that are no logs, one file each."""

    files: list[FileRecord]


class Commit(TypedDict):
    """A finished chunk. Readers take only the files that commits name.

    plan: `plan_digest` of the run.json that it was played by; earlier records do not have it.
    """

    plan: NotRequired[Digest]
    chunk: Count
    variant: Count
    first_cluster: Count
    clusters: Size
    matches: Count
    decisions: Count
    seconds: float
    files: list[FileRecord]


class Chunk(NamedTuple):
    """A share of one variant's clusters that one thread plays and commits at once."""

    chunk: int
    variant: int
    first_cluster: int
    clusters: int

    @classmethod
    def of(cls, commit: Commit) -> "Chunk":
        """The chunk of a record."""
        return cls(commit["chunk"], commit["variant"], commit["first_cluster"], commit["clusters"])


def chunks(spec: Mapping[str, Any]) -> Iterator[Chunk]:
    """The chunks of a run.json, numbered batch by batch, then variant by variant; a variant's last may be smaller."""
    number = 0
    for variant, firsts in _firsts(spec):
        for first in firsts:
            yield Chunk(number, variant, first, min(firsts.step, firsts.stop - first))
            number += 1


def chunk_count(spec: Mapping[str, Any]) -> int:
    """How many chunks these are."""
    return sum(len(firsts) for _, firsts in _firsts(spec))


def _firsts(spec: Mapping[str, Any]) -> Iterator[tuple[int, range]]:
    """Batch by batch each variant, and the first clusters of its chunks."""
    begun = 0
    for batch in batches(spec):
        for variant in spec["variants"]:
            end = min(batch["clusters"], variant["clusters"])
            yield (
                variant["variant"],
                range(begun, end, variant.get("chunk_clusters", batch["chunk_clusters"])),
            )
        begun = batch["clusters"]


def counted(spec: Spec) -> Spec:
    """The same with the number of its chunks."""
    return {**spec, "chunks": chunk_count(spec)}


def plan_digest(spec: Spec) -> str:
    """SHA-256 of all in run.json that stays as it is while a run grows: who plays what by which rules, and from which
    seed. Records of another run have another one."""
    kept = {name: value for name, value in spec.items() if name not in ("chunks", "stopped", "variants")}
    sizes = ("clusters", "matches")
    rows = [{name: value for name, value in v.items() if name not in sizes} for v in spec["variants"]]
    return hashlib.sha256(json.dumps([kept, rows]).encode()).hexdigest()


def varies_players(spec: Spec) -> bool:
    """Are its variants the pairings of a ladder or the restrictions of a player, by the same rules?"""
    return "ladder" in spec or "restricted" in spec


def expected(spec: Spec) -> int:
    """About how many clusters of a variant are reckoned with, as the request alone tells.

    With a rule: as many times the first look's as the most allowed are times these.
    """
    if "until" in spec:
        batches = spec["until"]["batches"]
        return round(sqrt(batches[0]["clusters"] * batches[-1]["clusters"]))
    return max(variant["clusters"] for variant in spec["variants"])


def grown(spec: Spec) -> Spec:
    """The same with one more batch."""
    most = max(variant["clusters"] for variant in spec["variants"])
    batch = next(b for b in spec["until"]["batches"] if b["clusters"] > most)
    more: Spec = {**spec, "variants": [resized(variant, batch["clusters"]) for variant in spec["variants"]]}
    return counted(more)


def batches(spec: Mapping[str, Any]) -> list[BatchSpec]:
    """Those that are begun; a run without a rule is one."""
    most = max(variant["clusters"] for variant in spec["variants"])
    if "until" not in spec:
        return [{"clusters": most, "chunk_clusters": spec["chunk_clusters"]}]
    return [batch for batch in spec["until"]["batches"] if batch["clusters"] <= most]


def resized(variant: VariantSpec, clusters: int) -> VariantSpec:
    """The same variant, of which so many clusters are played."""
    return {**variant, "clusters": clusters, "matches": clusters * variant["mirrors"] * variant["repeats"]}
