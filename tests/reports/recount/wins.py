"""Recounted: does starting help, who wins, where do the points come from, all numbers."""

from itertools import chain

from tests.reports.recount.estimates import ratio
from tests.reports.recount.metrics import of_rounds
from tests.reports.recount.printed import check, line, shown, tokens
from tests.reports.recount.telling import EDGE, rated, starter, told, who

FEW = 8  # variants that sentences tell one by one
ALONE = "first_player_advantage_decisive"


def first_player(run, section):
    places = range(len(run.names)) if 1 < len(run.names) <= FEW else ()
    if len(run.names) > FEW:  # the baseline, the lowest and the highest
        order = sorted(range(len(run.names)), key=lambda place: run.counted[place][EDGE].value)
        places = dict.fromkeys((0, order[0], order[-1]))
        section.sentence("the lowest and the highest of", len(run.names))
    for place in places:
        name = run.names[place]
        words = f"With {'the defaults' if name == 'defaults' else name}, "
        section.sentence(words, *starter(run, place))
    rows = [line(n, (EDGE, c[EDGE]), (ALONE, c[ALONE])) for n, c in zip(run.names, run.counted, strict=True)]
    section.table("The starter’s advantage", rows)
    started = []
    for v in run.variants:
        who = v.player[range(len(v.starter)), v.starter]
        share = v.at("share", 0)
        for name in sorted(set(v.spec["lineup"])):
            mine = who == v.names.index(name)
            counts = [mine, mine & (share == 1), mine & (share > 0) & (share < 1), mine & ~v.ended]
            started.append([v.spec["label"], name, *(int(c.sum()) for c in counts)])
    section.table("Rounds by who started", started)


def winners(run, section):
    seats = run.variants[0].seats
    names = [
        *(f"win_share_position_{p}" for p in range(seats)),
        *(f"win_share_seat_{s}" for s in range(seats)),
    ]
    rows = [line(n, *((m, c[m]) for m in names)) for n, c in zip(run.names, run.counted, strict=True)]
    section.table("Shares of rounds by position, of matches by seat", rows)
    for place in told(run):
        counted = run.counted[place]
        numbers = [x for p in range(seats) for x in shown(counted[f"win_share_position_{p}"], capped=True)]
        numbers += [
            0,
            seats - 1,
            *(x for s in range(seats) for x in shown(counted[f"win_share_seat_{s}"], capped=True)),
        ]
        section.sentence(who(run, place), *numbers, run.variants[place].deals)
    v = run.variants[0]
    won = v.at("share", 0) == 1
    matches = v.rounds["match"][:, 0]
    count = {m: (int(won[matches == m].sum()), int((matches == m).sum())) for m in set(matches.tolist())}
    best = min(count, key=lambda m: (-count[m][0], m))
    section.looks([(f"the starter won {count[best][0]} of {count[best][1]} rounds alone", best)])


def points(run, section):
    v = run.files.game["track"]
    names = [*(q["name"] for q in v if q["kind"] == "result" and q["unit"] == "points"), "points"]
    found = [
        [ratio(of_rounds(v, v.rounds[n].sum(axis=1), share=False), unit="points") for n in names]
        for v in run.variants
    ]
    rows = [line(n, *(("", x) for x in some)) for n, some in zip(run.names, found, strict=True)]
    section.table("Points of a round, all seats together", rows)
    for place in told(run):
        *parts, whole = (shown(x) for x in found[place])
        section.sentence(who(run, place), *whole, *chain(*parts), run.variants[place].deals)
    section.looks([rated(run, 0, "points", "The round of most points")])


def every_metric(run, section):
    """All numbers: one table a variant, a line a metric."""
    for place, v in enumerate(run.variants):
        counted = run.with_nulls[place]
        (at, table) = next(
            (i, t) for i, t in enumerate(section.tables)
            if t["caption"].startswith(f"{run.names[place]}, between") and ("table", i) not in section.claimed
        )  # fmt: skip
        check_caption = tokens(table["caption"], section.names)
        assert [int(t.replace(",", "")) for t in check_caption] == [len(v.matches["match"])]
        assert {row[0] for row in table["rows"]} == set(counted)
        for name, value, limits, n, deals, method, _ in table["rows"]:
            number = counted[name]
            whole = line(name, (name, number))
            check(value, (name, number), name)
            assert tokens(value["text"]) == tokens(value["text"])[:1]
            check(limits, shown(number, name)[1:], name)
            assert [n, deals, method] == whole[2:], (name, n, deals, method, whole)
        section.claimed |= {("table", at), ("head", at)}


def glance(run, section):
    own = [m["name"] for m in run.files.game["metrics"] if m["unit"] == "share" and m.get("per")]
    capped = ["capped"] if any(c["capped"].value for c in run.counted) else []
    names = [EDGE, "turns_mean", "tied_rounds", *capped, *own]
    section.table(
        "At a glance", [[n, *((m, c[m]) for m in names)] for n, c in zip(run.names, run.counted, strict=True)]
    )
