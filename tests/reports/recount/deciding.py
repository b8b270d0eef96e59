"""Recounted: what there is to choose, and what decisions are about, from the moves of the first deals logged."""

import numpy as np

from tests.reports.recount.estimates import Part, ratio
from tests.reports.recount.lucks import decisions
from tests.reports.recount.printed import line, shown
from tests.reports.recount.telling import lines, told, who

PLACES = ("1st", "2nd", "3rd", "4th")


class Decided:
    """A variant's decisions in rounds that ended by the rules, and estimates of parts of them."""

    def __init__(self, v):
        self.rows = decisions(v)
        self.deals, self._deal = np.unique(self.rows["deal"], return_inverse=True)
        self.ended = ~self.rows["capped"]
        self.tenth = np.minimum(9, 10 * self.rows["turn"] // self.rows["turns"])
        self.open = self.ended & (self.rows["legal"] > 1)

    def _sums(self, values, kept):
        return np.bincount(self._deal, values * kept, len(self.deals))

    def mean(self, values, kept, unit):
        """Over some decisions."""
        return ratio(Part(self._sums(values, kept), self._sums(np.ones(len(kept)), kept)), unit=unit)

    def legal(self, kept):
        return self.mean(self.rows["legal"], kept, "legal choices")

    def forced(self, kept):
        return self.mean(self.rows["legal"] == 1, kept, "share")

    def of_kind(self, kind, kept):
        return self.mean(self.rows["kind"] == kind, self.open & kept, "share")


def choices(run, section):
    every = [Decided(v) for v in run.variants]
    for caption, one in (
        ("Legal choices of a decision", Decided.legal),
        ("Decisions with one", Decided.forced),
    ):
        rows = []
        shown_ = [every[place] for place in lines(run)]
        for tenth in range(10):
            parts = [d.ended & (d.tenth == tenth) for d in shown_]
            cells = [one(d, part) if part.any() else "–" for d, part in zip(shown_, parts, strict=True)]
            rows.append([f"{10 * tenth}–{10 * tenth + 10}\xa0%", *cells])
        section.table(f"{caption}", rows)
    whole = [(d.legal(d.ended), d.forced(d.ended)) for d in every]
    section.table(
        "Decisions of a whole round",
        [line(n, ("", a), ("", b)) for n, (a, b) in zip(run.names, whole, strict=True)],
    )
    _kinds(run, section, every)
    read = max(len(d.deals) for d in every)
    if read < run.variants[0].deals:
        section.note("the first whose moves are logged", read, run.variants[0].deals)
    said = {}  # variants in which it was the same are told together
    for place in told(run):
        d = every[place]
        ends = [d.ended & (d.tenth == tenth) for tenth in (0, 9)]
        early = [x for part in ends for x in shown(d.legal(part))] if all(map(np.any, ends)) else []
        legal, forced = map(shown, whole[place])
        kinds = [d.of_kind(code, d.ended) for code in range(1, len(run.files.game["kinds"]))]
        kinds = sorted((shown(e) for e in kinds), reverse=True)
        said[*legal, *early, *forced, len(d.deals)] = [x for kind in kinds for x in kind]
    for numbers, kinds in said.items():
        section.sentence("legal choices on average", *numbers)
        section.sentence("Of the decisions with several choices", *kinds)


def _kinds(run, section, every):
    codes = range(1, len(run.files.game["kinds"]))
    rows = []
    for v, d in zip(run.variants, every, strict=True):
        whose = [("all seats", np.ones(len(d.open), bool))]
        whose += [(PLACES[p], d.rows["position"] == p) for p in range(v.seats)]
        lineup = list(dict.fromkeys(v.spec["lineup"]))
        whose += [(name, d.rows["player"] == v.names.index(name)) for name in lineup]
        for name, kept in whose:
            cells = [d.of_kind(code, kept) for code in codes]
            rows.append([v.spec["label"], name, *cells, cells[0].n])
    section.table("What decisions between several choices were about", rows)
    names = [f"choice_worth_{run.files.game['kinds'][code]}" for code in codes]
    worths = [line(n, *((m, c[m]) for m in names)) for n, c in zip(run.names, run.counted, strict=True)]
    section.table("Wins of the seats that decided on it", worths)


def lead(run, section):
    """The lead as played, counted anew turn by turn, beside the same turns in random order."""
    names = [m for name in ("lead_changes", "comeback", "settled") for m in (name, f"{name}_null")]
    section.table(
        "The lead as played",
        [line(n, *((m, c[m]) for m in names)) for n, c in zip(run.names, run.with_nulls, strict=True)],
    )
    for place in told(run):
        counted = run.with_nulls[place]
        for name, words in zip(
            names[::2], ("the lead changed", "had been behind", "led for good"), strict=True
        ):
            null = counted[f"{name}_null"]
            section.sentence(words, *shown(counted[name]), counted["lead_changes"].clusters, *shown(null))
    v = run.variants[0]
    section.looks([_farthest(v)])


def _farthest(v):
    """The round won from farthest behind, as its columns say."""
    behind, match, number = (v.rounds[name][:, 0] for name in ("comeback", "match", "round"))
    best = min(np.flatnonzero(behind > 0), key=lambda i: (-behind[i], match[i], number[i]))
    what = f"The round won from farthest behind: {int(behind[best])} (in round {int(number[best])})"
    return what, int(match[best])


def luck(run, section):
    names = [name for name in ("deal_luck", "mirror_deal", "mirror_skill") if name in run.counted[0]]
    rows = [line(n, *((m, c[m]) for m in names)) for n, c in zip(run.names, run.counted, strict=True)]
    section.table("Luck of the deal", rows)
    for place in told(run):
        counted, repeats = run.counted[place], run.variants[place].spec["repeats"]
        if "deal_luck" in names:
            one = counted["deal_luck"]
            section.sentence("of the variance of match wins", *shown(one), one.clusters, repeats)
        if "mirror_deal" in names:
            deal, skill = (counted[name] for name in names[-2:])
            section.sentence("of the variance of a win", *shown(deal), 0.25, *shown(skill), deal.clusters)


def outs(v):
    """Seats that can win no more, by the deals that were followed turn by turn; and by how much of a round."""
    out_turn, turns = v.rounds["out_turn"][:, 0], v.rounds["turns"][:, 0]
    deals = np.unique(v.rounds["deal"][out_turn >= 0, 0])
    kept, after = v.ended & (out_turn >= 0), turns - out_turn

    def share(values, capped=None):
        return ratio(Part(v.sums(values, kept=kept)[deals], v.sums(kept)[deals], capped))

    lasting, met = (
        {"out_rounds": 0, "out_quarter": 0.25, "out_half": 0.5},
        v.sums(~v.ended & (out_turn >= 0))[deals],
    )
    found = {name: share((after > 0) & (after >= least * turns), met) for name, least in lasting.items()}
    found["out_turns"] = share(np.round(after / turns, 6))  # kept in millionths
    return found, [share((after > 0) & (100 * out_turn <= k * turns)) for k in range(0, 100, 5)]


def out(run, section):
    names = ("out_rounds", "out_quarter", "out_half", "out_turns")
    rows = [line(n, *((m, c[m]) for m in names)) for n, c in zip(run.names, run.counted, strict=True)]
    section.table("Rounds in which some seat was out of it", rows)
    curves = [outs(v)[1] for v in run.variants]
    rows = [[str(5 * i), *(curve[i] for curve in curves)] for i in range(20)]
    section.table("Share of the rounds in which some seat was out", rows)
    for place in told(run):
        parts = [run.counted[place][m] for m in ("out_rounds", "out_half", "out_turns")]
        section.sentence(
            who(run, place), *(x for e in parts for x in shown(e, capped=True)), parts[0].clusters
        )
