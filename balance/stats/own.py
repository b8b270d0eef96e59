"""A game's own metrics as measures and quantiles; the five forms are those of `sims.game.GameMetric`."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from balance.stats.influence import Ratio
from balance.stats.layout import MATCHES, OF_ROUNDS, ROUNDS, TURNS, Layout, Over, Quantile, one
from balance.stats.measure import SHARE, Measure
from sims.own_metrics import MetricRow, holds


def own(layout: Layout) -> Iterator[Measure | Quantile]:
    """All of a variant, in declared order."""
    for metric in layout.metrics:
        if "top" in metric:
            yield from _ratios(metric, layout.seats)
        elif "quantiles_of" in metric:
            yield from _quantiles(metric)
        elif "first" in metric:
            yield from _first(metric)
        elif "early" in metric:
            yield _early(metric, layout.seats)
        else:
            yield from _without(metric, layout)


def _ratios(metric: MetricRow, seats: int) -> Iterator[Measure]:
    name, top, per, meaning = metric["name"], metric["top"], metric["per"], metric["meaning"]
    words = per.replace("_", " ")
    over = {"round": ROUNDS, "turn": TURNS}.get(per, Over(f"quantity:{per}", None, words, OF_ROUNDS))
    yield one(name, f"quantity:{top}", over, meaning, metric["unit"])
    for p in range(seats if metric.get("by_position") else 0):
        whose = f"{meaning}; of the seat in position {p}" if p else f"{meaning}; of the starter"
        yield one(f"{name}_position_{p}", f"quantity:{top}:{p}", over, whose, metric["unit"])


def _quantiles(metric: MetricRow) -> Iterator[Quantile]:
    for percent in metric["at"]:
        yield Quantile(
            f"{metric['name']}_p{percent}",
            metric["quantiles_of"],
            Fraction(percent, 100),
            ROUNDS,
            metric["unit"],
            f"{metric['meaning']}: what {percent} % of the rounds keep to",
        )


def _first(metric: MetricRow) -> Iterator[Measure]:
    """Cumulative incidence: of all rounds, not of those in which the turn came."""
    for turns in metric["by"]:
        meaning = f"{metric['meaning']}, within the first {turns} turns"
        yield one(f"{metric['name']}_by_{turns}", f"came:{metric['first']}:{turns}", ROUNDS, meaning)


def _early(metric: MetricRow, seats: int) -> Measure:
    """Over the first deals whose turns were logged (`balance.store.clusters.FIRST`)."""
    stock, meaning = metric["early"], f"{metric['meaning']}, less an even share of 1/{seats}"
    ratio = Ratio(f"early_share:{stock}", f"early_leads:{stock}")
    words = f"rounds of the first deals logged with one leader in {stock.replace('_', ' ')} after a third of the turns"
    logged = (f"early_logged:{stock}", "turns were not logged")
    return Measure(metric["name"], (ratio,), SHARE, words, meaning, -Fraction(1, seats), among=logged)


def _without(metric: MetricRow, layout: Layout) -> Iterator[Measure]:
    """½ Σ |w − w°|, of rounds and of matches.

    Both re-score the same play: what was decided for the sake of the result stays as it was. Where it adds to points
    of a later round than the one it was earned in (`match_only`), a round's figure would speak of that round alone,
    and there is none. Where only a rest is carried (Konflikt's `keep_odd`: fewer coins than make a point), each round's
    points still hold what scored in it, the rest of earlier rounds included, so its figure stands.
    """
    name, result = metric["name"], metric["without"]
    rounds = one(name, f"moved:round:{result}", ROUNDS, f"{metric['meaning']}, of rounds")
    if holds(metric.get("match_only", {}), layout.parameters):
        rounds = replace(rounds, withheld=f"{metric.get('because', '')}: see {name}_match")
    yield rounds
    yield one(f"{name}_match", f"moved:match:{result}", MATCHES, f"{metric['meaning']}, of matches")
