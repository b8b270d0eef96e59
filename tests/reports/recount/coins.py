"""Recounted: what seats gather, where it comes from, how the supply runs down, clauses, variants that play alike."""

import numpy as np

from tests.reports.recount.estimates import Part, ratio
from tests.reports.recount.metrics import of_rounds
from tests.reports.recount.printed import METHODS, line, shown
from tests.reports.recount.telling import lines, rated, told, who

PLACES = ("1st", "2nd", "3rd", "4th")
PAID, DUE = ("paid_gift", "paid_rob"), ("due_gift", "due_rob")


def a_round(v, name, position=None, unit="coins"):
    """What a seat in a position, or all seats, have of it a round."""
    values = v.rounds[name].sum(axis=1) if position is None else v.at(name, position)
    return ratio(of_rounds(v, values, share=False), unit=unit)


def economy(run, section):
    """Its parts in the order of the page; each claims the next sentences of a variant."""
    course(run, section)
    flows(run, section)
    income(run, section)
    income_turns(run, section)
    scarce(run, section)
    found = first_time(run, section)
    decides(run, section)
    section.looks([
        rated(run, 0, "paid_gift", "The round with most paid gift"),
        rated(run, 0, "coins_wanted", "The round with most coins wanted"),
        *found,
    ])  # fmt: skip


def flows(run, section):
    v, names = run.variants[0], [*PAID, "coins", "coins_unscored"]
    every = [[a_round(v, name, p) for name in names] for p in range(v.seats)]
    rows = [[run.names[0], PLACES[p], *some, some[0].n] for p, some in enumerate(every)]
    section.table("Coins of a seat in a round by position", rows)
    section.sentence("ended a round with", *(x for some in every for x in shown(some[2])), v.deals)


class Turns:
    """Of the deals whose turns are logged: by turn, a mean over the rounds that still run then."""

    def __init__(self, v):
        self.rows = v.turns(["supply", "coins", *PAID, *DUE])
        self.deals, self._deal = np.unique(self.rows["deal"], return_inverse=True)
        self.first = self.rows["seat"] == 0
        self.seats = v.seats
        self.last = int(self.rows["turn"].max())

    def running(self, turn):
        return self._sums(np.ones(len(self.first)), self.first & (self.rows["turn"] == turn))

    def _sums(self, values, kept):
        return np.bincount(self._deal, values * kept, len(self.deals))

    def mean(self, names, turn, unit):
        """names: of flows of all seats, added up; or a stock, of a seat on average."""
        of = self.seats if names in (("supply",), ("coins",)) else 1
        values = sum(self.rows[n] for n in names) / of
        return ratio(Part(self._sums(values, self.rows["turn"] == turn), self.running(turn)), unit=unit)


def course(run, section):
    """The supply, which is the same for all seats, and the mean of what the seats hold."""
    every = [Turns(run.variants[place]) for place in lines(run)]
    if len(every) < len(run.names):
        section.note("at even steps", len(every), len(run.names))
    for name in ("supply", "coins"):
        rows = []
        for turn in range(max(t.last for t in every) + 1):
            cells = [t.mean((name,), turn, "coins") if turn <= t.last else "–" for t in every]
            rows.append([str(turn + 1), *(c if c == "–" else ("", c, "n") for c in cells)])
        section.table(f"Mean {name} by turn", rows)
        levels = [every[0].mean((name,), turn, "coins") for turn in range(every[0].last + 1)]
        turn, last = [(turn, e) for turn, e in enumerate(levels) if e.n >= 0.5 * levels[0].n][-1]
        section.sentence(
            "after the first turn", *shown(levels[0]), *shown(last), turn + 1, last.n, levels[0].n
        )
    sampled(run, section)


def sampled(run, section):
    share = run.files.spec["log"]["share"]
    if share < 1:
        section.note("Turns were logged for", 100 * share)


def income(run, section):
    found = []
    for v in run.variants:
        turns = v.sums(v.rounds["turns"][:, 0], kept=v.ended)

        def a_turn(names, v=v, turns=turns):
            values = sum(v.rounds[n].sum(axis=1) for n in names)
            return ratio(Part(v.sums(values, kept=v.ended), turns), unit="coins")

        found.append([a_turn(some) for some in (PAID, *([n] for n in PAID), DUE, *([n] for n in DUE))])
    rows = [line(n, *(("", x) for x in some)) for n, some in zip(run.names, found, strict=True)]
    section.table("Coins per turn, all seats", rows)
    for place in told(run):
        paid, gift, rob, due, *_ = found[place]
        numbers = [x for e in (paid, due, gift, rob) for x in shown(e)]
        section.sentence(who(run, place), *numbers, run.variants[place].deals)


def income_turns(run, section):
    t, rows, due = Turns(run.variants[0]), [], {}
    first = t.running(0).sum()
    for turn in range(t.last + 1):
        if t.running(turn).sum() >= 0.01 * first:
            cells = [t.mean(names, turn, "coins a turn") for names in (["paid_gift"], ["paid_rob"], DUE)]
            rows.append([str(turn + 1), int(t.running(turn).sum()), *cells])
            due[turn] = cells[-1]
    section.table("Coins by turn", rows)
    most = max(due, key=lambda turn: due[turn].value)
    section.sentence("most coins were due", most + 1, *shown(due[most]), due[most].n)


