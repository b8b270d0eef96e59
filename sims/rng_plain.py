"""The plain twin of the arithmetic in `rng`: the same numbers in Python integers, for plain mode and as its test."""

from typing import Any

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    """The SplitMix64 finaliser of a 64-bit integer."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def draw(rng: Any) -> int:
    """The next 64 bits of the stream."""
    advanced = (int(rng.word) + _GOLDEN) & _MASK
    rng.word = advanced
    return mix(advanced)


def below(rng: Any, n: int) -> int:
    """Uniform on 0 … n−1: the upper half of 32 random bits × n, with Lemire's rejection."""
    n = int(n)
    reject = ((1 << 32) - n) % n
    while True:
        wide = (draw(rng) >> 32) * n
        if wide & 0xFFFFFFFF >= reject:
            return wide >> 32


def uniform(rng: Any) -> float:
    """Uniform in [0, 1), 53 bits."""
    return (draw(rng) >> 11) * 2.0**-53


def absorb(key: int, word: int) -> int:
    """The key of a narrower address."""
    return mix(((int(key) ^ (int(word) & _MASK)) + _GOLDEN) & _MASK)


def root(seed: int, deal: int) -> int:
    """The key under which all streams of a deal lie."""
    return absorb(mix((int(seed) + _GOLDEN) & _MASK), deal)


def fold(digest: int, word: int) -> int:
    """A running digest that takes in one word more."""
    digest = ((int(digest) ^ (int(word) & _MASK)) * 0xD1342543DE82EF95) & _MASK
    return digest ^ (digest >> 32)


def sampled(deal: int, limit: int) -> bool:
    """Is the hash of the deal at most `limit`?"""
    return mix((int(deal) + _GOLDEN) & _MASK) >> 1 <= int(limit)
