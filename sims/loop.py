"""The loop that plays matches and fills the columns of the logs.

The driver of a game is this text with the next import replaced by the game's own functions (`sims.driver`).
"""

import numpy as np

from sims.contract import (
    ARG_MASKS,
    ARG_SHIFTS,
    ARGS,
    FLOWS,
    MAX_CHOICES,
    REACHES,
    STANDING,
    STOCKS,
    TRACKED,
    choose,
    classify,
    deal,
    legal,
    play,
    reach,
    score,
    track,
)
from sims.rng import DEAL, PLAYER, SHUFFLE, address, below, fold, root, sampled, uniform
from sims.rule import Record, entry, rare, rule

TASK = np.dtype(
    [
        ("seed", "u8"),
        ("variant", "i8"),  # its number in the run
        ("seats", "i8"),
        ("first_match", "i8"),  # number, within the variant, of the job's first match
        ("matches", "i8"),  # how many the job has
        ("first_deal", "i8"),  # deal of the variant's match 0
        ("mirrors", "i8"),
        ("repeats", "i8"),
        ("level", "i8"),  # of logging: 0 matches and rounds, 1 turns too, 2 moves too
        ("limit", "i8"),  # deals whose hash is at most this have their turns and moves logged
        ("budget", "i8"),  # decisions in one call
        ("max_turns", "i8"),
        ("capacity", "i8"),  # rows that each column holds
        ("pause", "i8"),  # 1: also return once a round is dealt, so that it can be told
    ]
)
"""What is asked of the loop."""
CURSOR = np.dtype(
    [
        ("done", "i8"),  # matches of the job
        ("phase", "i8"),  # BETWEEN_MATCHES, BETWEEN_ROUNDS or IN_ROUND
        ("match", "i8"),  # its number, within its variant
        ("deal", "i8"),  # of the match: mirrors and repeats share it
        ("mirror", "i8"),
        ("repeat_no", "i8"),
        ("round_no", "i8"),
        ("turn", "i8"),  # of the decision in play, and whose turn it is
        ("mover", "i8"),
        ("decision", "i8"),  # decision within the round
        ("turn_start", "i8"),  # decision at which the turn began
        ("choices", "i8"),  # of these, with more than one legal choice
        ("logged", "i8"),  # level of logging of this match
        ("capped", "i8"),  # capped rounds of this match
        ("decisions", "i8"),  # of the job's rounds so far
        ("digest", "u8"),  # of the match so far
        # who leads the round in standing, where turns are logged
        ("leader", "i8"),  # the last seat that led alone, −1 none yet
        ("alone", "i8"),  # the seat that leads alone now, −1 none
        ("since", "i8"),  # turns after which it began to
        ("lead_changes", "i8"),
        # of the round, the first turn in which some seat could win it no more, −1 none yet
        ("out_turn", "i8"),
        # of search players
        ("answer", "i8"),  # the index they found, −1 none
        ("thought", "i8"),  # decisions in their rollouts during this call
        # of the job's restricted players
        ("restricted", "i8"),  # decisions between several legal choices
        ("met", "i8"),  # of these, with a legal choice of the class
        ("bound", "i8"),  # of these, with another one too: something was taken away
    ]
)
"""Where play is: the next call goes on from it, and a fault is told by it."""
CHAIR = np.dtype([("slot", "i8"), ("kind", "i8"), ("noise", "f8"), ("limit", "i8"), ("blur", "f8")])
"""Who sits on a seat in this match: its place among the line-up's distinct players, its kind, its noise.

Of a restricted player also the code of its restriction (`sims.restriction`); its noise is `blur`, and its kind one that
no function plays, so that all others pay nothing for it.
"""
STAND = np.dtype([("before", "i8"), ("now", "i8"), ("behind", "i8")])
"""A seat's standing before the first turn of the round and now, and the most it was behind the best after a turn."""
BETWEEN_MATCHES, BETWEEN_ROUNDS, IN_ROUND = range(3)
# what a call returns; from NO_CHOICE on, faults
FINISHED, FULL, PAUSED, THINK, NO_CHOICE, TOO_MANY, BAD_INDEX, ENDLESS = range(8)
# kinds of players that no function plays: a search finds its index between two calls; below it, restricted players
SEARCHES = -1
CAP = 1
MOST_ROUNDS = 10_000  # of a match
NOT_KNOWN = -1  # in the logs, of what only logged turns tell, or only a sole winner has
TURNS, MOVES = 1, 2  # levels of logging


