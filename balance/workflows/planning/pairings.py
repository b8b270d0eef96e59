"""Who plays whom in a ladder, and what a decision of each player costs.

For two seats every pair of players, and every player against itself. For three and four a pair plays twice: one of the
one among the others, and one of the others among the one. Of all ways to seat two players these two answer what a
reader asks (does it pay to bring this player to a table of those?), every rotation of them is every distinct seating,
and they cost as many matches a deal as there are seats.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from balance.store.spec import PeekSpec
from balance.workflows.asking.request import SEARCH_MATCHES, Request, seats_text
from balance.workflows.planning import budget
from sims import lineup, variants
from sims.batch import Job
from sims.errors import InputError
from sims.game import Game
from sims.lineup import PlayerSpec
from sims.variants import Variant

LONG = 0.15  # seconds in which the speed of a player shows
NOISES = (0.1, 0.2, 0.3, 0.4, 0.5)
"""How much noise the best player is tested with."""
DECISIONS, ROLLOUTS = 200, 10_000
"""In how many decisions a player is asked whether it peeks: of one that searches in fewer, for so many rollouts."""
ROWS = 64  # of what these are logged to
_ALL = re.compile(r"(?:(?<=,)|^)\s*all\s*(?=,|$)")


class Arm(NamedTuple):
    """A variant of the rules with those who play it."""

    variant: Variant
    lineup: tuple[PlayerSpec, ...]
    label: str


def arms(game: Game, request: Request) -> list[Arm]:
    """All that a ladder plays: equals first, in the order of the players, then the pairs."""
    variant, seats = table(game, request)
    players = _players(game, request.players)
    return [Arm(variant, (a, *(seats - 1) * (b,)), label(a, b, seats)) for a, b in pairs(players, seats)]


def table(game: Game, request: Request) -> tuple[Variant, int]:
    """The rules by which all pairs play, and the one number of seats."""
    if len(request.seats) > 1:
        raise InputError("seats", seats_text(request.seats), "one number: a ladder is of one table")
    seats = request.seats[0] if request.seats else next((n for n in game.seats if n > 1), game.seats[0])
    if seats == 1:
        raise InputError("seats", seats, "two at least: who plays alone beats nobody")
    if request.preset is not None and "," in request.preset:
        raise InputError("preset", request.preset, "one: all pairs play by the same rules")
    return variants.make(game, seats, request.preset, request.set), seats


def _players(game: Game, text: str | None) -> list[PlayerSpec]:
    """Those that are named, each once; `all` of the game, if nothing is said."""
    every = ",".join(game.players)
    players = lineup.parse_players(game, every if text is None else _ALL.sub(lambda _: every, text))
    if len(players) < 2:
        raise InputError("players", str(players[0]), "two at least: a ladder compares players")
    twice = next((str(p) for i, p in enumerate(players) if p in players[:i]), None)
    if twice is not None:
        raise InputError("players", twice, "given once")
    return list(players)


def jobs(request: Request, found: Sequence[Job]) -> list[list[Job]]:
    """The jobs as one group; each by itself where a player of a ladder searches, which takes so much longer.

    Then pairings in which one does play fewer deals: by number alone, never by the clock. Where all but one search
    there is nothing to be more exact about, and all play as few.
    """
    searching, asked = [_searches(job) for job in found], request.search_matches
    if not (request.ladder and any(searching)):
        if asked is not None:
            raise InputError("search_matches", asked, "given where a player searches, such as all,search:50")
        return [list(found)]
    seats = found[0].variant.seats
    most = found[0].clusters * seats
    if asked is not None and not 1 <= asked <= most:
        raise InputError(
            "search_matches", asked, f"a whole number from 1 to the matches of a pairing ({most})"
        )
    few = min(found[0].clusters, -(-(SEARCH_MATCHES if asked is None else asked) // seats))
    exact = searching.count(False) > 1
    return [
        [job if exact and not each else replace(job, clusters=few)]
        for job, each in zip(found, searching, strict=True)
    ]


def searched(groups: Sequence[Sequence[Job]]) -> int | None:
    """The matches of the pairings in which a player searches; None where none does."""
    return next(
        (job.clusters * job.variant.seats for group in groups for job in group if _searches(job)), None
    )


def _searches(job: Job) -> bool:
    return any(player.budget for player in job.lineup)


def pairs(players: Sequence[PlayerSpec], seats: int) -> list[tuple[PlayerSpec, PlayerSpec]]:
    """Who plays whom: of each the first takes one seat, the second all others."""
    both = [(a, b) for a, b in combinations(players, 2)]
    back = [(b, a) for a, b in both] if seats > 2 else []
    return [*((a, a) for a in players), *both, *back]


def label(a: PlayerSpec | str, b: PlayerSpec | str, seats: int) -> str:
    """What the pairing is called: builder v greedy, or builder among greedy where there are several of these."""
    return f"{a} {'v' if seats == 2 else 'among'} {b}"


def rates(jobs: Sequence[Job]) -> dict[str, float]:
    """Decisions a second of each player against its equals, rules and loop included, on one thread."""
    return {str(job.lineup[0]): _rate(replace(job, log="rounds")) for job in _alone(jobs)}


def peeks(jobs: Sequence[Job]) -> PeekSpec:
    """Whether a player decides by what its seat cannot know: asked against its equals, at the first decisions of the
    job, in worlds in which that is dealt anew."""
    from sims.conformance import worlds  # of a ladder alone

    told: PeekSpec = {"players": [], "decisions": 0, "worlds": worlds.WORLDS, "found": []}
    for job in _alone(jobs):
        player, budget = str(job.lineup[0]), job.lineup[0].budget
        most = DECISIONS if not budget else max(1, min(DECISIONS, ROLLOUTS // budget))
        found = worlds.asked(replace(job, log="moves", share=1.0, rows=ROWS), most)
        told["players"].append(player)
        told["decisions"] += found.decisions
        told["found"] += [f"{player}, {found.where}"] if found.where else []
    return told


def _alone(jobs: Sequence[Job]) -> list[Job]:
    """Those of players against their equals."""
    return [job for job in jobs if len(lineup.distinct(job.lineup)) == 1]


def _rate(job: Job) -> float:
    _, counts, seconds = budget.timed(job, LONG)
    return round(counts.decisions / seconds, 1)
