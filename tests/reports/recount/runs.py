"""Runs that have something for every section: rounds at random, some capped, some tied, with turns and moves.

A deal favours a seat in all its matches, and the same random numbers play it in every variant, so that arms are alike
where their rules say nothing.
"""

from random import Random

from tests.conftest import Round, Variant

DEFAULTS = {"coin_supply": 12, "picks": 2}
STOCKS = {"coins": "coins", "supply": "coins", "standing": "cards"}
FLOWS = {"paid_gift": "coins", "paid_rob": "coins", "due_gift": "coins", "due_rob": "coins"}
CLAUSES = ("clause_new", "clause_own", "clause_never")
RESULTS = {"points_cards": "points", "points_coins": "points", "coins_unscored": "coins"}
FACTS = {"coins_wanted": "coins", "ran_short": "rounds", "first_short": "turns"}


def _tracked(name, kind, unit, **more):
    return {"name": name, "kind": kind, "unit": unit, "meaning": name.replace("_", " "), **more}


TRACK = [
    *(_tracked(name, "stock", unit) for name, unit in STOCKS.items()),
    *(
        _tracked(name, "flow", unit, feeds="coins" if name.startswith("paid") else "")
        for name, unit in FLOWS.items()
    ),
    *(_tracked(name, "flow", "cases", clause=True) for name in CLAUSES),
    *(_tracked(name, "result", unit) for name, unit in RESULTS.items()),
    *(_tracked(name, "fact", unit) for name, unit in FACTS.items()),
]
METRICS = [
    {"name": "coins_a_turn", "top": "paid_gift", "per": "turn", "by_position": True, "unit": "coins a turn"},
    {"name": "rounds_short", "top": "ran_short", "per": "round", "unit": "share"},
    {"name": "coins_unscored", "top": "coins_unscored", "per": "round", "unit": "coins"},
    {"name": "coin_points", "top": "points_coins", "per": "points", "unit": "share"},
    {"name": "wanted", "quantiles_of": "coins_wanted", "at": [50, 95], "unit": "coins"},
    {"name": "short_turn", "first": "first_short", "by": [2, 4], "unit": "share"},
    {"name": "coins_decide", "without": "points_coins", "unit": "share"},
    {"name": "early_coins", "early": "coins", "unit": "share"},
]
METRICS = [{"meaning": metric["name"].replace("_", " "), **metric} for metric in METRICS]


class Play:
    """Matches by variant; turns and moves of their rounds as `write_run` asks for them."""

    def __init__(self, *, logged=1):
        """logged: turns and moves are, of one of so many deals."""
        self._one_of, self._rounds, self._a_deal = logged, {}, 1

    def variant(self, number, label, varied, *, deals, lineup, repeats, rounds, rules):
        """One variant. rounds: (fewest, most) of a match; rules: what a round depends on, see `_round`."""
        mirrors = max(1, len(set(lineup)))
        self._a_deal = mirrors * repeats
        every = []
        for deal in range(deals):
            luck = Random(-1 - deal).choices(range(3), k=len(lineup))
            matches = []
            for place in range(mirrors * repeats):
                rng = Random(1_000 * place + deal)
                match = []
                for i in range(rng.randint(*rounds)):
                    told, turns, moves = _round(rng, luck, i % len(lineup), deal, **rules)
                    key = number, deal * mirrors * repeats + place, i
                    self._rounds[key] = turns, moves
                    told.out_turn = told.out_turn if self._logged(*key) else -1
                    match.append(told)
                matches.append(match)
            every.append(matches)
        return Variant(every, label, lineup, repeats, varied=varied)

    def turns(self, *key):
        return self._rounds[key][0] if self._logged(*key) else []

    def moves(self, *key):
        return self._rounds[key][1] if self._logged(*key) else []

    def _logged(self, variant, match, round_):
        return match // self._a_deal % self._one_of == 0


def _round(rng, luck, starter, deal, *, supply=12, bonus=2, longer=0, capped=0.0, outs=False):
    """A round, its turns and its moves. bonus: cards before the starter's first turn, at most; longer: turns more, in
    every third deal; capped: how often the cap ends it."""
    seats, turns = len(luck), rng.randint(3, 5) + longer * (deal % 3 == 0)
    begun = rng.randrange(3)
    held = [cards + min(bonus, begun) * (seat == starter) for seat, cards in enumerate(luck)]
    coins, left, wanted, short = [0] * seats, supply, 0, -1
    sums = {name: [0] * seats for name in (*FLOWS, *CLAUSES)}
    rows, moves = [], []
    for turn in range(turns):
        mover = (starter + turn) % seats
        gift, rob, cards, kind, legal, more = (int(n * rng.random()) for n in (3, 2, 4, 2, 5, 3))
        held[mover] += cards
        paid_gift = min(gift, left)
        paid_rob = min(rob, left - paid_gift)
        left -= paid_gift + paid_rob
        wanted += gift + rob
        if paid_gift + paid_rob < gift + rob and short < 0:
            short = turn
        coins[mover] += paid_gift + paid_rob
        flows = {"paid_gift": paid_gift, "paid_rob": paid_rob, "due_gift": gift, "due_rob": rob}
        flows |= {"clause_new": int(cards > 1), "clause_own": int(cards == 0), "clause_never": 0}
        for name, amount in flows.items():
            sums[name][mover] += amount
        rows.append([
            {"coins": coins[s], "supply": left, "standing": held[s]}
            | {name: amount * (s == mover) for name, amount in flows.items()}
            for s in range(seats)
        ])  # fmt: skip
        moves += [(mover, 1 + kind, 1 + legal, turn), *[(mover, 2, 1 + more, turn)] * (kind == 0)]
    scored = [n // 3 for n in coins]
    own = {"points_cards": held, "points_coins": scored, "coins_unscored": [n % 3 for n in coins]}
    own |= {"coins": coins, "standing": held}
    facts = {"supply": left, "coins_wanted": wanted, "ran_short": int(short >= 0), "first_short": short}
    end = "cap" if rng.random() < capped else "target" if rng.random() < 0.6 else "cards_out"
    ender = -1 if end == "cap" else (starter + turns - 1) % seats
    told = Round([a + b for a, b in zip(held, scored, strict=True)], turns, starter, end, ender)
    told.decisions, told.choices = len(moves), sum(legal > 1 for _, _, legal, _ in moves)
    told.out_turn = rng.randint(1, turns) if outs else -1
    told.track = own | sums | facts
    return told, rows, moves
