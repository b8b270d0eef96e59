"""How the numbers of a report are made, in words."""

from reports.model import Section, Span, Text

UNIT = (
    "The unit is the |deal|: all rounds and matches that were played with the same cards count as one observation, "
    "since they are not independent. A share or mean is the sum over all deals divided by the number of rounds, "
    "matches or turns; its interval is a 95\N{NO-BREAK SPACE}% one from the spread between deals (|cluster t|: "
    "Student’s t with as many degrees of freedom as deals, less one). Where a deal holds one win-or-not, the interval "
    "is |Wilson’s|; where all deals are alike, it is the exact limit for something never seen in so many deals "
    "(|Clopper–Pearson|); quantiles have |Woodruff’s|. "
)
OPEN = "Since this run is not complete, all intervals are |always valid|: they hold whenever somebody looks and stops. "
MANY = "The intervals are for one number each, not for the largest difference one can find among many."
CAPS = (
    "Rounds that the cap on turns ended are counted and shown, but nobody wins them: shares and means are of the "
    "rounds that ended by the rules, and next to a share stands what it could have been had all capped rounds gone "
    "one way or the other. A match with a capped round is undecided. Of tied winners each has an equal part of the "
    "win. Intervals of shares are cut at 0 and 100\N{NO-BREAK SPACE}%."
)
PLAYERS = "The players are programs. What holds between them need not hold between people, nor between other programs."


def build(*, always_valid: bool) -> Section:
    """The section. always_valid: the run is not complete."""
    numbers = _terms(UNIT + (OPEN if always_valid else "") + MANY)
    return Section("method", "How the numbers are made", [numbers, CAPS, PLAYERS])


def _terms(text: str) -> Text:
    """A sentence whose terms stand between bars."""
    return tuple(Span(part, "em") if i % 2 else part for i, part in enumerate(text.split("|")))
