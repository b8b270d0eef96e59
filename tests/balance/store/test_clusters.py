"""Given rounds and matches → expected cluster sums."""

import numpy as np
import pytest

from balance.store.clusters import SQL, cluster_sums, round_sums
from tests.conftest import TRACK


@pytest.fixture
def run(make_run, told):
    round_, variant = told
    track = {"coins": [2, 5], "supply": 4, "paid_gift": [1, 2], "coin_points": [1, 0], "supply_empty": 1}
    ordinary = [round_([3, 1], turns=9, track=track), round_([2, 2], turns=11, end="cards_out")]
    capped = [round_([0, 4], turns=9, starter=0), round_([0, 0], turns=200, end="cap", track=track)]
    short = [round_([0, 1], turns=5)]
    return make_run(
        [
            variant(
                [[ordinary, short], [capped, short], [short, short]],
                lineup=("greedy", "random"),
                capped_matches={5},
            )
        ],
        chunk_clusters=2,
    )


def gathered(run, **options):
    """All sums of the only variant, batches joined."""
    parts = list(cluster_sums(run, **options))
    names = {name for part in parts for name in part.columns}
    joined = {
        name: np.concatenate([p.columns.get(name, np.zeros(p.deals, int)) for p in parts]).tolist()
        for name in names
    }
    levels: dict[str, dict[int, list[int]]] = {}
    for part in parts:
        for fact, found in part.levels.items():
            known = levels.setdefault(fact, {})
            for level, growth in found.items():
                known[level] = [a + b for a, b in zip(known.get(level, [0, 0, 0]), growth, strict=True)]
    return parts, joined, levels


def test_sums_of_rounds(run):
    parts, sums, _ = gathered(run)
    assert [part.share_unit for part in parts] == [2]
    assert sums["all_rounds"] == [3, 3, 2]
    assert sums["capped"] == [0, 1, 0]
    assert sums["rounds"] == [3, 2, 2]
    assert sums["tied_rounds"] == [1, 0, 0]
    assert sums["turns"] == [9 + 11 + 5, 9 + 5, 10]
    assert sums["decisions"] == [90, 60, 60]
    assert sums["choices"] == [60, 40, 40]
    assert sums["ended:target"] == [2, 2, 2]
    assert sums["ended:cards_out"] == [1, 0, 0]
    assert sums["ended:cap"] == [0, 1, 0]


def test_shares_of_the_win_by_position_are_in_halves(run):
    sums = gathered(run)[1]
    assert sums["position_share:0"] == [2 + 1, 0, 0]
    assert sums["position_share:1"] == [1 + 2, 2 + 2, 4]


def test_starters_by_player(run):
    # The mirror of each deal seats random first; the second round is started by seat 1.
    sums = gathered(run)[1]
    assert sums["started:greedy"] == [1, 1, 1]
    assert sums["started:random"] == [2, 1, 1]
    assert sums["started_capped:random"] == [0, 1, 0]
    assert sums["start_share:greedy"] == [2, 0, 0]
    assert sums["start_share:random"] == [1, 0, 0]
    assert sums["started_decisive:random"] == [1, 1, 1]
    assert sums["start_share_decisive:random"] == [0, 0, 0]


def test_matches_leave_out_those_that_a_cap_leaves_undecided(run):
    sums = gathered(run)[1]
    assert sums["all_matches"] == [2, 2, 2]
    assert sums["matches"] == [2, 1, 1]
    assert sums["capped_matches"] == [0, 1, 1]
    assert sums["seat_share:0"] == [2, 0, 0]
    assert sums["seat_share:1"] == [2, 2, 2]
    assert sums["seat_points:0"] == [5, 0, 0]
    assert sums["seat_points:1"] == [3 + 1, 1, 1]
    assert sums["opened:greedy"] == [1, 0, 1]
    assert sums["opened_capped:random"] == [0, 0, 1]
    assert sums["open_share:greedy"] == [2, 0, 0]


def test_the_game_s_quantities_are_summed_over_seats_and_facts_count_once(run):
    sums = gathered(run)[1]
    assert sums["quantity:paid_gift"] == [3, 0, 0]
    assert sums["quantity:coin_points"] == [1, 0, 0]
    assert sums["quantity:supply_empty"] == [1, 0, 0]  # that of the capped round is left out
    assert sums["quantity:points"] == [8 + 1, 4 + 1, 2]


def test_lengths_grow_by_the_deals_counts(run):
    # y(5) = 1, 1, 2 with n = 3, 3, 2; y(9) = 2, 2, 2; y(11) = 3, 2, 2: the capped round is in n alone.
    assert gathered(run)[2]["turns"] == {
        5: [4, 1 + 1 + 4, 3 + 3 + 4],
        9: [2, 3 + 3, 3 + 3],
        11: [1, 5, 3],
    }