def first_time(run, section):
    """The first turn with an unpaid coin: cumulative incidence over all rounds. Gives what is to be looked at."""
    by = run.files.game["metrics"][5]["by"]

    def come(v, turns):
        fact = v.rounds["first_short"][:, 0]
        return ratio(Part(v.sums(v.ended & (fact >= 0) & (fact < turns)), v.sums(v.ended), v.sums(~v.ended)))

    never = 10**9
    ever = [[come(v, t) for t in (*by, never)] for v in run.variants]
    rows = [line(n, *(("", x) for x in some)) for n, some in zip(run.names, ever, strict=True)]
    if any(some[-1].value for some in ever):
        section.table("Share of the rounds in which it had come", rows)
    drawn = [run.variants[place] for place in lines(run)]
    seen = [np.unique(v.rounds["first_short"][v.ended, 0]) for v in drawn]
    levels = sorted({int(x) for some in seen for x in some if x >= 0})
    rows = [
        [
            str(x + 1),
            *(come(v, x + 1) if x in own else "–" for v, own in zip(drawn, seen, strict=True)),
        ]
        for x in levels
    ]
    if levels:
        section.table("Share of all rounds in which it had come", rows)
    if len(drawn) < len(run.names):
        section.picture("read", "at even steps", 95, len(drawn), len(run.names))
    for place in told(run):
        numbers = [x for e, turn in zip(ever[place], (*by, None), strict=True)
                   for x in (*shown(e, capped=True), *([turn] if turn else []))]  # fmt: skip
        numbers.append(run.variants[place].deals)
        if not ever[place][-1].value:
            numbers = [ever[place][-1].n, *shown(ever[place][-1], capped=True)]
        section.sentence(who(run, place), *numbers)
    what = "The round with the earliest first short, turns counted from 0"
    return [rated(run, 0, "first_short", what, least=True)] if ever[0][-1].value else []


def scarce(run, section):
    names = ("rounds_short", "wanted_p50", "wanted_p95")
    rows = [line(n, *((m, c[m]) for m in names)) for n, c in zip(run.names, run.counted, strict=True)]
    section.table("How scarce it is", rows)
    for place in told(run):
        short, half, most = (shown(run.counted[place][m], capped=True) for m in names)
        section.sentence(who(run, place), *short, run.variants[place].deals)
        section.sentence(who(run, place), *half, 50, *most, 95, run.variants[place].deals)


def decides(run, section):
    names = ("coin_points", "coins_decide", "coins_decide_match", "early_coins")
    columns = (*names, "coins_unscored")
    rows = [line(n, *((m, c[m]) for m in columns)) for n, c in zip(run.names, run.counted, strict=True)]
    section.table("What it decides", rows)
    for place in told(run):
        numbers = [x for m in columns for x in shown(run.counted[place][m], m, capped=True)]
        section.sentence(who(run, place), *numbers, run.variants[place].deals)


def clauses(run, section):
    names = [q["name"] for q in run.files.game["track"] if q.get("clause")]
    found = {
        position: [[a_round(v, name, position, "cases") for name in names] for v in run.variants]
        for position in (None, *range(run.variants[0].seats))
    }
    for position, some in found.items():
        where = "all seats" if position is None else f"{PLACES[position]} in turn order"
        rows = [line(n, *(("", x) for x in each)) for n, each in zip(run.names, some, strict=True)]
        section.table(f"Cases per round, {where}", rows)
    whole = found[None]
    limits = dict.fromkeys(
        (e.n, 100 * ratio(Part(0 * v.sums(1), v.sums(v.ended))).high, v.deals)
        for v, (*_, e) in zip(run.variants, whole, strict=True)
    )
    numbers = [x for n, most, deals in [*limits][:3] for x in (0, n, most, 95, deals)]
    section.sentence("never applied", *numbers)
    rarest = min((n for n in range(len(names)) if whole[0][n].value), key=lambda n: whole[0][n].value)
    what = f"The round with most of {names[rarest].removeprefix('clause_')}, the rarest clause that applied"
    section.looks([rated(run, 0, names[rarest], what)])


def identical(run, section):
    """Pairs of variants, by the digests of all matches of a deal."""
    pairs = [(0, b) for b in range(1, len(run.names))] + neighbours(run)
    rows, told_ = [], []
    for a, b in pairs:
        number, _ = run.identical(a, b)
        names = [run.names[a], run.names[b]]
        rows.append([*names, ("", number), shown(number)[1:], number.n, METHODS[number.method]])
        told_ += [number] if a == 0 and b > 0 and len(told_) < len(run.names) - 1 else []
    section.table("Deals that play out identically", rows)
    never = [e for e in told_ if e.value == 0]
    for numbers in dict.fromkeys((*shown(e), e.n) for e in told_ if e.value not in (0, 1)):
        section.sentence("play out identically (", *numbers)
    for words, some in (("none of", never), ("all of", [e for e in told_ if e.value == 1])):
        if some:
            section.sentence(words, some[0].n, *shown(some[0])[1:])
    most = max(range(len(told_)), key=lambda i: told_[i].value if told_[i].value < 1 else -1)
    section.looks(
        [(f"{run.names[0]} and {run.names[most + 1]} play differently", run.differing(0, most + 1))]
    )


def neighbours(run):
    """Variants that differ in one parameter by one step of its values."""
    cells = [v.spec["parameters"] for v in run.variants]
    found = []
    for name in cells[0]:
        values = sorted({cell[name] for cell in cells})
        for a, cell in enumerate(cells):
            later = [x for x in values if x > cell[name]]
            after = {**cell, name: later[0]} if later else None
            found += [(a, cells.index(after))] if after in cells else []
    return found
