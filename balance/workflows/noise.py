"""The noise test of a ladder: its best player that does not search, with more and more noise, against itself."""

from typing import Any, cast

from balance.runner.runner import Runner
from balance.stats.ladder import RANDOM, Ladder
from balance.store.run import Run
from balance.store.spec import PlayerRow, Spec, counted, resized
from balance.workflows.listener import Listener
from balance.workflows.planning.pairings import label
from balance.workflows.playing.play import play
from balance.workflows.reading.players import NOISE, noisy, read
from sims.game import Game


def settled(run: Run) -> bool:
    """Is nothing left to play of the noise test?"""
    if not run.spec.get("ladder", {}).get("noise"):
        return True
    found = noisy(run)
    return found.complete if found is not None else run.complete and _tested(run, read(run)) is None


def test(run: Run, game: Game, who: Runner, listener: Listener) -> float:
    """Play what is missing of the noise test of a complete ladder, whose lock is held; the seconds that took."""
    found = (noisy(run) or _begun(run)) if run.spec.get("ladder", {}).get("noise") else None
    if found is None or found.complete:
        return 0.0
    return play(found, game, who, listener, part_of=run)[1]


def _tested(run: Run, ladder: Ladder | None) -> PlayerRow | None:
    """Who is tested: the best of those that neither search nor have noise already, nor are all noise."""
    rows = {row["name"]: row for row in run.spec["players"]}
    plain = (rows[name] for name in (ladder.players if ladder else []) if rows[name]["base"] != RANDOM)
    return next((row for row in plain if not row.get("budget") and not row["noise"]), None)


def _begun(run: Run) -> Run | None:
    """The run of the test, begun; None where there is nobody to test."""
    tested = _tested(run, read(run))
    return None if tested is None else run.begin_within(NOISE, _spec(run.spec, tested))


def _spec(spec: Spec, tested: PlayerRow) -> Spec:
    """The plan of the test: a pairing a noise, on the deals of the ladder."""
    base, name = max(spec["variants"], key=lambda v: v["clusters"]), tested["name"]
    levels = spec["ladder"]["noise"]
    names = [f"{name}+{level:g}" for level in levels]
    players = [{**tested, "player": 0}]
    players += [
        {**tested, "player": place, "name": told, "noise": level}
        for place, (told, level) in enumerate(zip(names, levels, strict=True), 1)
    ]
    rows = []
    for place, told in enumerate(names):
        row = resized({**base, "mirrors": base["seats"]}, base["clusters"])
        lineup = [told, *(base["seats"] - 1) * [name]]
        rows.append({**row, "variant": place, "label": label(told, name, base["seats"]), "lineup": lineup})
    kept: dict[str, Any] = {key: value for key, value in spec.items() if key != "ladder"}
    asked = {**spec["asked"], "report": False, "ladder": False}
    return counted(cast(Spec, {**kept, "variants": rows, "players": players, "asked": asked}))
