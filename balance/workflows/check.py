"""The conformance kit over one game."""

from balance.workflows.listener import Listener
from balance.workflows.plan import prepare
from sims import registry


def check(name: str, listener: Listener) -> list[str]:
    """What is wrong with a game, one sentence each; empty if nothing is."""
    game = registry.load(name)
    prepare(game, listener)
    from sims import conformance

    return [str(finding) for finding in conformance.check(game)]
