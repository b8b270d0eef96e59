"""Konflikt told for people (see `sims.telling`): what a seat took and from where, what became of it, coins."""

from collections.abc import Iterable, Iterator
from textwrap import wrap

from sims.games.konflikt.rules import CARDS_OUT, NONE, ORDER, PICK_OPEN, PICK_STACK, SEATS, SOURCES, TARGET
from sims.games.konflikt.words import RANKS, deal
from sims.replay import Step

LEGEND = "T (1:TA7) is a ten taken from stack 1, where TA7 lay, top first. Behind the bar: buildings / coins / supply."
WIDTH = 76


def dealt(step: Step) -> Iterator[str]:
    """Stacks, open cards, and the standing before the first turn."""
    cards = deal(step.rules, step.after)
    stacks = " ".join(f"{i}:{''.join(stack)}" for i, stack in enumerate(cards["stacks"]))
    yield from wrap(f"stacks {stacks}", WIDTH, subsequent_indent="       ")
    yield from wrap(f"open {' '.join(cards['open'])}", WIDTH, subsequent_indent="     ")
    yield f"to begin with | {_standing(step)}"


def turn(steps: list[Step]) -> str:
    """One turn: the cards taken, each with where it lay; the fate of each in order of resolution; coins."""
    places: list[str] = []
    taken: list[int] = []
    for step in steps:
        kind = step.move["kind"]
        if kind == PICK_STACK:
            places.append(_stack(step))
        elif kind == ORDER:
            taken = [int(rank) for rank in step.after.picks]
        else:
            taken.append(step.move["card"])
            if kind == PICK_OPEN:
                places.append("open")
            places[-1] = f"{RANKS[taken[-1]]} ({places[-1]})"
    last = steps[-1]
    fate = ", ".join([*_fates(last, taken), *_coins(last), *_refilled(last)])
    return f"seat {last.move['seat']} takes {', '.join(places)}: {fate} | {_standing(last)}"


def ended(step: Step) -> Iterator[str]:
    """Why the round ended; the points of each seat and what they are made of; coins kept for the next round."""
    state = step.after
    if state.end_reason == TARGET:
        by = "by a gift" if state.ender != step.move["seat"] else "in its own turn"
        yield f"seat {state.ender} has reached the target, {by}"
    else:
        yield (
            "no cards are left"
            if state.end_reason == CARDS_OUT
            else "the cap on turns ends the round: no points"
        )
    parts = {"buildings": state.from_buildings, "coins": state.from_coins, "the end": state.from_bonus}
    told = " + ".join(f"{_row(step, row)} for {name}" for name, row in parts.items())
    yield f"points {_row(step, state.points)} = {told}"
    if any(int(coins) for coins in state.kept):
        yield f"coins kept {_row(step, state.kept)}"


def _row(step: Step, numbers: Iterable[int]) -> str:
    return "·".join(str(number) for number in list(numbers)[: int(step.after.seats)])


def _standing(step: Step) -> str:
    state = step.after
    return f"{_row(step, state.buildings)} / {_row(step, state.coins)} / {state.supply}"


def _stack(step: Step) -> str:
    """The stack that is looked into, as it lies."""
    place, size = step.move["place"], int(step.rules.stack_size)
    cards = step.before.stack_card[place * size : place * size + int(step.before.stack_len[place])]
    return f"{place}:{''.join(RANKS[rank] for rank in cards)}"


def _fates(step: Step, taken: list[int]) -> Iterator[str]:
    """What became of each card, equal ones together, and how many of the rank then lie together."""
    for rank in dict.fromkeys(taken):
        name, s = RANKS[rank] * taken.count(rank), "s" if taken.count(rank) == 1 else ""
        owner, owned = int(step.before.owner[rank]), int(step.before.owned[rank])
        now, holds = int(step.after.owner[rank]), int(step.after.owned[rank])
        so = "(building)" if holds == 4 else f"(now {holds})"
        if holds == owned:
            yield f"{name} set aside"
        elif owner == NONE:
            yield f"{name} new"
        elif now != owner:
            yield f"{name} rob{s} seat {owner} {so}"
        elif owner == step.move["seat"]:
            yield f"{name} join{s} {so}"
        else:
            yield f"{name} to seat {owner} {so}"


def _coins(step: Step) -> Iterator[str]:
    """Coins paid in the turn, to whom if not to the seat in turn, and those that were due but not there."""
    before, after = step.before, step.after
    for seat in range(int(after.seats)):
        paid = int(after.coins[seat]) - int(before.coins[seat])
        cells = [source * SEATS + seat for source in range(SOURCES)]
        due = sum(int(after.due[i]) - int(before.due[i]) for i in cells)
        if due:
            to = "" if seat == step.move["seat"] else f" to seat {seat}"
            missing = "" if due == paid else f" ({due - paid} missing)"
            yield f"{paid} {'coin' if paid == 1 else 'coins'}{to}{missing}"


def _refilled(step: Step) -> Iterator[str]:
    """Open places that were empty, or emptied by this decision, and are filled now."""
    for place in range(int(step.rules.open_cards)):
        emptied = step.move["kind"] == PICK_OPEN and step.move["place"] == place
        if (emptied or step.before.face_up[place] == NONE) and step.after.face_up[place] != NONE:
            yield f"{RANKS[step.after.face_up[place]]} fills place {place}"
