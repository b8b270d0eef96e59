"""The conformance kit over one game."""

from collections.abc import Iterator
from pathlib import Path

from balance.store.run import HOME, run_folders
from balance.workflows.listener import Listener
from balance.workflows.planning.plan import prepare
from sims import registry
from sims.errors import InputError, PlayError


def is_run(target: str) -> bool:
    """Is this a run (True) or a game (False)? InputError if it is both, or neither."""
    run = any((folder / "run.json").is_file() for folder in (Path(target), HOME / target))
    games = registry.names()
    path = Path(target)
    game = target in games or (path.is_dir() and (path / "game.toml").is_file())
    if run and game:
        raise InputError(
            "check", target, f"clear: a game and a run have that name; a run's folder is {HOME / target}"
        )
    if not run and not game:
        runs = [folder.name for folder in run_folders()]
        raise InputError(
            "check", target, f"a game ({', '.join(games)}), a run, or the folder of one", [*games, *runs]
        )
    return run


def check(name: str, listener: Listener) -> Iterator[str]:
    """What is wrong with a game, a sentence each, as it is found; nothing if it keeps its contract."""
    game = registry.load(name)
    try:
        prepare(game, (), listener)
    except PlayError as error:
        yield f"compile: {error}"
        return
    from sims import conformance

    for finding in conformance.check(game):
        yield str(finding)
