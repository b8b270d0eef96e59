"""Numbers and names in words: as many digits as the interval allows, and who played."""

from collections.abc import Sequence
from math import ceil, log10

from balance.stats.estimate import Estimate
from balance.stats.measure import SHARE
from balance.stats.quantiles import WOODRUFF

SPACE, MINUS, DASH = "\N{NO-BREAK SPACE}", "−", "–"
METHODS = {
    "cluster_t": "cluster t",
    "wilson": "Wilson",
    "clopper_pearson": "Clopper–Pearson",
    "woodruff": "Woodruff",
    "shuffled_turns": "cluster t, turns shuffled",
    "max_t": "max-t",
    "bonferroni": "Bonferroni",
    "always_valid": "always valid",
    "paired_t": "paired t",
    "welch_t": "Welch’s t",
    "block_bootstrap": "bootstrap",
}
PERCENT, POINTS = f"{SPACE}%", f"{SPACE}pp"


def method(name: str) -> str:
    """How an interval was got, in words; of a family: by which quantile, too."""
    return listed([METHODS[part] for part in name.split(", ")])


def is_advantage(metric: str) -> bool:
    """Is it a difference from an even share, told with its sign in percentage points?"""
    return metric.startswith(("first_player_advantage", "starter_ends", "early_", "choice_worth_"))


def digits(low: float, high: float, least: int) -> int:
    """Decimals that show an interval's half-width with at least one digit that is not 0."""
    half = (high - low) / 2
    return max(least, ceil(-log10(half))) if half > 0 else least


def number(value: float, decimals: int, *, sign: bool = False) -> str:
    """A number with a true minus, thousands apart; zero has no sign."""
    text = f"{abs(value):,.{decimals}f}"
    if not any(d in text for d in "123456789"):
        return text
    return (MINUS if value < 0 else "+" if sign else "") + text


def value(metric: str, estimate: Estimate) -> str:
    """The value: 32.4 %, +7.4 pp, 24.4; ≥ 24.4 for a length that leaves out capped rounds; – where there is none."""
    if estimate.value is None:
        return DASH
    factor, decimals, suffix = _form(metric, estimate)
    least = f"≥{SPACE}" if estimate.at_least else ""
    return least + number(estimate.value * factor, decimals, sign=is_advantage(metric)) + suffix


def interval(metric: str, estimate: Estimate) -> str:
    """The interval without its unit: 31.7–33.1, +6.7 to +8.1; open where a limit is unknown, – where both are.

    A share is shown within 0–100 %, whatever Student's t says of rare things, unless the value itself is not: luck of
    the deal is a ratio of covariances, and can come out below 0.
    """
    if estimate.low is None and estimate.high is None:
        return DASH
    factor, decimals, _ = _form(metric, estimate)
    signed = is_advantage(metric)
    whole = estimate.unit == SHARE and not signed and (estimate.value is None or 0 <= estimate.value <= 1)
    least, most = (0.0, 1.0) if whole else (-float("inf"), float("inf"))
    low, high = (
        "?" if limit is None else number(min(max(limit, least), most) * factor, decimals, sign=signed)
        for limit in (estimate.low, estimate.high)
    )
    return f"{low} to {high}" if signed or low.startswith(MINUS) else f"{low}{DASH}{high}"


def bounds(metric: str, estimate: Estimate) -> str:
    """What the value would lie between whatever capped rounds had given; "" where nothing was capped."""
    if estimate.bounds is None:
        return ""
    low, high = (
        number(bound * 100, _form(metric, estimate)[1], sign=is_advantage(metric))
        for bound in estimate.bounds
    )
    return f"{low} and {high}"


def share(estimate: Estimate | None) -> str:
    """A value with its interval, for a sentence: 12.3 % (11.9–12.7); "" where there is none. With what it lies between
    whatever capped rounds had given, where there were any: 12.3 % (11.9–12.7; capped 11.8–13.0)."""
    if estimate is None or estimate.value is None:
        return ""
    return f"{value('', estimate)} ({sure(estimate)}{outside('; ', estimate)})"


def outside(before: str, estimate: Estimate, metric: str = "") -> str:
    """What the value lies between whatever capped rounds had given, in short behind `before`; "" where none was."""
    if estimate.bounds is None:
        return ""
    low, high = bounds(metric, estimate).split(" and ")
    return f"{before}capped {low}{' to ' if is_advantage(metric) else DASH}{high}"


def sure(estimate: Estimate) -> str:
    """The interval as it stands in a sentence; the reason for having none stands in the tables."""
    return "no interval" if estimate.low is None and estimate.high is None else interval("", estimate)


def count(n: int, one: str, many: str = "") -> str:
    """1 deal, 10,000 deals."""
    return f"{n:,}{SPACE}{one if n == 1 else many or one + 's'}"


def between(lineup: Sequence[str]) -> str:
    """Who played, for any sentence: "between equal greedy players", "between greedy, greedy and random players"."""
    if len(set(lineup)) == 1:
        return f"between equal {lineup[0]} players"
    return f"between {listed(lineup)} players"


def even_wins(seats: int) -> str:
    """An even share of the wins: 25 %, 33.3 %."""
    share = 100 / seats
    return number(share, 0 if share == round(share) else 1) + PERCENT


def listed(words: Sequence[str]) -> str:
    """a, b and c."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def spoken(name: str) -> str:
    """A name of the declaration as words: paid gift."""
    return name.replace("_", " ")


def sentence(text: str) -> str:
    """With a capital at its head and a full stop at its end."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def _form(metric: str, estimate: Estimate) -> tuple[float, int, str]:
    """Factor, decimals and unit in which an estimate is shown."""
    factor = 100.0 if estimate.unit == SHARE else 1.0
    suffix = POINTS if is_advantage(metric) else PERCENT if factor == 100 else ""
    least = 0 if estimate.method.startswith(WOODRUFF) else 1 if factor == 100 else 2  # quantiles are whole
    if estimate.low is None or estimate.high is None or least == 0:
        return factor, least, suffix
    return factor, digits(estimate.low * factor, estimate.high * factor, least), suffix
