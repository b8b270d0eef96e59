"""The search player of every game: information-set Monte Carlo tree search, seen from the seat that decides.

For each of its rollouts the state is copied, what the seat cannot know is dealt anew by the game's `hide`, and the
round is played to its end: down the tree by upper confidence bounds, one new node, then by a simple player (Cowling,
Powley & Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4(2), 2012: SO-ISMCTS). A node is the
choices that led to it, whatever was hidden or drawn meanwhile; each is judged for the seat that made the last of them.

Like the loop, this text becomes a game's module by replacing the next import (`sims.driver`).
"""

import math

import numpy as np

from sims.contract import choose, hide, legal, play, play_some, score
from sims.game import CAP
from sims.loop import NO_CHOICE, PAUSED, THINK
from sims.rng import HIDE, absorb, address, below, draw, root, uniform
from sims.rule import Record, entry, rare, rule

SETTING = np.dtype(
    [
        ("budget", "i8"),  # rollouts for a decision
        ("places", "i8"),  # used to look nodes up: a power of 2, at least twice the nodes
        ("noise", "f8"),
    ]
)
"""A player of the line-up, if it is searched for here (budget 0: it is not)."""
NODE = np.dtype(
    [
        ("choice", "i8"),  # that leads here, and the seat that makes it
        ("seat", "i4"),
        ("parent", "i4"),
        ("visits", "i4"),
        ("available", "i4"),  # how often it could have been visited: it was legal where its parent was left
        ("total", "i8"),  # over the visits, of the value for `seat`
    ]
)
"""A node of the tree; number 0 is the decision itself."""
EXPLORE = 0.7
"""How wide the bounds are, in standard deviations of a rollout's value: the scale of the game is learnt as it plays."""
VALUES = np.dtype([("nodes", "i8"), ("of", "i8", (4,)), ("n", "i8"), ("total", "i8"), ("squares", "i8")])
"""Nodes so far; what the last rollout was worth to each seat; of all rollouts, for the seat that decides: sums."""


@rule
def find(tree: Record, slots: Record, mask: int, node: int, seat: int, choice: int) -> int:
    """The child of a node by this choice of this seat; if there is none, −1 − the slot where it belongs."""
    mixed = (choice & 0x7FFFFFFF) * 0x3C6EF35 + (choice >> 31) * 0x2545F49 + node * 0x1B87359 + seat
    at = (mixed ^ mixed >> 29 ^ mixed >> 13) & mask
    child = int(slots[at])
    while child != 0:
        kept = tree[child]
        if kept.choice == choice and kept.parent == node and kept.seat == seat:
            return child
        at = at + 1 & mask
        child = int(slots[at])
    return -1 - at


@rule
def widest(tree: Record, children: Record, n: int, logs: Record, scale: float) -> int:
    """Which of n children has the highest upper confidence bound, the first of equal ones."""
    best, best_bound = 0, -1e300
    for i in range(n):
        child = tree[children[i]]
        visits = float(child.visits)
        bound = child.total / visits + scale * math.sqrt(logs[child.available] / visits)
        if bound > best_bound:
            best, best_bound = i, bound
    return best


@rule
def descend(
    tree: Record, slots: Record, mask: int, node: int, seat: int, choices: Record, n: int, children: Record,
    logs: Record, scale: float, values: Record, rng: Record,
) -> tuple[int, int]:  # fmt: skip
    """One choice down the tree: → its index and its node. Of choices not tried here yet any one, with a new node."""
    untried = 0
    for i in range(n):
        child = find(tree, slots, mask, node, seat, int(choices[i]))
        if child < 0:
            children[untried] = i
            untried += 1
        else:
            tree[child].available += 1
            children[i] = child
    if untried == 0:
        index = widest(tree, children, n, logs, scale)
        return index, int(children[index])
    index = int(children[below(rng, untried) if untried > 1 else 0])
    values.nodes += 1
    born = tree[values.nodes]
    born.choice = int(choices[index])
    born.seat = seat
    born.parent = node
    born.visits = 0
    born.available = 1
    born.total = 0
    slots[-1 - find(tree, slots, mask, node, seat, int(choices[index]))] = values.nodes
    return index, int(values.nodes)


@rule
def settle(rules: Record, world: Record, values: Record, seat: int) -> None:
    """The round of a rollout is over: what it is worth to each seat is its points less the best other seat's."""
    score(rules, world)
    seats = int(world.seats)
    first, second, leader = -(1 << 40), -(1 << 40), 0
    for who in range(seats):
        points = int(world.points[who])
        if points > first:
            first, second, leader = points, first, who
        elif points > second:
            second = points
    for who in range(seats):
        values.of[who] = int(world.points[who]) - (0 if seats == 1 else second if who == leader else first)
    value = int(values.of[seat])
    values.n += 1
    values.total += value
    values.squares += value * value


@rule
def spread(values: Record) -> float:
    """The standard deviation of what the rollouts were worth; one that was off by a point stands before the first."""
    n = float(values.n) + 1.0
    mean = values.total / n
    return math.sqrt(max((values.squares + 1.0) / n - mean * mean, 0.0))


@rule
def visited_most(tree: Record, slots: Record, mask: int, seat: int, choices: Record, n: int) -> int:
    """The index of the choice visited most at the root, of equally often visited ones of that worth most."""
    index, visits, total = 0, -1, 0
    for i in range(n):
        child = find(tree, slots, mask, 0, seat, int(choices[i]))
        if child > 0:
            kept = tree[child]
            if kept.visits > visits or (kept.visits == visits and kept.total > total):
                index = i
                visits = int(kept.visits)
                total = int(kept.total)
    return index


