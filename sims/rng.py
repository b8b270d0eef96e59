"""Random numbers that are addressed, not drawn in turn.

A stream is a record of one uint64, `word`, advanced by SplitMix64 (Steele, Lea & Flood, OOPSLA 2014; the
mixing constants are those of Stafford's variant 13). Its start is a hash of where it is used: master seed,
deal, purpose, round, seat, repeat, and for the chance events of a round how many came before. So the same
deal has the same cards in every variant, and no player, thread or chunk disturbs another's draws.

Only this file exists twice: unsigned 64-bit arithmetic cannot be written so that compiled code and plain Python
agree. `rng_plain` holds the twin in Python integers, bound to the compiled text by the same test vectors.
"""

import numpy as np

from sims import rng_plain as plain
from sims.rule import PLAIN, Record, rule

# purposes of a stream
DEAL, SHUFFLE, PLAYER, HIDE = 1, 2, 3, 4

STREAM = np.dtype([("word", "u8")])
"""The record of a stream. Records, unlike arrays, are passed in compiled code without counting references."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_FOLD = np.uint64(0xD1342543DE82EF95)
_LOW = np.uint64(0xFFFFFFFF)
_TOP = np.uint64(1 << 32)
_27, _30, _31, _32, _11, _1 = (np.uint64(n) for n in (27, 30, 31, 32, 11, 1))


@rule
def _mix(z: Record) -> Record:
    z = (z ^ (z >> _30)) * _MIX_1
    z = (z ^ (z >> _27)) * _MIX_2
    return z ^ (z >> _31)


@rule
def _draw(rng: Record) -> Record:
    rng.word += _GOLDEN
    return _mix(rng.word)


@rule
def _below(rng: Record, n: int) -> Record:
    bound = np.uint64(n)
    wide = (_draw(rng) >> _32) * bound
    if (wide & _LOW) < bound:
        reject = (_TOP - bound) % bound
        while (wide & _LOW) < reject:
            wide = (_draw(rng) >> _32) * bound
    return np.int64(wide >> _32)


@rule
def _uniform(rng: Record) -> float:
    return np.float64(_draw(rng) >> _11) * 2.0**-53


@rule
def _absorb(key: Record, word: int) -> Record:
    return _mix((key ^ np.uint64(word)) + _GOLDEN)


@rule
def _root(seed: Record, deal: int) -> Record:
    return _absorb(_mix(seed + _GOLDEN), deal)


@rule
def _fold(digest: Record, word: int) -> Record:
    digest = (digest ^ np.uint64(word)) * _FOLD
    return digest ^ (digest >> _32)


@rule
def _sampled(deal: int, limit: int) -> Record:
    return np.int64(_mix(np.uint64(deal) + _GOLDEN) >> _1) <= limit


draw = plain.draw if PLAIN else _draw
"""draw(rng) -> uint64: the next 64 bits."""
below = plain.below if PLAIN else _below
"""below(rng, n) -> int64: uniform on 0 … n−1, exactly (Lemire 2019), for 1 ≤ n < 2³²."""
uniform = plain.uniform if PLAIN else _uniform
"""uniform(rng) -> float64 in [0, 1), 53 bits."""
absorb = plain.absorb if PLAIN else _absorb
"""absorb(key, word) -> uint64: the key of a narrower address; distinct words (int64 ≥ 0) give distinct keys."""
root = plain.root if PLAIN else _root
"""root(seed, deal) -> uint64: the key under which all streams of a deal lie."""
fold = plain.fold if PLAIN else _fold
"""fold(digest, word) -> uint64: a running digest that takes in one int64 ≥ 0 more."""
sampled = plain.sampled if PLAIN else _sampled
"""sampled(deal, limit) -> bool: is the hash of the deal (0 … 2⁶³−1) at most `limit`?"""


@rule
def address(base: Record, purpose: int, round_no: int, seat: int, repeat: int) -> Record:
    """Key of one stream of a deal: purpose < 2⁸, seat < 2⁸, round < 2¹⁶, repeat < 2³¹; → uint64."""
    return absorb(base, purpose | seat << 8 | round_no << 16 | repeat << 32)


@rule
def chance(state: Record, rng: Record) -> None:
    """Set `rng` to the stream of the round's next chance event (a reshuffle, a die) and count that event."""
    rng.word = absorb(state.chance_key, int(state.chance_count))
    state.chance_count += 1


@rule
def shuffle(cards: Record, n: int, rng: Record) -> None:
    """Shuffle cards[:n] in place (Fisher–Yates)."""
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        held = int(cards[i])
        cards[i] = int(cards[j])
        cards[j] = held