@rule
def number_match(task: Record, cursor: Record) -> None:
    """Which match is in play, and of which deal. (Divisions cost as much as a decision of a small game.)"""
    cursor.match = task.first_match + cursor.done
    if task.mirrors == 1 and task.repeats == 1:
        cursor.deal = task.first_deal + cursor.match
    else:
        cursor.mirror = cursor.match % task.mirrors
        cursor.repeat_no = cursor.match // task.mirrors % task.repeats
        cursor.deal = task.first_deal + cursor.match // (task.mirrors * task.repeats)


@rule
def begin_match(task: Record, cursor: Record, state: Record, raw: Record, memory_raw: Record,
                seating: Record, kinds: Record, noise: Record, limits: Record, chairs: Record) -> None:  # fmt: skip
    """A cleared state and memory, the players in their chairs; are turns and moves of this deal logged?"""
    for i in range(len(raw)):
        raw[i] = 0
    for i in range(len(memory_raw)):
        memory_raw[i] = 0
    number_match(task, cursor)
    state.seats = task.seats
    cursor.digest = 0
    cursor.round_no = 0
    cursor.capped = 0
    if task.mirrors > 1 or cursor.done == 0:
        for seat in range(task.seats):
            slot = seating[cursor.mirror, seat]
            chairs[seat].slot = slot
            chairs[seat].kind = kinds[slot]
            chairs[seat].noise = noise[slot]
            chairs[seat].limit = limits[slot]
            if limits[slot] != 0:
                chairs[seat].kind = SEARCHES - 1 - kinds[slot]
                chairs[seat].noise = 0.0
                chairs[seat].blur = noise[slot]
    cursor.logged = task.level if task.level > 0 and sampled(cursor.deal, task.limit) else 0


@rule
def begin_round(task: Record, cursor: Record, rules: Record, state: Record, rngs: Record,
                out: Record, before: Record, stands: Record) -> None:  # fmt: skip
    """Streams of the round, cards dealt from theirs."""
    seats, round_no = task.seats, cursor.round_no
    base = root(task.seed, cursor.deal)
    for seat in range(seats):
        rngs[seat].word = address(base, PLAYER, round_no, seat, cursor.repeat_no)
        state.points[seat] = 0
    rngs[seats].word = address(base, DEAL, round_no, 0, 0)
    state.chance_key = address(base, SHUFFLE, round_no, 0, 0)
    state.chance_count = 0
    state.round_no = round_no
    state.turn = 0
    state.ender = -1
    state.end_reason = 0
    deal(rules, state, rngs[seats])
    cursor.phase = IN_ROUND
    cursor.decision = 0
    cursor.choices = 0
    cursor.turn_start = 0
    cursor.turn = state.turn
    cursor.mover = state.mover
    if cursor.logged >= TURNS:
        for seat in range(seats):
            track(rules, state, seat, out)
            for i in range(FLOWS):
                before[seat, i] = out[STOCKS + i]
            if STANDING >= 0:
                stands[seat].before = out[STANDING]
                stands[seat].behind = 0
        cursor.out_turn = -1
        cursor.leader = -1
        cursor.alone = -1
        cursor.lead_changes = 0


@rare
def follow_lead(task: Record, cursor: Record, stands: Record) -> None:
    """After a turn: who leads alone, since when, and how far the others are behind. A tie is no change of the lead."""
    best, alone = stands[0].now, 0
    for seat in range(1, task.seats):
        now = stands[seat].now
        if now > best:
            best = now
            alone = seat
        elif now == best:
            alone = -1
    for seat in range(task.seats):
        stands[seat].behind = max(stands[seat].behind, best - stands[seat].now)
    if alone != cursor.alone:
        cursor.alone = alone
        cursor.since = cursor.turn + 1
        if alone >= 0 and alone != cursor.leader:
            cursor.lead_changes += int(cursor.leader >= 0)
            cursor.leader = alone


