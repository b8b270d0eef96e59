"""What a game declares, as plain data: all that is needed to read a run where the game itself is not at hand."""

from typing import Annotated, NotRequired, TypedDict, cast

from balance.store.kinds import ColumnKind, Word, WordOrNone, among
from balance.store.spec import Spec, VariantSpec
from sims.game import MATCH_ENDS, Game, Value
from sims.own_metrics import MetricRow, metric_row


class TrackedRow(TypedDict):
    """A tracked quantity; kind: stock, flow, result or fact (see `sims.game.Tracked`)."""

    name: Word
    kind: Annotated[str, among("stock", "flow", "result", "fact")]
    unit: str
    meaning: str
    feeds: WordOrNone
    clause: NotRequired[bool]  # (not in earlier runs)
    words: NotRequired[list[str]]  # of a result that is a kind: what its values 0, 1, … stand for


class ConservedRow(TypedDict):
    """A sum that stays: Σ over seats of `each`, plus `once`, is `total` (see `sims.game.Conserved`)."""

    name: Word
    each: list[Word]
    once: list[Word]
    total: int | str


class PickRow(TypedDict):
    """A match worth seeing: the one with the largest sum over its rounds of `most` (facts count once a round)."""

    name: Word
    most: Word
    meaning: str


class AtMostRow(TypedDict):
    """How often moves of these kinds can name one value of an argument in a round (see `sims.game.AtMost`)."""

    arg: Word
    most: int
    kinds: list[Word]


class Declared(TypedDict):
    """The words behind the codes in the tables, the game's own columns and metrics, and what they mean."""

    title: str
    caution: str
    supply: WordOrNone
    standing: WordOrNone  # the stock by which seats lead or trail within a round; "" where none is named
    economy: NotRequired[
        WordOrNone
    ]  # the stock of seats that reports tell the course of (not in earlier runs)
    # do the rules tell how far ahead a seat can still come out of a round? (not in earlier runs)
    reaches: NotRequired[bool]
    turn_order: Annotated[str, among("own", "clockwise")]
    carried: dict[Word, list[Value]]  # values of parameters under which points are carried across rounds
    match_ends: list[Word]
    end_reasons: list[WordOrNone]
    kinds: list[WordOrNone]
    args: list[Word]
    at_most: list[AtMostRow]
    # class of choices → value → what choices of it are (not in earlier runs)
    classes: NotRequired[dict[str, dict[str, str]]]
    by_others: list[Word]  # kinds of moves that a seat makes in another one's turn
    max_choices: int
    track: list[TrackedRow]
    conserved: list[ConservedRow]
    metrics: list[MetricRow]
    picks: list[PickRow]
    parameters: dict[Word, str]  # name → meaning
    # name → number of seats → value (not in earlier runs)
    defaults: NotRequired[dict[str, dict[str, Value]]]
    schema: dict[str, list[tuple[Word, ColumnKind]]]  # table → (column, NumPy dtype string)


def declare(game: Game) -> Declared:
    """What run.json keeps of a game's declaration (JSON-ready)."""
    from sims.log import schema

    return {
        "title": game.title,
        "caution": game.caution,
        "supply": game.supply,
        "standing": game.standing,
        "economy": game.economy,
        "reaches": game.reaches,
        "turn_order": game.turn_order,
        "carried": {name: list(values) for name, values in game.carried.items()},
        "match_ends": list(MATCH_ENDS),
        "end_reasons": list(game.end_reasons),
        "kinds": list(game.kinds),
        "args": list(game.args),
        "at_most": [{"arg": a.arg, "most": a.most, "kinds": list(a.kinds)} for a in game.at_most],
        "classes": {name: dict(values) for name, values in game.classes.items()},
        "by_others": list(game.by_others),
        "max_choices": game.max_choices,
        "track": [
            {
                "name": t.name,
                "kind": t.kind,
                "unit": t.unit,
                "meaning": t.meaning,
                "feeds": t.feeds,
                "clause": t.clause,
                "words": list(t.words),
            }
            for t in game.track
        ],
        "conserved": [
            {"name": c.name, "each": list(c.each), "once": list(c.once), "total": c.total}
            for c in game.conserved
        ],
        "metrics": [metric_row(m) for m in game.metrics],
        "picks": [{"name": p.name, "most": p.most, "meaning": p.meaning} for p in game.picks],
        "parameters": {p.name: p.meaning for p in game.parameters.values()},
        "defaults": {
            p.name: {str(seats): p.default(seats) for seats in game.seats} for p in game.parameters.values()
        },
        "schema": schema(game),
    }


def declared(spec: Spec) -> Declared:
    """The declaration a run was played under, as its run.json has it."""
    return cast(Declared, spec["declared"])


def is_default(game: Declared, variant: VariantSpec) -> bool:
    """Does a variant play by the defaults, as far as run.json tells them?"""
    if not variant["overrides"]:
        return True
    defaults, seats = game.get("defaults", {}), str(variant["seats"])
    played = variant["parameters"].items()
    return bool(defaults) and all(defaults.get(name, {}).get(seats) == value for name, value in played)


def nothing_varied(spec: Spec, variant: VariantSpec) -> bool:
    """Is it the baseline of the run; of a run that does not say which: does it play by the defaults?"""
    if "baseline" in variant:
        return variant["baseline"] == variant["variant"]
    return is_default(declared(spec), variant)
