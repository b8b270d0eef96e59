"""Better weights for a style, found by self-play.

CMA-ES (Hansen 2006) moves a cloud of weights to where candidates win more: in the first leg against the style itself
and the other players that stand up to it best, in each further one against what the last leg found, and again those
that stand up to that. A candidate is worth what it is at the size of table where it is worst. Candidates of a
generation play the same deals, and race: the better half plays on, on more. At last all that was found plays each
other on deals that nobody has seen, and the winner's figure is from others still.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from balance.stats.estimate import Estimate
from balance.stats.influence import Ratio
from balance.stats.measure import SHARE, Measure, estimate
from balance.stats.moments import Moments
from balance.workflows.tuning.contest import Contest
from sims.game import Game
from sims.lineup import PlayerSpec, weight_text
from sims.variants import Variant

HEAT = 200  # matches of a candidate in a generation's first heat; the better half plays twice as many more
RIVALS = 3  # opponents beside the champion
TRIAL = 50  # deals that tell who is no opponent
HOPELESS = 0.8  # an opponent against whom the style goes so far from even to sure teaches nothing
STEPS = (0.3, 0.25, 0.2, 0.15)  # of a weight's size: the cloud that each leg begins with
DIGITS = 3  # of weights
FRESH = 2_000  # deals of the final figure
FINAL = 500  # deals of the finalists' race


@dataclass(frozen=True)
class Found:
    """What tuning came to. figures: for each number of seats, the share of the wins against the untuned style."""

    style: str
    weights: Mapping[str, float]
    generations: int
    matches: int
    opponents: Sequence[str]
    figures: Mapping[int, Estimate]

    @property
    def better(self) -> bool:
        """Is it surely better than the untuned style, with each number of seats?"""
        return all(e.low is not None and e.low > 1 / seats for seats, e in self.figures.items())


class _Scale(NamedTuple):
    """Weights as points: a weight that is 1 there is as large as it was, or as the smallest that counts."""

    names: list[str]
    sizes: np.ndarray

    @classmethod
    def of(cls, weights: Mapping[str, float]) -> "_Scale":
        values = np.abs(list(weights.values()))
        least = 0.3 * np.median(values[values > 0]) if values.any() else 1.0
        return cls(list(weights), np.maximum(values, least))

    def weights(self, point: np.ndarray) -> dict[str, float]:
        return {name: round(float(x), DIGITS) for name, x in zip(self.names, point * self.sizes, strict=True)}


def tune(
    game: Game,
    style: str,
    variants: Sequence[Variant],
    budget: int,
    seed: int,
    threads: int,
    tell: Callable[[str], None],
    fresh: int = FRESH,
) -> Found:
    """Search for about `budget` matches; tell: is given a line now and then. The same arguments give the same weights.

    fresh: deals of the final figure.

    The style's switches stay as they are.
    """
    start = {k: float(v) for k, v in game.players[style].weights.items() if not isinstance(v, bool)}
    scale, untuned = _Scale.of(start), PlayerSpec(style)

    def contest(others: Sequence[PlayerSpec]) -> Contest:
        return Contest(game, variants, others, seed, threads)

    known = [name for name in game.players if name not in ("random", "tuned", style)]
    rivals = [PlayerSpec(name) for name in known]
    point = np.array(list(start.values())) / scale.sizes
    champions, met = [untuned], list[PlayerSpec]()
    deal = played = generations = 0
    for number, step in enumerate(STEPS, 1):
        champion, trial = champions[-1], range(deal, deal + TRIAL)
        others = [other for other in (*champions[:-1], *rivals) if other != champion]
        far = [float(contest([other]).scores([champion], trial).mean()) for other in others]
        hardest = sorted((score, place) for place, score in enumerate(far) if score < HOPELESS)
        kept = [others[place] for _, place in hardest[:RIVALS]]
        leg = _Leg(contest([champion, *kept]), style, scale, trial.stop)
        played += len(others) * TRIAL * sum(v.seats for v in variants)
        met += [other for other in (champion, *kept) if other not in met]
        names = ", ".join(_named(other, champions) for other in leg.contest.opponents)
        tell(f"leg {number} of {len(STEPS)}: against {names}")
        point = leg.search(point, step, budget // len(STEPS), seed + number)
        deal, played, generations = leg.deal, played + leg.played, generations + leg.generations
        champions.append(_player(style, scale.weights(point)))
    heat = range(deal, deal + FINAL)
    best = champions[int(contest(champions).scores(champions, heat).mean(axis=2).min(axis=1).argmax())]
    last = range(heat.stop, heat.stop + fresh)
    figures = {v.seats: _figure(contest([untuned]), best, untuned, v, last) for v in variants}
    weights = {**start, **{k: float(v) for k, v in best.weights.items()}}
    named = [str(player) for player in met if player not in champions[1:]]
    return Found(style, weights, generations, played, named, figures)


class _Leg:
    """A search against the same opponents. deal: the next that nobody has seen."""

    def __init__(self, contest: Contest, style: str, scale: _Scale, deal: int) -> None:
        self.contest, self.deal = contest, deal
        self.played = self.generations = 0
        self._style, self._scale = style, scale

    def search(self, start: np.ndarray, step: float, budget: int, seed: int) -> np.ndarray:
        """Where the cloud came to, from a point on, in about `budget` matches."""
        from cmaes import CMA

        search = CMA(mean=start, sigma=step, seed=seed)
        while self.played < budget:
            points = [search.ask() for _ in range(search.population_size)]
            players = [_player(self._style, self._scale.weights(point)) for point in points]
            ranks = self._race(players)
            search.tell([(point, float(rank)) for point, rank in zip(points, ranks, strict=True)])
            self.generations += 1
        found: np.ndarray = search.mean
        return found

    def _race(self, players: Sequence[PlayerSpec]) -> np.ndarray:
        """Places of a generation, 0 the best: who falls back in the first heat stays there."""
        first = range(self.deal, self.deal + max(4, HEAT // self.contest.matches))
        heat = self.contest.scores(players, first).sum(axis=2)
        order = np.argsort(-heat.min(axis=1), kind="stable")
        ahead, behind = np.split(order, [len(players) // 2])
        second = range(first.stop, first.stop + 2 * len(first))
        more = self.contest.scores([players[i] for i in ahead], second).sum(axis=2)
        ahead = ahead[np.argsort(-(heat[ahead] + more).min(axis=1), kind="stable")]
        self.deal = second.stop
        self.played += self.contest.matches * (len(first) * len(players) + len(second) * len(ahead))
        ranks = np.empty(len(players), int)
        ranks[[*ahead, *behind]] = np.arange(len(players))
        return ranks


def _named(player: PlayerSpec, champions: Sequence[PlayerSpec]) -> str:
    """What the player is called while the search goes on: by the leg that found it, if one did."""
    return f"what leg {champions.index(player)} found" if player in champions[1:] else str(player)


def _player(style: str, weights: Mapping[str, float]) -> PlayerSpec:
    return PlayerSpec(style, dict(weights))


def _figure(
    contest: Contest, player: PlayerSpec, untuned: PlayerSpec, variant: Variant, deals: range
) -> Estimate:
    """The share of the wins against the untuned style, clusters being deals."""
    unit = 12 * variant.seats * len(deals)  # every share of a deal is a whole number of parts of it
    shares = contest.shares(player, untuned, variant, deals)
    moments = Moments(["won", "deals"])
    moments.add(
        len(deals), {"won": np.rint(shares * unit).astype(np.int64), "deals": np.full(len(deals), unit)}
    )
    return estimate(Measure("", (Ratio("won", "deals"),), SHARE, "deals", ""), moments)


def told(found: Found, command: str, library: str) -> str:
    """The text of weights.toml: the weights, how they were found, and what repeats it."""
    figures = [f'    "{_measured(seats, e)}",' for seats, e in found.figures.items()]
    how = (
        f"{len(STEPS)} legs, {found.generations} generations of CMA-ES ({library}), {found.matches:,} matches against "
        f"{', '.join(found.opponents)} and what earlier legs found"
    )
    weights = [f"{name} = {weight_text(value)}" for name, value in found.weights.items()]
    return "\n".join(
        [
            "# The player `tuned`: a style with weights found by self-play. What finds them again:",
            f"#     {command}",
            "",
            "[tuned]",
            f'style = "{found.style}"',
            f'found = "{how}"',
            "measured = [",
            *figures,
            "]",
            "",
            "[tuned.weights]",
            *weights,
            "",
        ]
    )


def _measured(seats: int, share: Estimate) -> str:
    """The figure of one number of seats, in words."""
    won, low, high = (100 * (x or 0.0) for x in (share.value, share.low, share.high))
    return (
        f"{seats} seats: one among untuned ones wins {won:.1f} % ({low:.1f} to {high:.1f}; {100 / seats:.3g} is even; "
        f"{share.clusters:,} fresh deals)"
    )