@rare
def log_turn(task: Record, cursor: Record, rules: Record, state: Record, out: Record, before: Record,
             stands: Record, rows: Record, turns_i: Record, turns_l: Record) -> None:  # fmt: skip
    """One row per seat: stocks after the turn, flows of the turn."""
    n = rows[2]
    for seat in range(task.seats):
        track(rules, state, seat, out)
        turns_l[0, n] = cursor.match
        turns_i[0, n] = task.variant
        turns_i[1, n] = cursor.round_no
        turns_i[2, n] = cursor.turn
        turns_i[3, n] = cursor.mover
        turns_i[4, n] = seat
        for i in range(STOCKS):
            turns_i[5 + i, n] = out[i]
        for i in range(FLOWS):
            turns_i[5 + STOCKS + i, n] = out[STOCKS + i] - before[seat, i]
            before[seat, i] = out[STOCKS + i]
        if STANDING >= 0:
            stands[seat].now = out[STANDING]
            if cursor.turn < 0:  # what is decided before the first turn belongs to what the round begins with
                stands[seat].before = out[STANDING]
        n += 1
    rows[2] = n
    if STANDING >= 0 and cursor.turn >= 0:
        follow_lead(task, cursor, stands)


@rare
def follow_reach(cursor: Record, rules: Record, state: Record) -> None:
    """Between two turns: has some seat become unable to win the round? For good: `reach` tells of all that may come."""
    if cursor.out_turn < 0:
        for seat in range(int(state.seats)):
            if reach(rules, state, seat) < 0:
                cursor.out_turn = state.turn


@rule
def log_round(task: Record, cursor: Record, rules: Record, state: Record, out: Record, stands: Record, rows: Record,
              rounds_i: Record, rounds_l: Record, rounds_share: Record) -> None:  # fmt: skip
    """One row per seat; the winners are the seats with the most points, nobody in a capped round."""
    seats, capped = task.seats, state.end_reason == CAP
    best, winners = int(state.points[0]), 0
    for seat in range(seats):
        best = max(best, int(state.points[seat]))
    for seat in range(seats):
        winners += int(state.points[seat] == best)
    known = STANDING >= 0 and seats > 1 and cursor.logged >= TURNS
    comeback, settled = NOT_KNOWN, NOT_KNOWN
    if known and winners == 1 and not capped:
        for seat in range(seats):
            if state.points[seat] == best:
                comeback = stands[seat].behind
                settled = cursor.since if cursor.alone == seat else NOT_KNOWN
    out_turn = NOT_KNOWN
    if REACHES and seats > 2 and cursor.logged >= TURNS:
        out_turn = cursor.turn + 1 if cursor.out_turn < 0 else cursor.out_turn
    share = 0.0 if capped else 1.0 if winners == 1 else 1.0 / winners  # a division is worth a branch
    n, position = rows[1], seats - int(state.starter)
    for seat in range(seats):
        track(rules, state, seat, out)
        position = 0 if position == seats else position
        rounds_l[0, n] = cursor.match
        rounds_l[1, n] = cursor.deal
        rounds_i[0, n] = task.variant
        rounds_i[1, n] = cursor.round_no
        rounds_i[2, n] = seat
        rounds_i[3, n] = position
        rounds_i[4, n] = state.points[seat]
        rounds_i[5, n] = cursor.turn + 1
        rounds_i[6, n] = cursor.decision
        rounds_i[7, n] = cursor.choices
        rounds_i[8, n] = state.end_reason
        rounds_i[9, n] = state.ender
        rounds_i[10, n] = cursor.lead_changes if known else NOT_KNOWN
        rounds_i[11, n] = comeback
        rounds_i[12, n] = settled
        rounds_i[13, n] = stands[seat].before if known else 0
        rounds_i[14, n] = out_turn
        for i in range(TRACKED):
            rounds_i[15 + i, n] = out[i]
        rounds_share[0, n] = share * int(state.points[seat] == best)
        position += 1
        n += 1
    rows[1] = n