@rare
def think(
    task: Record, cursor: Record, rules: Record, worlds: Record, setting: Record, weights: Record,
    memory: Record, memory_raw: Record, choices: Record, children: Record, tree: Record, slots: Record, logs: Record,
    values: Record, rng: Record, hiding: Record, chance: Record,
) -> int:  # fmt: skip
    """The index of the choice to make in worlds[0]; −1 if some world has none.

    worlds[0] is not written to, worlds[1] is room for a copy. Adds the decisions it plays to cursor.thought.
    """
    world, seat, mask = worlds[1], int(worlds[0].seat), setting.places - 1
    for i in range(setting.places):
        slots[i] = 0
    values.nodes = 0
    values.n = 0
    values.total = 0
    values.squares = 0
    for _ in range(setting.budget):
        worlds[1] = worlds[0]
        hide(rules, world, seat, hiding)
        world.chance_key = draw(hiding)
        chance.word = hiding.word
        for i in range(len(memory_raw)):
            memory_raw[i] = 0
        node, in_tree, decision, scale = 0, True, int(cursor.decision), EXPLORE * spread(values)
        while world.end_reason == 0:
            n = legal(rules, world, choices)
            if n < 1:
                return -1
            who, index = int(world.seat), 0
            if in_tree:
                index, node = descend(
                    tree, slots, mask, node, who, choices, n, children, logs, scale, values, rng
                )
                in_tree = tree[node].visits > 0
            elif n > 1:
                index = choose(0, rules, world, who, choices, n, weights, memory[who], rng)
            play(rules, world, int(choices[index]), chance)
            decision += 1
            cap_round(task, world, decision)
        settle(rules, world, values, seat)
        cursor.thought += decision - cursor.decision
        while node != 0:
            kept = tree[node]
            kept.visits += 1
            kept.total += int(values.of[int(kept.seat)])
            node = int(kept.parent)
    return visited_most(tree, slots, mask, seat, choices, legal(rules, worlds[0], choices))


@rule
def cap_round(task: Record, world: Record, decision: int) -> None:
    """End the round where the loop would, after so many decisions."""
    if world.end_reason == 0 and (
        world.turn >= task.max_turns or decision >= 10 * task.max_turns * task.seats
    ):
        world.end_reason = CAP


@entry
def play_on(
    task_1: Record, cursor_1: Record, rules_1: Record, state_1: Record, chairs: Record, rngs: Record,
    choices: Record, settings: Record, weights: Record, worlds: Record, memory: Record, memory_raw: Record,
    children: Record, tree: Record, slots: Record, logs: Record, values_1: Record, dice: Record, held: Record,
) -> int:  # fmt: skip
    """Play as the loop does, with `held` its arguments, and think wherever it waits for a search player's answer.

    THINK: it waits for a player whose rollouts another module plays. PAUSED: also when the rollouts of this call came
    to its budget of decisions. A forced choice is none: the loop does not ask.
    """
    task, cursor = task_1[0], cursor_1[0]
    cursor.thought = 0
    while True:
        status = play_some(*held)
        if status != THINK:
            return status
        seat = int(state_1[0].seat)
        slot, rng = chairs[seat].slot, rngs[seat]
        setting = settings[slot]
        if setting.budget == 0:
            return THINK
        if cursor.thought >= task.budget:
            return PAUSED
        if setting.noise > 0.0 and uniform(rng) < setting.noise:
            cursor.answer = below(rng, legal(rules_1[0], state_1[0], choices))
        else:
            base = address(root(task.seed, cursor.deal), HIDE, cursor.round_no, seat, cursor.repeat_no)
            dice[0].word = absorb(base, cursor.decision)
            worlds[0] = state_1[0]
            cursor.answer = think(
                task, cursor, rules_1[0], worlds, setting, weights[slot], memory, memory_raw, choices,
                children, tree, slots, logs, values_1[0], rng, dice[0], dice[1],
            )  # fmt: skip
            if cursor.answer < 0:
                return NO_CHOICE


@entry
def peeks(
    task_1: Record, cursor_1: Record, rules_1: Record, state_1: Record, chairs: Record, rngs: Record, choices: Record,
    settings: Record, weights: Record, worlds: Record, memory: Record, memory_raw: Record,
    children: Record, tree: Record, slots: Record, logs: Record, values_1: Record, dice: Record, hidings: int,
    rng_1: Record,
) -> bool:  # fmt: skip
    """For the kit: is what the first player finds another in some hidden world, with the same streams?

    rng_1: the stream of the hidings. Nothing but the tables of the search is written to.
    """
    task, cursor, state, rules = task_1[0], cursor_1[0], state_1[0], rules_1[0]
    seat, stream, index = int(state.seat), rngs[int(state.seat)].word, -1
    for i in range(hidings + 1):
        worlds[0] = state
        if i > 0:
            hide(rules, worlds[0], seat, rng_1[0])
            worlds[0].chance_key = draw(rng_1[0])
        rngs[seat].word = stream
        dice[0].word = stream
        found = think(
            task, cursor, rules, worlds, settings[0], weights[0], memory, memory_raw, choices,
            children, tree, slots, logs, values_1[0], rngs[seat], dice[0], dice[1],
        )  # fmt: skip
        if i > 0 and found != index:
            return True
        index = found
    rngs[seat].word = stream
    return False
