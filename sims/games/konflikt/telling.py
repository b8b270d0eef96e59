"""A round of Konflikt told in plain words, one line a turn, from the steps of `sims.replay.steps`."""

from collections.abc import Iterable, Iterator

from sims.games.konflikt.rules import NONE, ORDER, PICK_OPEN, PICK_STACK, SEATS, SOURCES
from sims.games.konflikt.words import RANKS, deal
from sims.replay import Step


def tell(steps: Iterable[Step]) -> Iterator[str]:
    """The lines of one round: the table as dealt, a line a turn, how it ended. steps: those of that round alone.

    A turn's line is what the seat did, what became of its cards, then buildings and coins of all seats, seat 0 first.
    """
    sources: list[str] = []
    taken: list[int] = []
    for step in steps:
        kind = step.move["kind"]
        if step.kind == "deal":
            yield from _dealt(step)
        elif step.kind == "round":
            yield from _ended(step)
        elif step.kind == "move":
            if kind == PICK_STACK:
                sources.append(_seen(step))
                continue
            if kind == ORDER:
                taken = [int(rank) for rank in step.after.picks]
            else:
                taken.append(step.move["card"])
                name = RANKS[taken[-1]]
                if kind == PICK_OPEN:
                    sources.append(f"the open {name}")
                else:
                    sources[-1] = f"{name} from {sources[-1]}"
            if step.after.end_reason or step.after.turn != step.before.turn:
                fate = "; ".join([*_fates(step, taken), *_coins(step), *_refilled(step)])
                did = f"{step.move['turn'] + 1:2} seat {step.move['seat']} takes {' and '.join(sources)}"
                yield f"{did}: {fate} | {_standing(step)}"
                sources, taken = [], []


def _dealt(step: Step) -> Iterator[str]:
    cards, state = deal(step.rules, step.after), step.after
    yield f"round {state.round_no}: seat {state.starter} begins"
    for i, stack in enumerate(cards["stacks"]):
        yield f"   stack {i}: {''.join(stack)}"
    yield f"   open: {''.join(cards['open'])}"
    yield f"   {_standing(step)}"


def _standing(step: Step) -> str:
    seats, state = range(int(step.after.seats)), step.after
    buildings, coins = ("-".join(str(row[seat]) for seat in seats) for row in (state.buildings, state.coins))
    return f"buildings {buildings}, coins {coins}, supply {state.supply}"


def _seen(step: Step) -> str:
    """The stack that is looked into, as it lies."""
    place, size = step.move["place"], int(step.rules.stack_size)
    cards = step.before.stack_card[place * size : place * size + int(step.before.stack_len[place])]
    return f"stack {place} ({''.join(RANKS[rank] for rank in cards)})"


def _fates(step: Step, taken: list[int]) -> Iterator[str]:
    """What became of each card in the order of resolution, equal ones together."""
    for rank in dict.fromkeys(taken):
        name, s = (RANKS[rank], "s") if taken.count(rank) == 1 else (f"{RANKS[rank]} {RANKS[rank]}", "")
        owner, owned = int(step.before.owner[rank]), int(step.before.owned[rank])
        now, holds = int(step.after.owner[rank]), int(step.after.owned[rank])
        so = "a building" if holds == 4 else f"now {holds}"
        if holds == owned:
            yield f"{name} set aside"
        elif owner == NONE:
            yield f"{name} new"
        elif now != owner:
            yield f"{name} rob{s} seat {owner} of {owned}, {so}"
        elif owner == step.move["seat"]:
            yield f"{name} join{s} its own, {so}"
        else:
            yield f"{name} given to seat {owner}, {so}"


def _coins(step: Step) -> Iterator[str]:
    """Coins paid in the turn, and those that were due but not there."""
    before, after = step.before, step.after
    for seat in range(int(after.seats)):
        paid = int(after.coins[seat]) - int(before.coins[seat])
        if paid:
            yield f"seat {seat} gets {_number(paid)}"
        cells = [source * SEATS + seat for source in range(SOURCES)]
        due = sum(int(after.due[i]) - int(before.due[i]) for i in cells)
        if due > paid:
            yield f"{_number(due - paid)} for seat {seat} not there"


def _number(coins: int) -> str:
    return "1 coin" if coins == 1 else f"{coins} coins"


def _refilled(step: Step) -> Iterator[str]:
    """Open places that were empty, or emptied by this decision, and are filled now."""
    for place in range(int(step.rules.open_cards)):
        emptied = step.move["kind"] == PICK_OPEN and step.move["place"] == place
        if (emptied or step.before.face_up[place] == NONE) and step.after.face_up[place] != NONE:
            yield f"open place {place} filled with {RANKS[step.after.face_up[place]]}"


def _ended(step: Step) -> Iterator[str]:
    state = step.after
    if state.ender >= 0:
        by = "by a gift" if state.ender != step.move["seat"] else "in its own turn"
        yield f"the target ends the round: seat {state.ender} reached it first, {by}"
    else:
        yield f"the round ends without a target: {'capped' if state.end_reason == 1 else 'no cards are left'}"
    for seat in range(int(state.seats)):
        parts = f"{state.from_buildings[seat]} for buildings, {state.from_coins[seat]} for coins"
        keeps = f"; keeps {_number(int(state.kept[seat]))}" if state.kept[seat] else ""
        yield f"   seat {seat}: {state.points[seat]} points ({parts}, {state.from_bonus[seat]} for the end){keeps}"
