"""The conformance kit over one game."""

from collections.abc import Iterator

from balance.workflows.listener import Listener
from balance.workflows.plan import prepare
from sims import registry


def check(name: str, listener: Listener) -> Iterator[str]:
    """What is wrong with a game, a sentence each, as it is found; nothing if it keeps its contract."""
    game = registry.load(name)
    prepare(game, listener)
    from sims import conformance

    for finding in conformance.check(game):
        yield str(finding)
