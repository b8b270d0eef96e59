"""Intervals valid at every look: widths of statistics.md §3.2, and never refuted by chance too often."""

from math import exp, log

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import betaln

from balance.stats.always_valid import always_valid, standard_errors
from balance.stats.limits import fixed


def test_at_the_planned_size_it_is_half_as_wide_again():
    limits = always_valid(10_000)  # "then 1.55× wider than fixed-n"
    assert limits.errors(10_000) / fixed().errors(10_000) == pytest.approx(1.55, abs=0.01)
    assert limits.method == "always_valid"


def test_it_is_the_boundary_of_the_normal_mixture():
    # ∫ exp(λS − λ²n/2) dN(0, ρ²)(λ) = 1/α, in two-sided form: S = n·half, unit variance.
    n, planned, alpha = 700, 1_000, 0.05
    rho2 = (-2 * log(alpha) + log(-2 * log(alpha) + 1)) / planned
    s = standard_errors(n, planned, alpha) * n**0.5
    assert exp(s * s * rho2 / (2 * (n * rho2 + 1))) / (n * rho2 + 1) ** 0.5 == pytest.approx(1 / alpha)


@given(st.integers(2, 10**6), st.integers(2, 10**6))
def test_it_is_never_narrower_than_the_ordinary_one(clusters, planned):
    limits = always_valid(planned)
    assert limits.errors(clusters) > fixed().errors(clusters)
    assert limits.score(clusters) > fixed().score(clusters)
    assert limits.unseen(clusters) > fixed().unseen(clusters)


@given(st.integers(2, 10_000))
def test_never_seen_is_refuted_by_the_mixture_over_beta_1_1(n):
    p = always_valid(5).unseen(n)
    mixture = betaln(1, n + 1) - betaln(1, 1) - n * log(1 - p)
    assert mixture == pytest.approx(log(1 / 0.05))