@rule
def log_match(task: Record, cursor: Record, state: Record, seating: Record, numbers: Record,
              rows: Record, matches_i: Record, matches_l: Record, matches_share: Record,
              matches_digest: Record) -> None:  # fmt: skip
    """One row per seat; the winners have the most match points, then the most by the game's tie-break.

    Nobody wins a match that a cap on rounds ended.
    """
    seats, mirror = task.seats, cursor.mirror
    best, second, winners = int(state.match_points[0]), int(state.tie_break[0]), 0
    for seat in range(seats):
        points, tie = int(state.match_points[seat]), int(state.tie_break[seat])
        if points > best or (points == best and tie > second):
            best, second = points, tie
    for seat in range(seats):
        winners += int(state.match_points[seat] == best) & int(state.tie_break[seat] == second)
    share = 0.0 if state.match_end == 2 else 1.0 if winners == 1 else 1.0 / winners
    n = rows[0]
    for seat in range(seats):
        won = int(state.match_points[seat] == best) & int(state.tie_break[seat] == second)
        matches_l[0, n] = cursor.match
        matches_l[1, n] = cursor.deal
        matches_i[0, n] = task.variant
        matches_i[1, n] = mirror
        matches_i[2, n] = cursor.repeat_no
        matches_i[3, n] = seat
        matches_i[4, n] = numbers[seating[mirror, seat]]
        matches_i[5, n] = state.match_points[seat]
        matches_i[6, n] = cursor.round_no + 1
        matches_i[7, n] = cursor.capped
        matches_i[8, n] = int(state.match_end) - 1
        matches_i[9, n] = state.tie_break[seat]
        matches_share[0, n] = share * won
        matches_digest[0, n] = cursor.digest
        n += 1
    rows[0] = n


@rule
def log_move(task: Record, cursor: Record, state: Record, choice: int, n_legal: int, rows: Record, moves_i: Record,
             moves_l: Record) -> None:  # fmt: skip
    """One row: the decision, before it is carried out."""
    n = rows[3]
    moves_l[0, n] = cursor.match
    moves_i[0, n] = task.variant
    moves_i[1, n] = cursor.round_no
    moves_i[2, n] = cursor.turn
    moves_i[3, n] = cursor.decision - cursor.turn_start
    moves_i[4, n] = state.seat
    moves_i[5, n] = choice & 255
    moves_i[6, n] = n_legal
    for i in range(ARGS):
        moves_i[7 + i, n] = choice >> ARG_SHIFTS[i] & ARG_MASKS[i]
    rows[3] = n + 1


@rare
def restrict(cursor: Record, rules: Record, state: Record, choices: Record, n: int, limit: int) -> int:
    """How many of n legal choices the restriction leaves; they come first then, in their order."""
    place, wanted = (limit >> 1) - 1, limit & 1
    members = 0
    for i in range(n):
        members += classify(rules, state, int(choices[i])) >> place & 1
    cursor.restricted += 1
    cursor.met += int(members > 0)
    if members == 0 or members == n:
        return n
    cursor.bound += 1
    kept = 0
    for i in range(n):
        choice = int(choices[i])
        choices[kept] = choice
        kept += int(classify(rules, state, choice) >> place & 1 == wanted)
    return kept


@rare
def restricted(
    cursor: Record, rules: Record, state: Record, seat: int, choices: Record, n: int, chair: Record,
    weights: Record, memory: Record, rng: Record,
) -> int:  # fmt: skip
    """The index that a restricted player picks of what is left of n legal choices, where it stands now; else −1."""
    left = restrict(cursor, rules, state, choices, n, chair.limit)
    if left == 1:
        return 0
    if chair.blur > 0.0 and uniform(rng) < chair.blur:
        return below(rng, left)
    index = choose(SEARCHES - 1 - chair.kind, rules, state, seat, choices, left, weights, memory, rng)
    return index if index < left else -1


