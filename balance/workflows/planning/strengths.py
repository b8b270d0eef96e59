"""The same question for players of all strengths: who plays each variant with `--skill`, and how many deals of it.

A search takes thousands of times as long as other players. Of the deals that these play it plays the first tenth, and
no more than five hundred: the same deals, so that what differs between strengths is not the cards.
"""

from collections.abc import Sequence
from dataclasses import replace

from balance.runner.runner import Runner
from balance.store.spec import SkillSpec, VariantSpec, resized
from balance.workflows.asking.request import Request
from balance.workflows.listener import Listener
from balance.workflows.planning import budget
from balance.workflows.planning.pairings import Arm
from sims import lineup
from sims.batch import Job
from sims.errors import InputError
from sims.game import Game
from sims.lineup import PlayerSpec

PART, MOST = 10, 500
CHUNKS = 10  # of a variant at least: quick line-ups are not all played before the slow ones begin
TOLD_SECONDS = 10  # a run that takes longer is told beforehand how long


def check(request: Request) -> None:
    """InputError for what cannot be asked of several line-ups at once."""
    for field, given, why in (
        ("players", request.players, "the game's ladder of strength plays (balance rules GAME --players)"),
        ("until", ", ".join(request.until), "line-ups play different numbers of deals"),
        ("best", request.best, "the best variant is told for one line-up: name it with --players"),
        ("baseline", request.baseline, "a saved baseline was played by one line-up"),
    ):
        if given:
            raise InputError(field, given, f"possible with --skill: {why}")


def arms(game: Game, played: Sequence[Arm]) -> list[Arm]:
    """Each variant with equals of every strength: those of the default player first, then from weak to strong."""
    found = list[Arm]()
    for player in _order(game):
        name = str(player)
        for variant, _, label in played:
            own = label if name == game.default_player else _label(label, name)
            found.append(Arm(variant, (player,) * variant.seats, own))
    return found


def _order(game: Game) -> list[PlayerSpec]:
    others = [name for name in game.strength if name != game.default_player]
    return [lineup.parse_player(game, name) for name in (game.default_player, *others)]


def _label(label: str, name: str) -> str:
    """What sets a variant of another line-up apart."""
    return f"players={name}" + ("" if label == "defaults" else f",{label}")


def deals(player: PlayerSpec, most: int) -> int:
    """How many of so many deals a player plays."""
    return min(-(-most // PART), MOST) if player.budget else most


def spec(game: Game) -> SkillSpec:
    """What run.json says of it."""
    return {"players": list(game.strength), "told": game.default_player}


def jobs(found: Sequence[Job]) -> list[list[Job]]:
    """The jobs of each line-up, each with as many deals as it plays."""
    by_player: dict[str, list[Job]] = {}
    for job in found:
        player = job.lineup[0]
        by_player.setdefault(str(player), []).append(replace(job, clusters=deals(player, job.clusters)))
    return list(by_player.values())


def cut(
    rows: Sequence[VariantSpec], groups: Sequence[Sequence[Job]], pilots: Sequence[budget.Pilot], who: Runner
) -> None:
    """Give each variant the deals of its line-up, and chunks that suit the speed of its players."""
    sizes = [
        (job.clusters, budget.chunk_clusters(pilot, job.clusters, len(group), who.count, who.seconds))
        for group, pilot in zip(groups, pilots, strict=True)
        for job in group
    ]
    for row, (clusters, chunk) in zip(rows, sizes, strict=True):
        row.update(resized(row, clusters))
        row["chunk_clusters"] = min(chunk, -(-clusters // CHUNKS))


def tell(
    groups: Sequence[Sequence[Job]], pilots: Sequence[budget.Pilot], threads: int, listener: Listener
) -> None:
    """Say who plays fewer deals, and how long it takes, before it is played."""
    most = max(group[0].clusters for group in groups)
    fewer = {
        str(player): job.clusters
        for (job, *_) in groups
        if job.clusters < most
        for player in job.lineup
        if player.budget
    }
    for player, clusters in fewer.items():
        listener.note(f"{player} plays the first {clusters:,} of the {most:,} deals")
    seconds = sum(pilot.seconds for pilot in pilots) / threads
    if seconds >= TOLD_SECONDS:
        listener.note(f"playing takes about {_rounded(seconds)}")


def _rounded(seconds: float) -> str:
    if seconds < 100:
        return f"{round(seconds, -1):.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 6_000 else f"{seconds / 3_600:.1f} hours"
