"""Which restrictions are played against whom, and how often each of them has a say."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction

import numpy as np

from balance.store.spec import RestrictedRow
from balance.workflows.asking.request import EVERY, Request
from balance.workflows.planning.pairings import Arm, label, table
from sims import batch, restriction
from sims.batch import Job
from sims.errors import InputError
from sims.game import Game
from sims.lineup import PlayerSpec, parse_players
from sims.tuned import NAME as TUNED

DEALS = 100
"""Deals of each restriction in which its player's decisions are counted."""
ROWS = 4_096  # of a column buffer: a deal has few


def arms(game: Game, request: Request) -> list[Arm]:
    """A restricted player alone among unrestricted ones, for each restriction that is asked for."""
    variant, seats = table(game, request)
    player = base(game, request.players)
    restricted = [
        replace(player, restriction=one) for one in restriction.both(chosen(game, request.restrict))
    ]
    return [Arm(variant, (one, *(seats - 1) * (player,)), label(one, player, seats)) for one in restricted]


def base(game: Game, text: str | None) -> PlayerSpec:
    """The player that is restricted: the one that is named, else the tuned one, else the game's default."""
    if text is None:
        text = TUNED if TUNED in game.players else game.default_player
    players = parse_players(game, text)
    if len(players) != 1:
        raise InputError("players", text, "one player: that which is restricted, and its rivals")
    if players[0].budget:
        raise InputError("players", text, "a player that does not search: a search cannot be restricted")
    if players[0].restriction:
        raise InputError("players", text, "unrestricted: --restrict says what it never, and always, does")
    return players[0]


def chosen(game: Game, texts: Sequence[str]) -> list[tuple[str, str]]:
    """The values that are asked for, each once, in declared order; InputError names those that there are."""
    found = set()
    for text in texts:
        names = list(game.classes) if text == EVERY and game.classes else [text]
        found |= {
            pair
            for name in names
            for pair in restriction.chosen(game.name, game.classes, "restrict", name, "=")
        }
    return [pair for pair in restriction.numbers(game.classes) if pair in found]


def rows(jobs: Sequence[Job], threads: int) -> list[RestrictedRow]:
    """What run.json keeps of each restriction: what it is, and how often it had a say in some of its deals."""
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(_row, jobs))


def _row(job: Job) -> RestrictedRow:
    from balance.stats.influence import Ratio
    from balance.stats.measure import SHARE, Measure, estimate
    from balance.stats.moments import Moments

    deals = min(DEALS, job.clusters)
    few = [batch.play(replace(job, first_cluster=i, clusters=1, log="rounds", rows=ROWS), lambda *_: None)
           for i in range(deals)]  # fmt: skip
    names = ("restricted", "met", "bound")
    moments = Moments(names)
    moments.add(
        deals, {name: np.array([getattr(counts, name) for counts in few], np.int64) for name in names}
    )
    met, bound = (
        estimate(
            Measure(
                "", (Ratio(name, "restricted"),), SHARE, "decisions between several choices", "", Fraction(0)
            ),
            moments,
        ).to_json()
        for name in ("met", "bound")
    )
    one = job.lineup[0].restriction
    assert one is not None, "arms() gives each first player one"
    return {"player": str(job.lineup[0]), "mode": one.mode, "class": one.name, "value": one.value,
            "met": met, "bound": bound}  # fmt: skip
