"""Calling rules from a test: rules have no Python wrappers, so the test's own function is compiled around them."""

from collections.abc import Callable
from typing import Any, TypeVar

from numba import njit

from sims.rule import _OPTIONS

Function = TypeVar("Function", bound=Callable[..., Any])


def called(function: Function) -> Function:
    """As `sims.rule.entry`, but kept nowhere: Numba's cache would not see a change in the rules it calls."""
    compiled: Function = njit(**_OPTIONS)(function)
    return compiled
