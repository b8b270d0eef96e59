"""What the numbers say: commands, runs, their store and the statistics.

As a Python API: `balance.sweep("konflikt", seats=4, vary={"coin_supply": "0:24:4"})` plays a run,
`balance.compare("konflikt", [{"coin_supply": 8}])` compares, `balance.plan("konflikt", [{"coin_supply": 8}])`
says how many matches that takes, `balance.ladder("konflikt")` ranks the players, `balance.restrict("konflikt")`
says which choices matter, and `balance.open("konflikt-001")`
opens a run.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from balance.workflows.api import compare as compare
    from balance.workflows.api import ladder as ladder
    from balance.workflows.api import open as open
    from balance.workflows.api import plan as plan
    from balance.workflows.api import restrict as restrict
    from balance.workflows.api import sweep as sweep

__all__ = ["compare", "ladder", "open", "plan", "restrict", "sweep"]


def __getattr__(name: str) -> Any:
    """Load the API when it is first used: `import balance` costs nothing (the command line does it at every start)."""
    if name in __all__:
        from balance.workflows import api

        return getattr(api, name)
    raise AttributeError(f"module 'balance' has no attribute {name!r}")