LEDGER = [
    {
        "name": "gifts",
        "top": "paid_gift",
        "per": "round",
        "by_position": True,
        "unit": "coins",
        "meaning": "gifts",
    },
    {"name": "wanted", "quantiles_of": "wanted", "at": [50], "unit": "coins", "meaning": "coins due"},
    {"name": "short", "first": "short", "by": [3, 5], "unit": "share", "meaning": "a coin was not paid"},
    {"name": "decide", "without": "coin_points", "unit": "share", "meaning": "coins decide"},
]


@pytest.fixture
def ledger(make_run, told):
    """Two deals, one match each of two rounds: what was won by coins, lost by coins, and capped."""
    round_, variant = told
    facts = [
        {"name": name, "kind": "fact", "unit": "", "meaning": name, "feeds": "", "clause": False}
        for name in ("wanted", "short")
    ]

    def ended(points, coins, wanted, short, **more):
        return round_(
            points,
            track={"paid_gift": [2, 5], "coin_points": coins, "wanted": wanted, "short": short},
            **more,
        )

    by_coins = ended([5, 4], [3, 0], wanted=7, short=2)  # 2–4 without coins: seat 1 takes the win
    to_a_tie = ended([4, 3], [1, 0], wanted=4, short=-1)  # 3–3: half of it
    from_a_tie = ended([4, 4], [0, 2], wanted=7, short=4)  # 4–2: half of it
    capped = ended([0, 0], [9, 0], wanted=3, short=0, end="cap")
    return make_run(
        [variant([[[by_coins, to_a_tie]], [[from_a_tie, capped]]])], track=[*TRACK, *facts], metrics=LEDGER
    )


def test_wins_that_a_result_decides_are_in_halves(ledger):
    sums = gathered(ledger)[1]
    assert sums["moved:round:coin_points"] == [2 + 1, 1]
    assert sums["moved:match:coin_points"] == [
        2,
        0,
    ]  # 9–7 with coins, 5–7 without; the other match has a capped round


def test_amounts_by_position_add_up(ledger):
    sums = gathered(ledger)[1]  # seat 1 starts the second round
    assert sums["quantity:paid_gift:0"] == [2 + 5, 2]
    assert sums["quantity:paid_gift:1"] == [5 + 2, 5]
    assert sums["quantity:paid_gift"] == [14, 7]


def test_a_turn_that_came_is_one_of_the_first_so_many(ledger):
    sums = gathered(ledger)[1]
    assert sums["came:short:3"] == [1, 0]  # turn 2 is the third
    assert sums["came:short:5"] == [1, 1]  # −1 never came, and the capped round is left out


def test_levels_of_a_fact_are_counted_among_rounds_that_were_not_capped(ledger):
    levels = gathered(ledger)[2]
    assert levels["wanted"] == {4: [1, 1, 2], 7: [2, 3 + 1, 2 + 1]}
    assert set(levels) == {"turns", "wanted"}


def test_margins_and_who_ended(run, make_run, told):
    assert gathered(run)[1]["margin"] == [2 + 0 + 1, 4 + 1, 1 + 1]
    assert gathered(run)[1]["close_rounds"] == [2, 1, 2]
    round_, variant = told
    ends = [
        [round_([1, 0], ender=0), round_([1, 0], ender=0), round_([0, 0])],
        [round_([2, 0], ender=1, end="cap")],
    ]
    sums = gathered(make_run([variant([[match] for match in ends])]))[1]
    assert sums["rounds_with_ender"] == [2, 0]
    assert sums["starter_ended"] == [1, 0]  # seat 1 starts the second round


def test_a_deal_counts_under_every_round_number(make_run, told):
    round_, variant = told
    run = make_run([variant([[[round_([1, 0])] * 2], [[round_([1, 0])]]])], chunk_clusters=1)
    found = [
        (number, sums.deals, sums.columns.get("rounds", [0])[0])
        for number, sums in round_sums(run, {0}, rows=1)
    ]
    assert found == [(0, 1, 1), (1, 1, 1), (0, 1, 1), (1, 1, 0)]
    assert list(round_sums(run, {1})) == []


def test_batches_change_nothing(run):
    whole, by_chunk = gathered(run), gathered(run, rows=1)
    assert len(whole[0]) == 1
    assert len(by_chunk[0]) == 2
    assert by_chunk[1:] == whole[1:]


def test_nothing_finished_gives_nothing(run):
    for record in (run.path / "commits").iterdir():
        record.unlink()
    assert list(cluster_sums(run)) == []


def test_each_file_states_its_grain_first():
    for path in SQL.glob("*.sql"):
        assert path.read_text().startswith("-- one row per ")
