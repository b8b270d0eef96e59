"""The speed figures of the toolkit, as people get them: `make bench`, or `python tests/bench/bench.py rounds greedy`.

Everything is measured on the `balance` command in processes of its own, and speeds are what `balance sweep --json`
tells (decisions through seconds of play: from the first match to the last committed shard). Where a figure is a ratio,
both sides are played in turn. Beside each group stands how fast a plain SplitMix64 loop ran at the same time: a machine
that does other work, or a slower one, shows there first. Always exits with 0: the figures are to be read.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple

from processes import BALANCE, Sweep, first_match, kernel, played, process, reference, sweep

RANDOM = ("--seats", 2, "--players", "random", "--no-report", "--quiet")
GREEDY = ("--seats", 2, "--players", "greedy", "--no-report", "--quiet")
ALL_LOGS = ("--log", "moves", "--log-budget", "100GiB")


class Figure(NamedTuple):
    """One line of the table. most: the target is not to be exceeded (else: to be reached)."""

    what: str
    measured: float
    unit: str
    target: float
    most: bool = False

    @property
    def ratio(self) -> float:
        """At least 1 where the target is met."""
        return self.target / self.measured if self.most else self.measured / self.target


def rounds(repeats: int) -> list[Figure]:
    """Random players without move logs, on one thread and on two, in turn: over 2 s of play each."""
    one, two = [], []
    for _ in range(repeats):
        one.append(sweep(*RANDOM, "--log", "rounds", "--threads", 1, "--matches", 200_000).speed)
        two.append(sweep(*RANDOM, "--log", "rounds", "--threads", 2, "--matches", 400_000).speed)
    ratios = [b / a for a, b in zip(one, two, strict=True)]
    return [
        Figure("random, --log rounds, one thread", median(one), "M decisions/s", 40),
        Figure("… two threads over one", median(ratios), "×", 1.8),
    ]


def tables(repeats: int) -> list[Figure]:
    """Random players, all four tables, on one thread and on two, in turn."""
    one, two = [], []
    for _ in range(repeats):
        one.append(sweep(*RANDOM, *ALL_LOGS, "--threads", 1, "--matches", 50_000))
        two.append(sweep(*RANDOM, *ALL_LOGS, "--threads", 2, "--matches", 90_000))
    return [
        Figure("random, four tables, one thread", median(s.speed for s in one), "M decisions/s", 8),
        Figure("random, four tables, two threads", median(s.speed for s in two), "M decisions/s", 15),
        Figure("moves, random", bytes_a_row(one[0]), "bytes a row", 2.0, most=True),
    ]


def greedy(repeats: int) -> list[Figure]:
    """Greedy players: speed without move logs, size with them."""
    words = (*GREEDY, "--log", "rounds", "--threads", 1, "--matches", 70_000)
    speed = median(sweep(*words).speed for _ in range(repeats))
    logged = sweep(*GREEDY, *ALL_LOGS, "--matches", 10_000)
    return [
        Figure("greedy, --log rounds, one thread", speed, "M decisions/s", 10),
        Figure("moves, greedy", bytes_a_row(logged), "bytes a row", 1.4, most=True),
    ]


def bytes_a_row(played: Sweep) -> float:
    """Bytes of the moves files for each of their rows."""
    rows, size = played.files["moves"]
    return size / rows


def memory(_: int) -> list[Figure]:
    """Peak memory of a short run and a long one, report included; turns and moves as far as 200 MB go."""
    peaks = []
    for matches in (10_000, 1_000_000):
        words = ("--players", "random", "--log-budget", "200MB", "--matches", matches, "--quiet")
        peaks.append(
            Figure(f"peak memory, {matches:,} matches", sweep(*words).used.peak, "MiB", 1024, most=True)
        )
    return peaks


def start(repeats: int) -> list[Figure]:
    """The first start on a machine, those after it, and the help."""
    with tempfile.TemporaryDirectory(prefix="bench-") as empty:
        words, own = ("--matches", 2, "--log", "rounds", "--no-report"), {"BALANCE_CACHE_DIR": empty}
        first, second = sweep(*words, env=own), sweep(*words, env=own)
        again = median(first_match(own) for _ in range(repeats))
    told = "" if "compiling" in first.used.err else " (not told!)"
    helped = median(process(BALANCE, "--help").cpu for _ in range(repeats + 2))
    return [
        Figure(f"first start: compiling{told}", first.told["seconds"]["compile"], "s", 12, most=True),
        Figure(
            "… on a machine that does nothing else", first.used.cpu - second.used.cpu, "s CPU", 12, most=True
        ),
        Figure("second start: to the first match", again, "s CPU", 1.5, most=True),
        Figure("balance --help", helped, "s CPU", 0.3, most=True),
    ]


OTHERS = {  # game: matches of random players and of greedy ones, about 3 s of play each; what they are to reach
    "conquian": (250_000, 4, 150_000, 2),
    "spite_malice": (10_000, 15, 5_000, 3),
    "lonja": (150_000, 10, 40_000, 2),
}


def others(repeats: int) -> list[Figure]:
    """The other three games: random and greedy players without move logs on one thread, and the first compile."""
    figures = []
    for game, (random_matches, random_target, greedy_matches, greedy_target) in OTHERS.items():
        for players, matches, target in (
            ("random", random_matches, random_target),
            ("greedy", greedy_matches, greedy_target),
        ):
            words = ("--players", players, "--matches", matches, "--log", "rounds", "--no-report")
            speed = median(sweep(*words, "--threads", 1, game=game).speed for _ in range(repeats))
            figures.append(Figure(f"{game}, {players}, one thread", speed, "M decisions/s", target))
        with tempfile.TemporaryDirectory(prefix="bench-") as empty:
            words, own = ("--matches", 2, "--log", "rounds", "--no-report"), {"BALANCE_CACHE_DIR": empty}
            first = sweep(*words, game=game, env=own).told["seconds"]["compile"]
        figures.append(Figure(f"{game}, first start: compiling", first, "s", 20, most=True))
    return figures


CALIBRATION = {
    "tictactoe": (500_000, 6),
    "pig": (60_000, 0.6),
    "kuhn": (1_000_000, 20),
}  # matches; to be reached


def calibration(repeats: int) -> list[Figure]:
    """Short games on the kernel alone: random players, one thread, results in columns, not written."""
    return [
        Figure(
            f"{game}, random, kernel alone",
            median(kernel(game, matches, repeats)) / 1e6,
            "M matches/s",
            target,
        )
        for game, (matches, target) in CALIBRATION.items()
    ]


SEARCHED: dict[str, tuple[int, dict[str, int], float]] = {
    "konflikt": (20, {}, 6),
    "conquian": (200, {"deals": 1}, 8),
    "lonja": (60, {}, 30),
    "spite_malice": (2, {}, 0.2),
}  # matches; parameters; to be reached


def search(_: int) -> list[Figure]:
    """Search players in both seats, 200 rollouts a decision by random players: one thread, the kernel alone."""
    return [
        Figure(
            f"{game}, search:200", kernel(game, matches, 1, "search:200", **values)[0], "matches/s", target
        )
        for game, (matches, values, target) in SEARCHED.items()
    ]


def whole(_: int) -> list[Figure]:
    """The main job on two threads, from the command to its end."""
    words = ("--seats", 4, "--vary", "coin_supply=0:24:4", "--threads", 2, "--quiet")
    return [Figure("7 variants × 10,000, 4 seats, logs, report", sweep(*words).used.wall, "s", 40, most=True)]


def report(repeats: int) -> list[Figure]:
    """`balance report` of 10,000 matches with their moves: the page, and how much longer with the PDF beside it."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        run = played(Path(folder), "--log-budget", "10GiB")
        page, both = [], []
        for _ in range(repeats):
            page.append(process(BALANCE, "report", run))
            both.append(process(BALANCE, "report", run, "--html", "--pdf"))
        more = median(b.cpu - a.cpu for a, b in zip(page, both, strict=True))
        size = (run / "report.html").stat().st_size / 2**20
    return [
        Figure("report, 10,000 matches", median(one.wall for one in page), "s", 8, most=True),
        Figure(
            "… on a machine that does nothing else", median(one.cpu for one in page), "s CPU", 8, most=True
        ),
        Figure("… PDF beside it", more, "s CPU", 2, most=True),
        Figure("… size of the page", size, "MiB", 5, most=True),
    ]


