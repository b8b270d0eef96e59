"""Random numbers: published vectors, the compiled text equal to its plain twin, exact and uniform draws, addresses."""

import itertools
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from sims import rng, rng_plain
from tests.sims.compiled import called

# The first outputs of Sebastiano Vigna's splitmix64.c, seed 1234567, as Rosetta Code lists them ("Pseudo-random
# numbers/Splitmix64").
PUBLISHED = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]
WORDS = st.integers(0, 2**64 - 1)
COUNTS = st.integers(0, 2**63 - 1)


@called
def draws(streams, out):
    for i in range(len(out)):
        out[i] = rng._draw(streams[0])


@called
def belows(streams, n, out):
    for i in range(len(out)):
        out[i] = rng._below(streams[0], n)


@called
def uniforms(streams, out):
    for i in range(len(out)):
        out[i] = rng._uniform(streams[0])


@called
def hashes(word, count, out):
    out[0] = rng._absorb(word, count)
    out[1] = rng._root(word, count)
    out[2] = rng._fold(word, count)


@called
def samples(limit, out):
    for deal in range(len(out)):
        out[deal] = rng._sampled(deal, limit)


@called
def addresses(word, purpose, round_no, seat, repeat, out):
    out[0] = rng.address(word, purpose, round_no, seat, repeat)


@called
def shuffles(streams, cards):
    for i in range(len(cards)):
        rng.shuffle(cards[i], cards.shape[1], streams[0])


def stream(word):
    """A stream for compiled code, and the same for the plain twin."""
    streams = np.zeros(1, rng.STREAM).view(np.recarray)
    streams.word[0] = word
    return streams, SimpleNamespace(word=word)


def test_draws_are_the_published_ones():
    streams, plain = stream(1234567)
    out = np.zeros(5, np.uint64)
    draws(streams, out)
    assert out.tolist() == PUBLISHED
    assert [rng_plain.draw(plain) for _ in range(5)] == PUBLISHED


@given(word=WORDS)
def test_draws_and_uniforms_equal_their_plain_twin(word):
    streams, plain = stream(word)
    whole, real = np.zeros(3, np.uint64), np.zeros(3)
    draws(streams, whole)
    uniforms(streams, real)
    assert whole.tolist() == [rng_plain.draw(plain) for _ in range(3)]
    assert real.tolist() == [rng_plain.uniform(plain) for _ in range(3)]
    assert int(streams.word[0]) == plain.word


@given(word=WORDS, n=st.integers(1, 60) | st.integers(1, 2**32 - 1) | st.sampled_from([2**31 + 1, 2**32 - 1]))
def test_below_equals_its_plain_twin_and_stays_below(word, n):
    streams, plain = stream(word)
    out = np.zeros(20, np.int64)
    belows(streams, n, out)
    assert out.tolist() == [rng_plain.below(plain, n) for _ in range(20)]
    assert int(streams.word[0]) == plain.word
    assert out.min() >= 0 and out.max() < n


@given(word=WORDS, count=COUNTS)
def test_hashes_equal_their_plain_twins(word, count):
    out = np.zeros(3, np.uint64)
    hashes(np.uint64(word), count, out)
    assert out.tolist() == [f(word, count) for f in (rng_plain.absorb, rng_plain.root, rng_plain.fold)]


@pytest.mark.parametrize("limit", [-1, 2**61, 2**62, 2**63 - 1])
def test_sampled_equals_its_plain_twin_and_takes_its_share(limit):
    out = np.zeros(20_000, np.bool_)
    samples(limit, out)
    assert out.tolist() == [rng_plain.sampled(deal, limit) for deal in range(20_000)]
    assert out.mean() == pytest.approx((limit + 1) / 2**63, abs=0.015)


@pytest.mark.parametrize("n", [1, 2, 3, 6, 12, 52])
def test_below_is_uniform(n):
    streams, _ = stream(n)
    out = np.zeros(200_000, np.int64)
    belows(streams, n, out)
    counts = np.bincount(out, minlength=n)
    assert len(counts) == n
    assert n == 1 or stats.chisquare(counts).pvalue > 1e-4


def test_below_is_exact_where_a_plain_product_is_not():
    """n = 3·2³⁰: without rejection every third number would come up twice as often as the others."""
    streams, _ = stream(7)
    out = np.zeros(300_000, np.int64)
    belows(streams, 3 * 2**30, out)
    assert stats.chisquare(np.bincount(out % 3)).pvalue > 1e-4
    assert stats.chisquare(np.bincount(out >> 30)).pvalue > 1e-4


def test_uniform_is_uniform():
    streams, _ = stream(2**40 + 1)
    out = np.zeros(100_000)
    uniforms(streams, out)
    assert out.min() >= 0 and out.max() < 1
    assert stats.kstest(out, "uniform").pvalue > 1e-4


def test_addresses_differ_in_every_part_and_for_every_seed():
    seeds, deals = (1, 2, 2**32 + 1, 2**40 + 1), (0, 1, 2, 2**32, 2**40)
    purposes, seats = (rng.DEAL, rng.SHUFFLE, rng.PLAYER, rng.HIDE), range(4)
    parts = itertools.product(purposes, (0, 1, 19, 2**16 - 1), seats, (0, 1, 2**31 - 1))
    roots = {rng_plain.root(seed, deal) for seed in seeds for deal in deals}
    assert len(roots) == len(seeds) * len(deals)
    packed = [purpose | seat << 8 | r << 16 | repeat << 32 for purpose, r, seat, repeat in parts]
    assert (
        len({rng_plain.absorb(base, word) for base in roots for word in packed}) == len(roots) * 4 * 4 * 4 * 3
    )


@given(word=WORDS, seat=st.integers(0, 255), r=st.integers(0, 2**16 - 1), repeat=st.integers(0, 2**31 - 1))
def test_an_address_is_the_hash_of_its_parts(word, seat, r, repeat):
    out = np.zeros(1, np.uint64)
    addresses(np.uint64(word), rng.PLAYER, r, seat, repeat, out)
    assert int(out[0]) == rng_plain.absorb(word, rng.PLAYER | seat << 8 | r << 16 | repeat << 32)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_every_order_of_a_shuffle_is_equally_likely(n):
    streams, _ = stream(99)
    cards = np.tile(np.arange(n, dtype=np.uint8), (60_000, 1))
    shuffles(streams, cards)
    orders, counts = np.unique(cards, axis=0, return_counts=True)
    assert sorted(map(tuple, orders.tolist())) == list(itertools.permutations(range(n)))
    assert stats.chisquare(counts).pvalue > 1e-4


def test_a_shuffled_pack_is_the_pack_and_any_card_may_lie_anywhere():
    streams, plain = stream(5)
    packs = np.tile(np.arange(52, dtype=np.uint8), (20_000, 1))
    shuffles(streams, packs)
    assert (np.sort(packs, axis=1) == np.arange(52)).all()
    places = np.stack([np.bincount(packs[:, i], minlength=52) for i in range(52)])
    assert stats.chisquare(places, axis=1).pvalue.min() > 1e-6
    first = list(range(52))
    for i in range(51, 0, -1):
        j = rng_plain.below(plain, i + 1)
        first[i], first[j] = first[j], first[i]
    assert packs[0].tolist() == first
