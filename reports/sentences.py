"""What came out, in sentences that name the players and say no more than the intervals do."""

from collections.abc import Iterator
from dataclasses import replace

from balance.stats.estimate import Estimate
from balance.stats.measure import SHARE
from balance.store.spec import VariantSpec
from reports.context import Context
from reports.words import DASH, PERCENT, bounds, count, even_wins, listed, sentence, sure, value

FEW = 8  # variants that are told one by one


def starters(context: Context) -> list[str]:
    """Who starts: a sentence for each variant; of many for the baseline, the lowest and the highest."""
    variants = context.variants
    if len(variants) <= FEW:
        return [starter(context, variant) for variant in variants]
    if len(context.tables) > 1:
        told = [starter(context, variant) for variant in context.baselines]
        return [*told, f"The other {len(variants) - len(told)} variants stand in the tables below."]
    metric = "first_player_advantage"
    ordered = [
        v for v in variants if context.estimate(v, metric).value is not None and not context.carries(v)
    ]
    ordered.sort(key=lambda v: context.estimate(v, metric).value or 0.0)
    chosen = {v["variant"]: v for v in (*context.baselines, *ordered[:1], *ordered[-1:])}
    told = [starter(context, variant) for variant in chosen.values()]
    warning = (
        f"These are the baseline, the lowest and the highest of {len(variants)} variants: that they are the lowest "
        "and the highest is in part chance."
    )
    return [*told, warning]


def starter(context: Context, variant: VariantSpec) -> str:
    """How often the starter won, beside an even share."""
    if variant["seats"] == 1:
        return sentence(f"{context.among(variant)} one seat plays alone, with nobody to win against")
    carried = context.carries(variant)
    found = context.estimate(variant, "first_player_advantage_match" if carried else "first_player_advantage")
    even = 1 / variant["seats"]
    who = f"{context.among(variant)} {'seat 0, which starts the first round,' if carried else 'the starter'}"
    if found.value is None:
        return sentence(f"{who}'s share of the wins is unknown: {found.reason}")
    tied = context.estimate(variant, "tied_rounds")
    if tied.value == 1 and not carried:
        return sentence(
            f"{context.among(variant)} nobody won alone: all {count(tied.n, 'round')} that ended by the rules were "
            f"tied ({sure(tied)} of rounds, {count(tied.clusters, 'deal')}), so nothing is known of starting"
        )
    mixed = " on average over who starts" if len(set(variant["lineup"])) > 1 else ""
    instead = (
        f" instead of {even_wins(variant['seats']).removesuffix(PERCENT)}" if even_lineup(variant) else ""
    )
    moved = _moved(found, even)
    size = count(found.clusters, "deal")
    what = "matches" if carried else "rounds"
    text = f"{who} wins {of_100(moved)} {what}{mixed}{instead} ({_limits(moved)}; {size})"
    if instead and found.low is not None and found.high is not None and found.low <= 0 <= found.high:
        text += "; an even share lies within the interval"
    if carried:
        return sentence(
            f"{text}; points are carried across rounds ({carried}), so rounds are told by number below"
        )
    return sentence(text + _whatever(context, variant, moved))


def of_100(share: Estimate) -> str:
    """A share as one counts it: 32.4 of 100."""
    return f"{value('', share).removesuffix(PERCENT)} of 100"


def _limits(share: Estimate) -> str:
    """Its interval in words: 31.7 to 33.1."""
    return sure(share).replace(DASH, " to ")


def length(context: Context, variant: VariantSpec) -> str:
    """How long a round lasts, as a clause; "" where none ended by the rules."""
    mean = context.estimate(variant, "turns_mean")
    if mean.value is None:
        return ""
    least = "at least " if context.estimate(variant, "capped").value else ""
    return (
        f"a round lasts {least}{value('', replace(mean, at_least=False))} turns on average ({_limits(mean)})"
    )


def ties(context: Context, variant: VariantSpec) -> str:
    """How many rounds have several winners, as a clause; "" where that says nothing."""
    tied = context.estimate(variant, "tied_rounds")
    if tied.value is None or variant["seats"] == 1 or context.carries(variant):
        return ""
    return f"the number of tied rounds is {of_100(tied)} ({_limits(tied)})"


def even_lineup(variant: VariantSpec) -> bool:
    """Does each distinct player fill as many seats as the others? If not, an even share is no yardstick."""
    seats = [variant["lineup"].count(player) for player in variant["lineup"]]
    return len(set(seats)) == 1


def facts(context: Context, variant: VariantSpec) -> list[str]:
    """The other sentences about a variant: ties, seats, lengths, caps."""
    return [sentence(text) for text in _facts(context, variant)]


def _facts(context: Context, variant: VariantSpec) -> Iterator[str]:
    found, who = context.measured[variant["variant"]], context.among(variant)
    tied, decisive = found["tied_rounds"], found["first_player_advantage_decisive"]
    if tied.value is not None and variant["seats"] > 1 and not context.carries(variant):
        text = f"{who} {_told(tied)} of rounds had several winners"
        if decisive.value is not None and tied.value > 0:
            alone = _moved(decisive, 1 / variant["seats"])
            text += f"; of the rounds with one winner the starter won {_told(alone)}"
        yield text
    seats = [found[f"win_share_seat_{seat}"] for seat in range(variant["seats"])]
    if len(seats) > 1 and all(seat.value is not None for seat in seats):
        shares = listed([_told(seat) for seat in seats])
        yield f"{who} {_all(len(seats))} won {shares} of matches; seat 0 starts the first round"
    mean, median, late = (found[name] for name in ("turns_mean", "turns_median", "turns_p95"))
    if mean.value is not None:
        least = "at least " if found["capped"].value else ""
        text = f"{who} a round lasted {least}{value('', mean)} turns on average ({sure(mean)})"
        if median.value is not None:
            text += f"; half of the rounds took at most {median.value:.0f}"
        if late.value is not None:
            text += f", 95{PERCENT} at most {late.value:.0f}"
        yield text
    capped, matches = found["capped"], found["capped_matches"]
    if capped.value:
        yield (
            f"{who} the cap on turns ended {_told(capped)} of rounds, and {_told(matches)} of matches are undecided; "
            "shares are of those that ended by the rules"
        )
    elif matches.value:
        yield (
            f"{who} no round met the cap on turns, but the cap on rounds ended {_told(matches)} of matches, which are "
            "undecided; shares are of those that ended by the rules"
        )
    else:
        yield f"{who} every round ended by the rules: none met the cap on turns"


def _all(seats: int) -> str:
    return "seats 0 and 1" if seats == 2 else f"seats 0 to {seats - 1}"


def _told(share: Estimate) -> str:
    """A share with its interval: 12.3 % (11.9–12.7)."""
    return f"{value('', share)} ({sure(share)})"


def _moved(advantage: Estimate, even: float) -> Estimate:
    """An advantage as the share it is above an even one."""

    def up(x: float | None) -> float | None:
        return None if x is None else x + even

    limits = None
    if advantage.bounds is not None:
        limits = (advantage.bounds[0] + even, advantage.bounds[1] + even)
    return Estimate(
        up(advantage.value), up(advantage.low), up(advantage.high), advantage.n, advantage.clusters,
        advantage.method, SHARE, limits, advantage.reason,
    )  # fmt: skip


def _whatever(context: Context, variant: VariantSpec, share: Estimate) -> str:
    """What capped rounds could change, where there were any."""
    if share.bounds is None:
        return ""
    capped = context.estimate(variant, "capped")
    return f"; between {bounds('', share)}{PERCENT} whatever the {value('', capped)} capped rounds would have given"