def large(_: int) -> list[Figure]:
    """`balance report` of 12 variants with 100 million logged moves, which take minutes to play and 0.4 GB of disk."""
    words = ("--seats", 4, "--vary", "coin_supply=2:24:2", "--matches", 24_000, "--log-budget", "20GiB")
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        used = process(BALANCE, "report", played(Path(folder), *words))
    return [
        Figure("report, 100 million moves", used.wall, "s", 60, most=True),
        Figure("… its peak memory", used.peak, "MiB", 2048, most=True),
    ]


GROUPS: dict[str, Callable[[int], list[Figure]]] = {
    group.__name__: group
    for group in (rounds, tables, greedy, memory, start, others, calibration, search, whole, report, large)
}


def main() -> None:
    """Measure the groups asked for and print a table, each line as soon as it is known."""
    parser = argparse.ArgumentParser(description="Measure the speed figures.")
    known = "; ".join(f"{name}: {(group.__doc__ or '').rstrip('.')}" for name, group in GROUPS.items())
    parser.add_argument(
        "groups", nargs="*", metavar="GROUP", help=f"which figures (all if none is named). {known}"
    )
    parser.add_argument("--repeats", type=int, default=3, help="of what is noisy; the median counts (3)")
    asked = parser.parse_args()
    unknown = set(asked.groups) - set(GROUPS)
    if unknown:
        parser.error(f"{', '.join(sorted(unknown))}: known are {', '.join(GROUPS)}")
    print(f"{'figure':<44}{'measured':>10} {'unit':<14}{'target':>8}{'ratio':>8}{'reference':>13}")
    for name, group in GROUPS.items():
        if asked.groups and name not in asked.groups:
            continue
        before = reference()
        figures = group(max(asked.repeats, 1))
        nanoseconds = (before + reference()) / 2
        for line in figures:
            target = f"{'≤' if line.most else '≥'} {line.target:g}"
            print(
                f"{line.what:<44}{line.measured:>10.3g} {line.unit:<14}{target:>8}{line.ratio:>8.2f}"
                f"{nanoseconds:>10.2f} ns",
                flush=True,
            )
    print(
        "ratio: 1 or more is on target. reference: one iteration of SplitMix64, before and after.",
        file=sys.stderr,
    )


if __name__ == "__main__":
    main()
