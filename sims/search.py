"""The search player of every game: information-set Monte Carlo tree search, seen from the seat that decides.

For each of its rollouts the state is copied, what the seat cannot know is dealt anew by the game's `hide`, and the
round is played to its end: down the tree, one new node, then by a simple player (Cowling, Powley & Whitehouse,
"Information Set Monte Carlo Tree Search", IEEE TCIAIG 4(2), 2012: SO-ISMCTS; bounds with priors as in Silver et al.,
"Mastering the game of Go without human knowledge", Nature 550, 2017). A node is the choices that led to it, whatever
was hidden or drawn meanwhile; each is judged for the seat that made the last of them.

Like the loop, this text becomes a game's module by replacing the next import (`sims.driver`).
"""

import math

import numpy as np

from sims.contract import choose, hide, legal, play, play_some, score
from sims.game import CAP
from sims.loop import BAD_INDEX, NO_CHOICE, PAUSED, THINK
from sims.rng import HIDE, absorb, address, below, draw, root, uniform
from sims.rule import Record, entry, rare, rule

SETTING = np.dtype(
    [
        ("budget", "i8"),  # rollouts for a decision
        ("places", "i8"),  # used to look nodes up: a power of 2, at least twice the nodes
        ("trust", "f8"),  # in what the player of the rollouts would choose
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
        # how often it could have been visited: it was legal where its parent was left
        ("total", "i8"),  # over the visits, of the value for `seat`
    ]
)
"""A node of the tree; number 0 is the decision itself."""
EXPLORE = 2.0
"""How wide the bounds are, in standard deviations of a rollout's value: each decision learns the game's scale."""
TRUST = 0.5
"""The prior of what the player of the rollouts would choose itself, unless it is random; all share the rest."""
VALUES = np.dtype(
    [
        ("nodes", "i8"),  # so far
        ("of", "i8", (4,)),  # what the last rollout was worth to each seat
        # sums over all rollouts for the seat that decides
        ("n", "i8"),
        ("total", "i8"),
        ("squares", "i8"),
        # the choice of the decision visited most, how often it was, and how often the next one
        ("leader", "i8"),
        ("most", "i8"),
        ("second", "i8"),
    ]
)
"""What a decision's rollouts came to so far."""


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
def descend(
    tree: Record, slots: Record, mask: int, node: int, seat: int, choices: Record, n: int, children: Record,
    proposed: int, trust: float, scale: float, values: Record, rng: Record,
) -> tuple[int, int]:  # fmt: skip
    """One choice down the tree: → its index and its node, which may be new.

    It has the highest bound: the mean value of its visits (of an untried choice, that of all its siblings) and what is
    left to explore, prior × √(visits of all that are legal now) / (1 + its own). Of equal bounds any one.
    """
    visits, total = 0, 0
    for i in range(n):
        child = find(tree, slots, mask, node, seat, int(choices[i]))
        children[i] = child
        if child > 0:
            visits += int(tree[child].visits)
            total += int(tree[child].total)
    mean = total / float(max(visits, 1))
    wide = scale * math.sqrt(visits + 1.0)
    first = below(rng, n) if n > 1 else 0
    index, best = first, -1e300
    for turned in range(first, first + n):
        i = turned if turned < n else turned - n
        bound = wide * ((1.0 - trust) / n + (trust if i == proposed else 0.0))
        child = int(children[i])
        if child > 0:
            tried = float(tree[child].visits)
            bound = bound / (1.0 + tried) + tree[child].total / tried
        else:
            bound += mean
        if bound > best:
            index, best = i, bound
    if children[index] > 0:
        return index, int(children[index])
    values.nodes += 1
    born = tree[values.nodes]
    born.choice = int(choices[index])
    born.seat = seat
    born.parent = node
    born.visits = 0
    born.total = 0
    slots[-1 - int(children[index])] = values.nodes
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


@rule
def back_up(tree: Record, values: Record, node: int) -> None:
    """Count the last rollout at all nodes that led to this one."""
    first, visits = 0, 0
    while node != 0:
        kept = tree[node]
        kept.visits += 1
        kept.total += int(values.of[int(kept.seat)])
        first, visits = node, int(kept.visits)
        node = int(kept.parent)
    if first == values.leader:
        values.most = visits
    elif visits > values.most:
        values.second = values.most
        values.leader = first
        values.most = visits
    elif visits > values.second:
        values.second = visits


@rule
def decided(values: Record, left: int) -> bool:
    """Can no rollout of those that are left make another choice the most visited?"""
    return int(values.most - values.second) > left


@rare
def think(
    task: Record, cursor: Record, rules: Record, worlds: Record, setting: Record, weights: Record,
    memory: Record, memory_raw: Record, choices: Record, children: Record, tree: Record, slots: Record,
    values: Record, rng: Record, hiding: Record, chance: Record,
) -> int:  # fmt: skip
    """The index of the choice to make in worlds[0]; −1 if some world has none, −2 if the player of the rollouts errs.

    The choice visited most, as soon as the rollouts that are left could not change which that is.
    worlds[0] is not written to, worlds[1] is room for a copy. Adds the decisions it plays to cursor.thought.
    """
    world, seat, mask = worlds[1], int(worlds[0].seat), setting.places - 1
    for i in range(setting.places):
        slots[i] = 0
    values.nodes = 0
    values.n = 0
    values.total = 0
    values.squares = 0
    values.leader = 0
    values.most = 0
    values.second = 0
    for left in range(setting.budget, 0, -1):
        if decided(values, left):
            break
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
            who, index = int(world.seat), -1
            if not in_tree or setting.trust > 0.0:
                index = 0 if n == 1 else choose(0, rules, world, who, choices, n, weights, memory[who], rng)
                if index < 0 or index >= n:
                    return -2
            if in_tree:
                index, node = descend(
                    tree, slots, mask, node, who, choices, n, children, index, setting.trust, scale, values, rng
                )  # fmt: skip
                in_tree = tree[node].visits > 0
            play(rules, world, int(choices[index]), chance)
            decision += 1
            cap_round(task, world, decision)
        settle(rules, world, values, seat)
        cursor.thought += decision - cursor.decision
        back_up(tree, values, node)
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
    children: Record, tree: Record, slots: Record, values_1: Record, dice: Record, held: Record,
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
            dice[2].word = draw(dice[0])
            worlds[0] = state_1[0]
            cursor.answer = think(
                task, cursor, rules_1[0], worlds, setting, weights[slot], memory, memory_raw, choices,
                children, tree, slots, values_1[0], dice[2], dice[0], dice[1],
            )  # fmt: skip
            if cursor.answer < 0:
                return NO_CHOICE if cursor.answer == -1 else BAD_INDEX


@entry
def conceal(rules_1: Record, states: Record, seat: int, rng_1: Record) -> None:
    """For the kit: in states[0] everything that the seat cannot know is dealt anew."""
    hide(rules_1[0], states[0], seat, rng_1[0])
    states[0].chance_key = draw(rng_1[0])
