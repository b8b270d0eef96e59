"""Cycles: players each of whom beats the next, and the last the first."""

from collections.abc import Collection


def cycles(beats: Collection[tuple[str, str]]) -> list[list[str]]:
    """All cycles of three, and of longer ones a shortest through every step that is in no shorter one.

    beats: pairs (winner, loser). Each cycle begins with the name that comes first in the alphabet.
    """
    after: dict[str, list[str]] = {}
    for one, other in sorted(beats):
        after.setdefault(one, []).append(other)
    found: list[list[str]] = []
    for one, other in sorted(beats):
        back = [third for third in after.get(other, []) if one in after.get(third, [])]
        found.extend(_begun([one, other, third]) for third in back)
    covered = {step for cycle in found for step in _steps(cycle)}
    for one, other in sorted(beats):
        way = _shortest(after, other, one)
        if (one, other) not in covered and way is not None:
            found.append(_begun([one, *way[:-1]]))
            covered.update(_steps(found[-1]))
    return sorted({tuple(cycle): cycle for cycle in found}.values(), key=lambda cycle: (len(cycle), cycle))


def _begun(cycle: list[str]) -> list[str]:
    first = cycle.index(min(cycle))
    return cycle[first:] + cycle[:first]


def _steps(cycle: list[str]) -> list[tuple[str, str]]:
    return list(zip(cycle, [*cycle[1:], cycle[0]], strict=True))


def _shortest(after: dict[str, list[str]], start: str, end: str) -> list[str] | None:
    """A shortest way from start to end, both in it; None where there is none."""
    ways = [[start]]
    seen = {start}
    for way in ways:  # grows while it is read: breadth first
        if way[-1] == end:
            return way
        for name in after.get(way[-1], []):
            if name not in seen:
                seen.add(name)
                ways.append([*way, name])
    return None
