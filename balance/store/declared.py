"""What a game declares, as plain data: all that is needed to read a run where the game itself is not at hand."""

from typing import TypedDict, cast

from balance.store.spec import Spec
from sims.game import MATCH_ENDS, Game


class TrackedRow(TypedDict):
    """A tracked quantity; kind: stock, flow, result or fact (see `sims.game.Tracked`)."""

    name: str
    kind: str
    unit: str
    meaning: str


class MetricRow(TypedDict):
    """A metric of the game's own: Σ top / Σ per over rounds that were not capped (see `sims.game.GameMetric`)."""

    name: str
    top: str
    per: str
    unit: str
    meaning: str


class Declared(TypedDict):
    """The words behind the codes in the tables, the game's own columns and metrics, and what they mean."""

    title: str
    supply: str
    match_ends: list[str]
    end_reasons: list[str]
    kinds: list[str]
    args: list[str]
    track: list[TrackedRow]
    metrics: list[MetricRow]
    parameters: dict[str, str]  # name → meaning
    schema: dict[str, list[tuple[str, str]]]  # table → (column, NumPy dtype string)


def declare(game: Game) -> Declared:
    """What run.json keeps of a game's declaration (JSON-ready)."""
    from sims.log import schema

    return {
        "title": game.title,
        "supply": game.supply,
        "match_ends": list(MATCH_ENDS),
        "end_reasons": list(game.end_reasons),
        "kinds": list(game.kinds),
        "args": list(game.args),
        "track": [{"name": t.name, "kind": t.kind, "unit": t.unit, "meaning": t.meaning} for t in game.track],
        "metrics": [
            {"name": m.name, "top": m.top, "per": m.per, "unit": m.unit, "meaning": m.meaning}
            for m in game.metrics
        ],
        "parameters": {p.name: p.meaning for p in game.parameters.values()},
        "schema": schema(game),
    }


def declared(spec: Spec) -> Declared:
    """The declaration a run was played under, as its run.json has it."""
    return cast(Declared, spec["declared"])
