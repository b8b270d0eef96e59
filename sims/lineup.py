"""Line-ups: players over seats, from text such as `greedy,random` or `builder[gift=0.3]+0.1`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from sims.errors import InputError
from sims.game import Game, Weight

_SPEC = re.compile(r"(?P<name>[^\[\]+]*)(\[(?P<weights>[^\[\]]*)\])?(\+(?P<noise>.*))?")
_COMMA = re.compile(r",(?![^\[]*\])")
_SWITCH = {"on": True, "off": False}
_NUMBER = re.compile(r"-?\d+(\.\d+)?")


@dataclass(frozen=True)
class PlayerSpec:
    """A player as asked for: its kind, weights that differ from the kind's own, and its noise.

    noise: the share of decisions (0–1) made at random instead.
    """

    name: str
    weights: Mapping[str, Weight] = field(default_factory=dict)
    noise: float = 0.0

    def __str__(self) -> str:
        inside = ",".join(f"{name}={weight_text(value)}" for name, value in sorted(self.weights.items()))
        return self.name + (f"[{inside}]" if inside else "") + (f"+{self.noise:g}" if self.noise else "")

    def values(self, game: Game) -> dict[str, Weight]:
        """Every weight of its kind, overrides applied."""
        return {**game.players[self.name].weights, **self.weights}


def weight_text(value: Weight) -> str:
    """A weight as it is typed."""
    return ("off", "on")[value] if isinstance(value, bool) else f"{value:g}"


def parse_player(game: Game, text: str) -> PlayerSpec:
    """One player from text; InputError names what is wrong."""
    match = _SPEC.fullmatch(text.strip())
    if match is None:
        raise InputError("players", text, "a player such as greedy, greedy+0.1 or greedy[weight=1]")
    name = match["name"]
    if name not in game.players:
        raise InputError(
            "players", name, f"a player of {game.name} ({', '.join(game.players)})", game.players
        )
    own = game.players[name].weights
    weights: dict[str, Weight] = {}
    for item in filter(None, (match["weights"] or "").split(",")):
        key, _, value = (part.strip() for part in item.partition("="))
        if key not in own:
            legal = f"a weight of {name} ({', '.join(own)})" if own else f"a weight: {name} has none"
            raise InputError(f"players: {name}", key, legal, own)
        if key in weights:
            raise InputError(f"players: {name}", item, "a weight that is given once")
        given = _weight(f"players: {name}[{key}]", value, own[key])
        if given != own[key]:
            weights[key] = given
    noise = match["noise"]
    if noise is not None and not (_NUMBER.fullmatch(noise) and 0 <= float(noise) <= 1):
        raise InputError(
            f"players: {name}", f"+{noise}", "a noise from +0 to +1 (the share of random decisions)"
        )
    return PlayerSpec(name, weights, float(noise or 0))


def _weight(field: str, text: str, own: Weight) -> Weight:
    """A weight of the same kind as the player's own, from text."""
    if isinstance(own, bool):
        if text not in _SWITCH:
            raise InputError(field, text, "on or off", _SWITCH)
        return _SWITCH[text]
    if not _NUMBER.fullmatch(text):
        raise InputError(field, text, "a number such as 0.3")
    return float(text)


def parse_players(game: Game, text: str) -> tuple[PlayerSpec, ...]:
    """Players between commas; those inside [ ] do not split."""
    return tuple(parse_player(game, part) for part in _COMMA.split(text))


def parse_lineup(game: Game, text: str, seats: int) -> tuple[PlayerSpec, ...]:
    """A player for each seat; one name fills all."""
    players = parse_players(game, text)
    if len(players) == 1:
        return players * seats
    if len(players) != seats:
        raise InputError("players", text, f"one player, or {seats} for {seats} seats")
    return players


def distinct(lineup: tuple[PlayerSpec, ...]) -> list[PlayerSpec]:
    """The different players of a line-up, in order of first appearance."""
    players: list[PlayerSpec] = []
    for spec in lineup:
        if spec not in players:
            players.append(spec)
    return players


def mirrors(lineup: tuple[PlayerSpec, ...]) -> list[tuple[int, ...]]:
    """The distinct rotations of the line-up: for each, seat → index into `distinct(lineup)`.

    A line-up of one player has one mirror: rotating equal players gives the same match.
    """
    players = distinct(lineup)
    order = [players.index(spec) for spec in lineup]
    rotations = (tuple(order[i:] + order[:i]) for i in range(len(order)))
    return list(dict.fromkeys(rotations))
