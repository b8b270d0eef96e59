"""Every metric of a variant, counted anew from its rounds and matches as `docs` define them: name → Number."""

from collections import Counter

import numpy as np

from tests.reports.recount.estimates import Part, quantile, ratio
from tests.reports.recount.files import CAP, FIRST


def metrics(played):
    """All of a variant but those of the turns (`leads`) and moves (`worths`) of its first deals."""
    return {**starting(played), **winning(played), **lasting(played), **ending(played), **declared(played)}


def leading(shares):
    """How many seats share the win of each line."""
    return (shares > 0).sum(axis=1)


def starting(v):
    even, ended = -1 / v.seats, v.ended
    share, winners = v.at("share", 0), leading(v.rounds["share"])
    who = v.player[np.arange(len(v.starter)), v.starter]
    players = np.unique(v.player)
    parts, alone = [], []
    for a in players:
        mine = who == a
        cut = v.sums(~ended & mine)
        parts.append(Part(v.sums(share, kept=ended & mine), v.sums(ended & mine), cut, "rounds"))
        one = mine & ended & (winners == 1)
        alone.append(Part(v.sums(share, kept=one), v.sums(one), cut, "rounds"))
    opener, first = v.matches["player"][:, 0], v.matches["share"][:, 0]
    by_match = [
        Part(
            v.sums(first, kept=v.decided & (opener == a), table="matches"),
            v.sums(v.decided & (opener == a), table="matches"),
            v.sums(~v.decided & (opener == a), table="matches"),
            "matches",
        )
        for a in players
    ]
    ends = v.rounds["ender"][:, 0] == v.starter
    return {
        "first_player_advantage": ratio(*parts, shift=even),
        "first_player_advantage_decisive": ratio(*alone, shift=even),
        "first_player_advantage_match": ratio(*by_match, shift=even),
        "starter_ends": ratio(of_rounds(v, ends), shift=even),
    }


def of_rounds(v, values, *, share=True):
    """Over the rounds that ended by the rules; share: with those that caps took away beside it."""
    return Part(v.sums(values, kept=v.ended), v.sums(v.ended), v.sums(~v.ended) if share else None, "rounds")


def of_matches(v, values, *, share=True):
    cut = v.sums(~v.decided, table="matches") if share else None
    return Part(
        v.sums(values, kept=v.decided, table="matches"), v.sums(v.decided, table="matches"), cut, "matches"
    )


def winning(v):
    found = {f"win_share_position_{p}": ratio(of_rounds(v, v.at("share", p))) for p in range(v.seats)}
    for s in range(v.seats):
        found[f"win_share_seat_{s}"] = ratio(of_matches(v, v.matches["share"][:, s]))
        points = of_matches(v, v.matches["points"][:, s], share=False)
        found[f"points_seat_{s}"] = ratio(points, unit="points")
    best = np.sort(v.rounds["points"], axis=1)[:, ::-1]
    margin = best[:, 0] - best[:, 1]
    found["margin_mean"] = ratio(of_rounds(v, margin, share=False), unit="points")
    found["close"] = ratio(of_rounds(v, margin <= 1))
    tied, tied_match = leading(v.rounds["share"]) > 1, leading(v.matches["share"]) > 1
    return found | {"tied_rounds": ratio(of_rounds(v, tied)), "tied": ratio(of_matches(v, tied_match))}


def lasting(v):
    every, cut = v.sums(1), 1 - v.ended.mean()
    found = {}
    for name, unit in (("turns", "turns"), ("decisions", "decisions"), ("choices", "decisions")):
        values = of_rounds(v, v.rounds[name][:, 0], share=False)
        found[f"{name}_mean"] = ratio(values, unit=unit, length=cut)
    levels = np.unique(v.rounds["turns"][v.ended, 0])
    kept = [v.sums(v.ended & (v.rounds["turns"][:, 0] <= q)) for q in levels]
    found |= {
        f"turns_{name}": quantile(p, levels, kept, every, "turns")
        for name, p in (("median", 0.5), ("p95", 0.95))
    }
    return found


def ending(v):
    every, reason = v.sums(1), v.rounds["end_reason"][:, 0]
    found = {"capped": ratio(Part(v.sums(~v.ended), every))}
    for code, word in enumerate(v.files.game["end_reasons"]):
        if code > CAP:
            found[f"end_{word}"] = ratio(Part(v.sums(reason == code), every))
    of_all = Part(v.sums(~v.decided, table="matches"), v.sums(1, table="matches"))
    return found | {"capped_matches": ratio(of_all)}


