"""`@rule`: the one decorator of everything that runs inside a match.

A rule is a plain Python function over NumPy records. Compiled, it is Numba's `njit` with the project's options;
with NUMBA_DISABLE_JIT=1 in the environment the same function runs as plain Python, step by step in a debugger.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from numba import config, njit

Function = TypeVar("Function", bound=Callable[..., Any])

PLAIN: bool = bool(config.DISABLE_JIT)
"""True where rules run as plain Python."""

Record = Any
"""A NumPy record (`rules`, `state`) or array as a rule sees it; compiled code gives it its type."""


def rule(function: Function) -> Function:
    """The function, compiled at its first call.

    error_model "numpy": no division checks; nogil: threads play at once; forceinline: LLVM inlines the rules
    into the loop that plays (Numba's own inlining makes the same code but takes six times as long to compile).
    """
    compiled: Function = njit(error_model="numpy", nogil=True, forceinline=True, _nrt=False)(function)
    return compiled


def entry(function: Function) -> Function:
    """The function as an entry point: compiled like a rule, and kept on disk beside its generated module."""
    compiled: Function = njit(error_model="numpy", nogil=True, cache=True, _nrt=False)(function)
    return compiled


def rare(function: Function) -> Function:
    """A rule that is called once a round or less: compiled once and called, since inlining it only costs compile time."""
    compiled: Function = njit(error_model="numpy", nogil=True, _nrt=False)(function)
    return compiled
