"""Given rounds and matches → expected cluster sums."""

import numpy as np
import pytest

from balance.store.clusters import SQL, cluster_sums


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
    lengths: dict[int, list[int]] = {}
    for part in parts:
        for length, growth in part.lengths.items():
            lengths[length] = [a + b for a, b in zip(lengths.get(length, [0, 0, 0]), growth, strict=True)]
    return parts, joined, lengths


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
    assert gathered(run)[2] == {
        5: [4, 1 + 1 + 4, 3 + 3 + 4],
        9: [2, 3 + 3, 3 + 3],
        11: [1, 5, 3],
    }


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
