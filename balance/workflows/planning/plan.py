"""Checks all that a sweep was asked, plays its pilot, and says in one spec what will be played. Writes nothing."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from balance.runner.runner import Runner
from balance.store.declared import declare
from balance.store.engine import engine
from balance.store.run import check_out
from balance.store.spec import LEVELS, SCHEMA, LogSpec, PlayerRow, Spec, VariantSpec, chunk_count
from balance.workflows import best
from balance.workflows.asking.request import Request
from balance.workflows.listener import Listener
from balance.workflows.planning import budget, load, pairings, restricting, strengths
from balance.workflows.planning.load import Load
from balance.workflows.planning.pairings import Arm
from balance.workflows.planning.size import at_least, check_rule, size
from balance.workflows.playing.play import runner
from sims import batch, driver, lineup, registry, thinking, variants
from sims.batch import Job
from sims.errors import InputError
from sims.game import Game
from sims.lineup import PlayerSpec
from sims.variants import Variant

MOST_REPEATS = 1000


@dataclass(frozen=True)
class Plan:
    """A checked sweep, ready to be played."""

    request: Request
    game: Game
    runner: Runner
    spec: Spec
    compile_seconds: float
    load: Load

    @property
    def threads(self) -> int:
        """How many chunks are played at once."""
        return self.runner.count


def make(request: Request, listener: Listener) -> Plan:
    """The plan of a sweep; InputError for the first thing in it that is wrong."""
    game = registry.load(request.game)
    arms = _asked(game, request)
    seats = list(dict.fromkeys(arm.variant.seats for arm in arms))
    players = lineup.distinct(tuple(player for arm in arms for player in arm.lineup))
    if request.best is not None:
        best.check(request.best, game, [arm.variant for arm in arms])
    repeats = at_least("repeats", request.repeats, 1)
    if repeats > MOST_REPEATS:
        raise InputError("repeats", repeats, f"a whole number up to {MOST_REPEATS}")
    at_least("seed", request.seed, 0)
    if request.log not in LEVELS:
        raise InputError("log", request.log, "one of " + ", ".join(LEVELS), LEVELS)
    limit = budget.size(request.log_budget)
    who = runner(request.threads, request.cluster, listener)
    threads = who.count
    if request.out is not None:
        check_out(request.out)
    mirrors = max(len(lineup.mirrors(arm.lineup)) for arm in arms)
    check_rule(request)
    sizes = size(request, mirrors, repeats, listener)

    jobs = [
        Job(game, arm.variant, arm.lineup, request.seed, sizes.most, repeats=repeats, log=request.log)
        for arm in arms
    ]
    groups = strengths.jobs(jobs) if request.skill else pairings.jobs(request, jobs)
    compile_seconds = prepare(game, players, listener)
    pilots = [budget.pilot(group) for group in groups]
    pilot = budget.together(pilots)
    share = budget.share(pilot, limit)
    if share < 1:
        listener.note(
            f"turns and moves are logged for {share:.2%} of the deals: {request.log_budget} holds no more"
        )

    rows = [_variant(number, arm, sizes.first, repeats) for number, arm in enumerate(arms)]
    if len(groups) > 1:
        strengths.cut(rows, groups, pilots, who)
        strengths.tell(groups, pilots, threads, listener)
    named = players if request.ladder or mirrors == 1 else arms[0].lineup
    named = arms[0].lineup[-1:] if request.restrict else named
    names = [str(player) for player in named]
    least, most = (deals * sizes.per_deal for deals in (sizes.first, sizes.most))
    explicit = replace(
        request,
        seats=tuple(seats),
        players=",".join(names),
        matches=least,
        max_matches=most if request.until else None,
        search_matches=pairings.searched(groups) if request.ladder else None,
    )
    batches = sizes.cut(pilot, len(arms), who)
    first = chunk_count({"variants": rows, **batches[0]})
    all_chunks = first + sum(
        -(-(batch["clusters"] - before["clusters"]) // batch["chunk_clusters"]) * len(arms)
        for before, batch in pairwise(batches)
    )
    takes = load.load(pilot, share, all_chunks, threads, request.out)
    spec: Spec = {
        "schema": SCHEMA,
        "game": game.name,
        "game_source": game.source,
        "game_version": game.version,
        "digest": game.digest,
        "engine": engine(),
        "seed": request.seed,
        "log": _log(request.log, limit, share, pilot),
        "command": explicit.command(),
        "variants": rows,
        "players": [_player(game, number, player) for number, player in enumerate(players)],
        "declared": dict(declare(game)),
        "chunk_clusters": batches[0]["chunk_clusters"],
        "chunks": first,
        "asked": request.as_asked(),
        "foreseen": takes.spec(),
    }
    if request.until:
        spec["until"] = {"widths": dict(request.until), "batches": batches}
    if request.skill:
        spec["skill"] = strengths.spec(game)
    if request.restrict:
        spec["restricted"] = {"player": names[0], "rows": restricting.rows(jobs, threads)}
    elif request.ladder:
        reference = game.default_player if game.default_player in names else names[0]
        spec["ladder"] = {
            "players": names,
            "reference": reference,
            "rates": pairings.rates(jobs),
            "noise": list(pairings.NOISES),
            "peeks": pairings.peeks(jobs),
        }
    else:
        for row, baseline in zip(rows, _baselines(request, arms), strict=True):
            row["baseline"] = baseline
    return Plan(request, game, who, spec, compile_seconds, takes)


def _asked(game: Game, request: Request) -> list[Arm]:
    """All that is played: the restrictions of a player, the pairings of a ladder, or the variants of the rules."""
    if request.restrict:
        return restricting.arms(game, request)
    return pairings.arms(game, request) if request.ladder else _arms(game, request)


def matches_a_deal(request: Request) -> int:
    """How many matches a deal is played in: its mirrors, times the repeats."""
    first = _arms(registry.load(request.game), request)[0]
    return len(lineup.mirrors(first.lineup)) * request.repeats


def _arms(game: Game, request: Request) -> list[Arm]:
    """The variants that are asked for, and who plays them."""
    if request.skill:
        strengths.check(request)
    start = game, request.seats, request.preset, request.set
    if request.tweaks:
        played = variants.compare(*start, request.tweaks, baseline=request.baseline is None)
    else:
        played = variants.sweep(*start, list(request.vary), request.one_by_one)
    text = game.default_player if request.players is None else request.players
    lineups = {variant.seats: lineup.parse_lineup(game, text, variant.seats) for variant in played}
    labels = _labels(played)
    found = [Arm(v, lineups[v.seats], label) for v, label in zip(played, labels, strict=True)]
    return strengths.arms(game, found) if request.skill else found


def prepare(game: Game, players: Sequence[PlayerSpec], listener: Listener) -> float:
    """Load the game's compiled driver, and its search if one of these players searches, or compile them; the seconds
    it took."""
    rollouts = thinking.rollouts(game, players)
    if not driver.is_cached(game, rollouts):
        what = "rules and the search" if rollouts else "rules"
        listener.note(
            f"compiling the {what} of {game.name}: once, about {'twenty' if rollouts else 'ten'} seconds"
        )
    began = time.perf_counter()
    batch.prepare(game, players)
    return time.perf_counter() - began


def _variant(number: int, arm: Arm, clusters: int, repeats: int) -> VariantSpec:
    variant, mirrors = arm.variant, len(lineup.mirrors(arm.lineup))
    return {
        "variant": number,
        "label": arm.label,
        "seats": variant.seats,
        "preset": variant.preset,
        "parameters": dict(variant.values),
        "overrides": dict(variant.overrides),
        "lineup": [str(player) for player in arm.lineup],
        "mirrors": mirrors,
        "repeats": repeats,
        "first_deal": 0,
        "clusters": clusters,
        "matches": clusters * mirrors * repeats,
    }


def _baselines(request: Request, arms: list[Arm]) -> list[int | None]:
    """For each variant the number of the one in which nothing is varied or tweaked; None where that is not played."""
    keys = [(arm.variant.seats, arm.variant.preset, tuple(map(str, arm.lineup))) for arm in arms]
    numbers: dict[object, int | None] = {}
    for key, arm in zip(keys, arms, strict=True):
        if key not in numbers:
            try:
                start = variants.make(arm.variant.game, *key[:2], request.set).values
            except InputError:  # impossible unless something else is varied, too
                start = {}
            there = (n for n, k in enumerate(keys) if k == key and arms[n].variant.values == start)
            numbers[key] = next(there, None)
    return [numbers[key] for key in keys]


def _labels(played: list[Variant]) -> list[str]:
    """What sets each variant apart: seats and preset, too, where others have another."""
    told = []
    for variant in played:
        seats = [f"seats={variant.seats}"] if len({each.seats for each in played}) > 1 else []
        start = [variant.preset or "defaults"] if len({each.preset for each in played}) > 1 else []
        own = [variant.label] if variant.overrides or (variant.preset and not start) else []
        told.append(",".join([*seats, *start, *own]) or variant.label)
    return told


def _player(game: Game, number: int, player: PlayerSpec) -> PlayerRow:
    return {
        "player": number,
        "name": str(player),
        "base": player.name,
        "noise": player.noise,
        "weights": player.values(game),
        "budget": player.budget,
        "rollout": player.rollout,
    }


def _log(level: str, limit: int, share: float, pilot: budget.Pilot) -> LogSpec:
    counted: dict[str, Any] = {"deals": pilot.deals, "rows": pilot.rows, "bytes_a_row": budget.BYTES_A_ROW}
    return {"level": level, "budget": limit, "share": share, "pilot": counted}
