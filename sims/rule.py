"""`@rule`: the one decorator of everything that runs inside a match.

A rule is a plain Python function over NumPy records. Compiled, it is Numba's `njit` with the project's options;
with NUMBA_DISABLE_JIT=1 in the environment the same function runs as plain Python, step by step in a debugger.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from sims.compiler import config, njit

Function = TypeVar("Function", bound=Callable[..., Any])

PLAIN: bool = bool(config.DISABLE_JIT)
"""True where rules run as plain Python."""

Record = Any
"""A NumPy record (`rules`, `state`) or array as a rule sees it; compiled code gives it its type."""

_OPTIONS = {
    "error_model": "numpy",  # no division checks
    "nogil": True,  # threads play at once
    "_nrt": False,  # rules never allocate, so arrays need no reference counts (two atomic steps a decision)
    "no_cfunc_wrapper": True,  # half the machine code, which nobody would call
}


if not PLAIN:
    from numba.core.registry import CPUDispatcher

    class _Inner(CPUDispatcher):  # type: ignore[misc]  # Numba has no types
        """A compiled function without the wrapper that Python would call: a sixth of the compile time."""

        def __call__(self, *arguments: Any) -> Any:
            name = f"{self.__module__}.{self.__name__}"
            raise TypeError(f"{name} is a compiled rule: call it from one, or set NUMBA_DISABLE_JIT=1")


def _inner(function: Function, **options: bool) -> Function:
    """The function for compiled code to call."""
    compiled: Any = njit(no_cpython_wrapper=True, **options, **_OPTIONS)(function)
    if not PLAIN:
        compiled.__class__ = _Inner
    return cast(Function, compiled)


def rule(function: Function) -> Function:
    """A function that compiled code calls often: LLVM inlines it (Numba's own inlining takes six times as long)."""
    return _inner(function, forceinline=True)


def rare(function: Function) -> Function:
    """A rule that is called once a turn or less: inlining it would only cost compile time."""
    return _inner(function)


def entry(function: Function) -> Function:
    """A function that Python calls: kept on disk beside its generated module."""
    compiled: Function = njit(cache=True, **_OPTIONS)(function)
    return compiled