@rule
def room(task: Record, rows: Record) -> int:
    """How many decisions can be played before a column may be full: each ends at most a round, a match and two turns,
    its own and one that ends the round as it begins."""
    seats, capacity = task.seats, task.capacity
    fits = min((capacity - rows[0]) // seats, (capacity - rows[1]) // seats)
    if task.level >= TURNS:
        fits = min(fits, (capacity - rows[2]) // (2 * seats))
    if task.level >= MOVES:
        fits = min(fits, capacity - rows[3])
    return fits


@entry
def play_some(  # noqa: C901  one flat loop, which the compiler sees whole
    task_1: Record, cursor_1: Record, rules_1: Record, state_1: Record, raw: Record,
    seating: Record, numbers: Record, kinds: Record, weights: Record, noise: Record, limits: Record,
    memory: Record, memory_raw: Record, chairs: Record, rngs: Record,
    choices: Record, out: Record, before: Record, stands: Record, rows: Record,
    matches_i: Record, matches_l: Record, matches_share: Record, matches_digest: Record,
    rounds_i: Record, rounds_l: Record, rounds_share: Record,
    turns_i: Record, turns_l: Record, moves_i: Record, moves_l: Record,
) -> int:  # fmt: skip
    """Play until all matches are done (FINISHED), a column may be full (FULL), the budget of decisions is spent
    (PAUSED), a search player is to decide (THINK: call again with cursor.answer), or a fault. Everything that a later
    call needs to go on is in the arrays."""
    task, cursor, rules, state = task_1[0], cursor_1[0], rules_1[0], state_1[0]
    budget = task.budget
    decision_cap = 10 * task.max_turns * task.seats
    chance = rngs[task.seats]
    while budget > 0:
        fits = min(budget, room(task, rows))
        if fits <= 0:
            return FULL
        budget -= fits
        while fits > 0:
            if cursor.phase != IN_ROUND:
                if cursor.phase == BETWEEN_MATCHES:
                    if cursor.done == task.matches:
                        return FINISHED
                    begin_match(task, cursor, state, raw, memory_raw, seating, kinds, noise, limits,
                                chairs)  # fmt: skip
                begin_round(task, cursor, rules, state, rngs, out, before, stands)
                if task.pause == 1:
                    return PAUSED
            goes_on = True
            while goes_on and fits > 0:  # a loop of its own: the compiler keeps its registers for it
                fits -= 1
                if state.end_reason == 0:  # else the round was over as dealt
                    n = legal(rules, state, choices)
                    if n < 1:
                        return NO_CHOICE
                    if n > MAX_CHOICES:
                        return TOO_MANY
                    index = 0
                    seat = int(state.seat)
                    if n > 1:
                        chair, rng = chairs[seat], rngs[seat]
                        if chair.noise > 0.0 and uniform(rng) < chair.noise:
                            index = below(rng, n)
                        else:
                            index = choose(
                                chair.kind,
                                rules,
                                state,
                                seat,
                                choices,
                                n,
                                weights[chair.slot],
                                memory[seat],
                                rng,
                            )
                            if index < 0 or index >= n:
                                if chair.kind < SEARCHES:
                                    index = restricted(
                                        cursor, rules, state, seat, choices, n, chair, weights[chair.slot],
                                        memory[seat], rng,
                                    )  # fmt: skip
                                elif chair.kind == SEARCHES:
                                    index = cursor.answer
                                    cursor.answer = -1
                                    if index < 0:
                                        return THINK
                                if index < 0 or index >= n:
                                    return BAD_INDEX
                        cursor.choices += 1
                    choice = int(choices[index])
                    cursor.digest = fold(cursor.digest, choice)
                    if cursor.logged >= MOVES:
                        log_move(task, cursor, state, choice, n, rows, moves_i, moves_l)
                    play(rules, state, choice, chance)
                    cursor.decision += 1
                goes_on = (
                    state.turn == cursor.turn and state.end_reason == 0 and cursor.decision < decision_cap
                )
            if goes_on:
                break
            if cursor.logged >= TURNS and cursor.decision > 0:
                log_turn(task, cursor, rules, state, out, before, stands, rows, turns_i, turns_l)
            if state.end_reason == 0:
                if state.turn < task.max_turns and cursor.decision < decision_cap:
                    if REACHES and task.seats > 2 and cursor.logged >= TURNS:
                        follow_reach(cursor, rules, state)
                    cursor.turn = state.turn
                    cursor.mover = state.mover
                    cursor.turn_start = cursor.decision
                    continue
                state.end_reason = CAP
            elif state.turn != cursor.turn:  # the next turn ended the round as it began
                cursor.turn = state.turn
                cursor.mover = state.mover
                if cursor.logged >= TURNS:
                    log_turn(task, cursor, rules, state, out, before, stands, rows, turns_i, turns_l)
            cursor.capped += int(state.end_reason == CAP)
            cursor.decisions += cursor.decision
            score(rules, state)
            for i in range(task.seats):
                cursor.digest = fold(cursor.digest, int(state.points[i]))
            log_round(task, cursor, rules, state, out, stands, rows, rounds_i, rounds_l, rounds_share)
            if state.match_end == 0:
                cursor.phase = BETWEEN_ROUNDS
                cursor.round_no += 1
                if cursor.round_no == MOST_ROUNDS:
                    return ENDLESS
                continue
            log_match(task, cursor, state, seating, numbers, rows, matches_i, matches_l, matches_share,
                      matches_digest)  # fmt: skip
            cursor.done += 1
            cursor.phase = BETWEEN_MATCHES
    return PAUSED