def declared(v):
    """The game's own metrics, by the five forms in which one is declared."""
    kinds = {quantity["name"]: quantity["kind"] for quantity in v.files.game["track"]}
    found = {}
    for metric in v.files.game["metrics"]:
        name, unit = metric["name"], metric["unit"]
        if "top" in metric:
            found |= _ratios(v, metric, kinds)
        elif "quantiles_of" in metric:
            fact = v.rounds[metric["quantiles_of"]][:, 0]
            levels = np.unique(fact[v.ended & (fact >= 0)])
            kept = [v.sums(v.ended & (fact >= 0) & (fact <= q)) for q in levels]
            for p in metric["at"]:
                found[f"{name}_p{p}"] = quantile(p / 100, levels, kept, v.sums(v.ended), unit)
        elif "first" in metric:
            fact = v.rounds[metric["first"]][:, 0]
            for turns in metric["by"]:
                found[f"{name}_by_{turns}"] = ratio(of_rounds(v, (fact >= 0) & (fact < turns)))
        elif "without" in metric:
            found |= _without(v, name, metric["without"])
        else:
            found |= _early(v, name, metric["early"])
    return found


def _ratios(v, metric, kinds):
    top, per, share = metric["top"], metric["per"], metric["unit"] == "share"

    def amount(name, position=None):
        if kinds.get(name) == "fact":
            return v.rounds[name][:, 0]
        return v.rounds[name].sum(axis=1) if position is None else v.at(name, position)

    bottom = {"round": np.ones(len(v.ended)), "turn": v.rounds["turns"][:, 0]}.get(per)
    bottom = v.sums(amount(per) if bottom is None else bottom, kept=v.ended)
    cut = v.sums(~v.ended) if share and per == "round" else None
    places = range(v.seats) if metric.get("by_position") else ()
    return {
        metric["name"] + ("" if p is None else f"_position_{p}"): ratio(
            Part(v.sums(amount(top, p), kept=v.ended), bottom, cut, "rounds"), unit=metric["unit"]
        )
        for p in (None, *places)
    }


def _shares(merit):
    best = merit == merit.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)


def _without(v, name, result):
    """½ Σ |w − w°|, w° of the points less the result; of a match the tie-break counts after them."""
    moved = np.abs(v.rounds["share"] - _shares(v.rounds["points"] - v.rounds[result])).sum(axis=1) / 2
    lost = Counter()
    for match, amounts in zip(v.rounds["match"][:, 0].tolist(), v.rounds[result], strict=True):
        lost[match] = lost[match] + amounts
    less = np.array([lost[match] for match in v.matches["match"][:, 0].tolist()])
    merit = v.matches["points"] - less + 1e-6 * v.matches["tie_break"]
    moved_match = np.abs(v.matches["share"] - _shares(merit)).sum(axis=1) / 2
    return {name: ratio(of_rounds(v, moved)), f"{name}_match": ratio(of_matches(v, moved_match))}


def _early(v, name, stock):
    """Of the first deals whose turns were logged: the win of the one leader in the stock after a third of the turns."""
    rows = v.turns([stock])
    third = (rows["turn"] == -(-rows["of"] // 3) - 1) & (rows["match"] < first_matches(v.files))
    level = rows[stock][third].reshape(-1, v.seats)
    share, cut, deal = (rows[key][third].reshape(-1, v.seats) for key in ("share", "capped", "deal"))
    best = level.max(axis=1, keepdims=True)
    alone = ((level == best).sum(axis=1) == 1) & ~cut[:, 0]
    won = share[np.arange(len(level)), level.argmax(axis=1)]
    logged = np.unique(deal)
    place = np.searchsorted(logged, deal[:, 0])
    part = Part(np.bincount(place, won * alone, len(logged)), np.bincount(place, 1.0 * alone, len(logged)))
    return {name: ratio(part, shift=-1 / v.seats)}


def first_matches(files):
    """Matches with smaller numbers hold about the first FIRST deals whose turns and moves are logged."""
    a_deal = max(variant["mirrors"] * variant["repeats"] for variant in files.spec["variants"])
    return int(np.ceil(FIRST / files.spec["log"]["share"])) * a_deal
