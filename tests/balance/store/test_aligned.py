"""Sums of the same deals side by side, however their runs were cut."""

from collections import defaultdict

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from balance.store.aligned import Source, aligned
from balance.store.clusters import ClusterSums, arm_sums


def sums(variant, numbers):
    """Of a deal its number, squared where even; a level a deal, two of every third."""
    numbers = np.array(numbers, np.int64)
    even = numbers % 2 == 0
    columns = {"number": numbers * (variant + 1)} | ({"even": numbers**2 * even} if even.any() else {})
    of = np.sort(np.concatenate([numbers, numbers[numbers % 3 == 0]]))
    lengths = {"turns": (of, of + variant, np.ones(len(of), np.int64))}
    return ClusterSums(variant, numbers, 1, columns, lengths=lengths)


def cut(variant, numbers, places):
    return [sums(variant, part) for part in np.split(np.array(sorted(numbers)), sorted(places)) if len(part)]


NUMBERS = st.sets(st.integers(0, 30), min_size=1, max_size=31)
PLACES = st.lists(st.integers(0, 30), max_size=6)


@given(st.lists(st.tuples(NUMBERS, PLACES), min_size=1, max_size=4), st.data())
def test_every_arm_gets_the_common_deals_once_and_whole(arms, data):
    """The arms of the first run interleaved as may be, each other arm a run of its own."""
    own = data.draw(st.integers(1, len(arms)))
    parts = [cut(variant, *arm) for variant, arm in enumerate(arms)]
    mixed = [variant for variant in range(own) for _ in parts[variant]]
    order = data.draw(st.permutations(mixed))
    first = Source(iter([parts[variant].pop(0) for variant in order]), {v: v for v in range(own)})
    rest = [Source(iter(parts[v]), {v: v}) for v in range(own, len(arms))]
    found = defaultdict(list)
    for batch in aligned([first, *rest]):
        assert all((part.numbers == batch[0].numbers).all() for part in batch)
        for place, part in enumerate(batch):
            found[place].append(part)
    common = sorted(set.intersection(*(numbers for numbers, _ in arms)))
    for place in range(len(arms)) if common else ():
        whole = sums(place, common)
        parts_of = found[place]
        assert np.concatenate([part.numbers for part in parts_of]).tolist() == common
        for name in ("number", "even"):
            got = [part.columns.get(name, np.zeros(part.deals, np.int64)) for part in parts_of]
            assert np.concatenate(got).tolist() == whole.columns.get(name, np.zeros(len(common))).tolist()
        for i, expected in enumerate(whole.lengths["turns"]):
            got = [part.lengths["turns"][i] for part in parts_of]
            assert np.concatenate(got).tolist() == expected.tolist()
    assert bool(found) == bool(common)


def test_of_a_run_its_variants_are_read_together(make_run, told):
    """Not one after the other: else all of the first would be held until the second comes."""
    round_, variant = told
    deals = [[[round_([deal % 3, 1], turns=5 + deal)]] for deal in range(12)]
    run = make_run([variant(deals), variant(deals, label="coin_supply=13")], chunk_clusters=2)
    parts = [(part.variant, part.numbers.tolist()) for part in arm_sums(run, 2, rows=1)]
    assert parts == [(v, [d, d + 1]) for d in range(0, 12, 2) for v in (0, 1)]
    of, levels, rounds = next(iter(arm_sums(run, 2))).lengths["turns"]
    assert sorted(zip(of.tolist(), levels.tolist(), rounds.tolist(), strict=True)) == [
        (deal, 5 + deal, 1) for deal in range(12)
    ]


def test_digests_stand_at_the_place_of_their_match(make_run, told):
    """Two mirrors of two repeats: four matches to a deal, the last of the second deal another one."""
    round_, variant = told
    one, other = [round_([1, 0])], [round_([0, 1])]
    run = make_run([variant([[one] * 4, [one] * 3 + [other]], lineup=("greedy", "random"), repeats=2)])
    [part] = arm_sums(run, 2)
    found = np.array([part.columns[f"digest:{place}"] for place in range(4)])
    assert (found[:, 0] == found[0, 0]).all()
    assert (found[:, 1] == found[0, 0]).tolist() == [True, True, True, False]
