"""What a ladder tried its players by, in words: equals over the seats, hidden worlds, noise."""

from collections.abc import Iterator

from balance.stats.evenness import Seat
from balance.stats.ladder import Ladder
from balance.stats.noise import Noise, Passed, Step
from balance.stats.verdicts import Word
from balance.store.spec import PeekSpec
from reports.words import DASH, POINTS, count, digits, even_wins, listed, number, share


def evenness(found: Ladder, seats: int) -> Iterator[str]:
    """Of matches between equals: whether every seat wins an even share, against the margin, for all players at once."""
    even, uneven, small, open_ = list[str](), list[str](), list[str](), list[str]()
    for name in found.players:
        seen = found.evenness[name]
        worst = max(seen, key=lambda seat: abs(seat.off.value or 0.0))
        words = {seat.word for seat in seen}
        if words == {Word.NO_CHANGE}:
            even.append(name)
        elif words & {Word.CHANGED, Word.UNCLEAR}:
            sure = [seat for seat in seen if seat.word in (Word.CHANGED, Word.UNCLEAR)]
            uneven.append(f"{name} ({_seat(max(sure, key=lambda seat: abs(seat.off.value or 0.0)))})")
        elif words <= {Word.NO_CHANGE, Word.SMALL}:
            small.append(f"{name} ({_seat(worst)})")
        else:
            needed = max((seat.more_needed or 0 for seat in seen), default=0)
            more = f"; about {count(needed, 'further deal')} would tell" if needed else ""
            open_.append(f"{name} ({_seat(worst)}{more})")
    told = [
        *([f"even to within a margin of 1{POINTS} for {listed(even)}"] if even else []),
        *([f"off by little, within the margin, for {listed(small)}"] if small else []),
        *([f"not even for {listed(uneven)}: the seat matters"] if uneven else []),
        *([f"not settled for {listed(open_)}"] if open_ else []),
    ]
    yield f"Between equals, against an even share of {even_wins(seats)} for each seat: {'; '.join(told)}."


def _seat(seat: Seat) -> str:
    """Seat 0: +3.2 pp (+2.1 to +4.3)."""
    if seat.off.value is None or seat.sure is None:
        return f"seat {seat.seat}: {seat.off.reason or 'no interval'}"
    return f"seat {seat.seat}: {_points(seat.off.value, seat.sure)}"


def _points(value: float, limits: tuple[float, float] | None) -> str:
    """+3.2 pp (+2.1 to +4.3)."""
    if limits is None:
        return f"{number(100 * value, 1, sign=True)}{POINTS}"
    low, high = (100 * limit for limit in limits)
    places = digits(low, high, 1)
    told, least, most = (number(x, places, sign=True) for x in (100 * value, low, high))
    return f"{told}{POINTS} ({least} to {most})"


def peeks(found: PeekSpec | None, game: str) -> Iterator[str]:
    """Whether a player decides by what its seat cannot know, as far as this ladder asked."""
    if found is None:
        yield f"Whether a player peeks at hidden cards this run did not ask; balance check {game} does."
        return
    asked = f"{count(found['decisions'], 'decision')} of {listed(found['players'])}"
    how = f"each in {found['worlds']} worlds with what the seat cannot know dealt anew"
    if found["found"]:
        yield f"A player peeks: asked for {asked}, {how}, the answer was not the same for {listed(found['found'])}."
    else:
        yield f"No player peeks: {asked} were asked for again, {how}, and came out the same."


def noise(found: Noise | None) -> Iterator[str]:
    """What the noise test came to: what is won with how much noise, and the verdict."""
    if found is None:
        return
    wins = [f"{share(won) or DASH} with {_noise(level)}" for level, won in found.shares.items()]
    table = "v itself" if found.seats == 2 else "among equals of itself"
    yield (
        f"Noise test, +0.1 being one decision in ten at random: {found.player} {table} wins {listed(wins)}, "
        f"instead of {even_wins(found.seats)} without."
    )
    if found.passed is Passed.NO:
        up = [
            f"from {_noise(s.noise[0])} to {_noise(s.noise[1])} ({step(s)})" for s in found.steps if s.rises
        ]
        why = f"more is won {listed(up)}" if up else _whole(found.whole)
        yield f"The noise test fails: {why}; decisions that lose to chance are no good ones."
    elif found.passed is Passed.YES:
        yield f"The noise test passes: no step up is sure, and {_whole(found.whole)}."
    else:
        more = found.more_needed
        settle = f"; about {count(more, 'further deal')} would tell" if more else ""
        yield f"The noise test is not settled: {found.whole.change.reason or _whole(found.whole)}{settle}."


def step(found: Step) -> str:
    """How the share changes where noise grows: −3.2 pp (−4.3 to −2.1)."""
    change = found.change
    return DASH if change.value is None else _points(change.value, change.widest)


def _whole(found: Step) -> str:
    one, other = map(_noise, found.noise)
    how = "less" if found.falls else "more" if found.rises else "not surely less"
    return f"{how} is won with {other} than with {one}, {step(found)}"


def _noise(level: float) -> str:
    return f"+{level:g}"
