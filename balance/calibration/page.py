"""The table of a calibration as text for a terminal and as a page in Markdown."""

from collections.abc import Iterable
from itertools import groupby

from balance.calibration.checks import Check

TIERS = {
    1: "Exact values against published ones: nothing is played",
    2: "Played on the kernel, measured by the statistics: all together at 99 % (Holm)",
    3: "Intervals and pairing: do they say what is true as often as they should?",
}
"""What each tier is, in a line."""
COLUMNS = ("expected", "found (95 % interval)", "n", "method", "ok")
READ = """What rests on play or simulation stands with its 95 % interval; *n* counts deals, or
simulated tables. Whether the values of the second part hold is asked of all together: a right program calls any of
them wrong once in a hundred calibrations."""
WIDTH, QUANTITY = 80, 23  # columns of a terminal, and of these for what is checked, at most


def text(checks: Iterable[Check]) -> str:
    """A table for each tier, at most 80 columns wide; what is checked stands under its subject."""
    lines = []
    for tier, of_tier in groupby(checks, key=lambda check: check.tier):
        rows = list(of_tier)
        cells = [_cells(check) for check in rows]
        widths = [max(len(row[i]) for row in [COLUMNS, *cells]) for i in range(len(COLUMNS))]
        lines += ["", TIERS[tier], _line("", COLUMNS, widths)]
        before = ""
        for check, row in zip(rows, cells, strict=True):
            subject, _, quantity = check.what.rpartition(": ")
            lines += [subject] if subject and subject != before else []
            before = subject
            lines.append(_line(f"  {quantity}" if subject else quantity, row, widths))
    return "\n".join(lines[1:]) + "\n"


def _line(first: str, cells: Iterable[str], widths: list[int]) -> str:
    told = "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
    room = min(QUANTITY, WIDTH - 1 - len(told))
    if len(first) > room:
        return f"{first}\n{'':<{room}} {told}".rstrip()
    return f"{first:<{room}} {told}".rstrip()


def _cells(check: Check) -> tuple[str, ...]:
    method = check.method.replace("cluster_t", "t").replace("paired_t", "t").replace("_", " ")
    return check.expected, _found(check), _short(check.n), method, "✓" if check.holds else "✗"


def _found(check: Check) -> str:
    if check.low is None or check.high is None:
        digits = 12 if check.tier == 1 else 4
        return f"{check.found:.0f}" if check.found.is_integer() else f"{check.found:.{digits}g}"
    to = " to " if check.low < 0 else "–"
    return f"{check.found:.5f} ({check.low:.5f}{to}{check.high:.5f})".replace("-", "−")


def _short(n: int) -> str:
    """20,000 as 20k, 2,000,000 as 2M."""
    for size, unit in ((1_000_000, "M"), (1_000, "k")):
        if n >= size:
            return f"{n / size:.3g}{unit}"
    return str(n)


def summary(checks: list[Check]) -> str:
    """How many there are, and whether all hold."""
    exact, coverage = (sum(check.tier in tiers for check in checks) for tiers in ((1, 2), (3,)))
    wrong = sum(not check.holds for check in checks)
    told = f"{exact} exact values" + (f" and {coverage} tests of the statistics" if coverage else "")
    return f"{told}: {f'{wrong} do not hold' if wrong else 'all hold'}"


def markdown(checks: list[Check], command: str, version: str, date: str) -> str:
    """The page that `make calibrate` writes."""
    lines = [
        "# Calibration",
        "",
        f"Version {version}, {date}: {summary(checks)}. Made anew by `make calibrate` (`{command}`).",
        "",
        READ,
    ]
    for tier, of_tier in groupby(checks, key=lambda check: check.tier):
        lines += ["", f"## {TIERS[tier]}", "", _row("what", *COLUMNS), "|---|" + "---|" * len(COLUMNS)]
        for check in of_tier:
            expected, found, _, _, holds = _cells(check)
            lines.append(
                _row(check.what, expected, found, f"{check.n:,}", check.method.replace("_", " "), holds)
            )
    return "\n".join(lines) + "\n"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
