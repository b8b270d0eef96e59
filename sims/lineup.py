"""Line-ups: players over seats, from text such as `greedy,random`, `builder[gift=0.3]+0.1`, `search:200`
or, restricted, `tuned[never=pick:open]`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from sims.errors import InputError
from sims.game import Game, Weight
from sims.restriction import MODES, Restriction, parse

_SPEC = re.compile(
    r"(?P<name>[^\[\]+:]*)(\[(?P<weights>[^\[\]]*)\])?(:(?P<budget>[^\[\]+:]*))?(\+(?P<noise>.*))?"
)
_COMMA = re.compile(r",(?![^\[]*\])")
_SWITCH = {"on": True, "off": False}
_NUMBER = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,18})?")
LONGEST = 10_000
"""Characters of a line-up."""
MOST_ROLLOUTS = 10_000
SEARCHERS = {
    "search": "Plays the round on from here N times, what it cannot know dealt anew each time, and learns which "
    "choices turn out well, its own and the others' (tree search). search:N: N rollouts for each decision."
}
"""The players that every game has besides its own and `random`: what they do."""


@dataclass(frozen=True)
class PlayerSpec:
    """A player as asked for: its kind, weights that differ from the kind's own, and its noise.

    noise: the share of decisions (0–1) made at random instead. budget: of a search player its rollouts for a decision,
    and rollout: who plays them; 0 and "" of others. restriction: which choices it never, or always, makes.
    """

    name: str
    weights: Mapping[str, Weight] = field(default_factory=dict)
    noise: float = 0.0
    budget: int = 0
    rollout: str = ""
    restriction: Restriction | None = None

    def __str__(self) -> str:
        told = [f"{name}={weight_text(value)}" for name, value in sorted(self.weights.items())]
        inside = ",".join([*told, *([str(self.restriction)] if self.restriction else [])])
        if self.rollout not in ("", "random"):
            inside = f"rollout={self.rollout}"
        budget = f":{self.budget}" if self.budget else ""
        noise = f"+{_text(self.noise)}" if self.noise else ""
        return self.name + (f"[{inside}]" if inside else "") + budget + noise

    def values(self, game: Game) -> dict[str, Weight]:
        """Every weight of its kind, overrides applied; of a search player those of the player of its rollouts."""
        return {**game.players[self.rollout or self.name].weights, **self.weights}


def weight_text(value: Weight) -> str:
    """A weight as it is typed."""
    return ("off", "on")[value] if isinstance(value, bool) else _text(value)


def _text(number: float) -> str:
    """The number to its last digit, so that the text is the same player again."""
    return f"{Decimal(repr(float(number))):f}".removesuffix(".0")


def parse_player(game: Game, text: str) -> PlayerSpec:
    """One player from text; InputError names what is wrong."""
    match = _SPEC.fullmatch(text.strip())
    if match is None:
        raise InputError("players", text, "a player such as greedy, greedy+0.1 or greedy[weight=1]")
    name, noise = match["name"], _noise(match["name"], match["noise"])
    if name in SEARCHERS:
        rollout = _rollout(game, name, match["weights"])
        return PlayerSpec(name, {}, noise, _budget(name, match["budget"]), rollout)
    if name not in game.players:
        known = [*game.players, *(f"{searcher}:N" for searcher in SEARCHERS)]
        raise InputError("players", name, f"a player of {game.name} ({', '.join(known)})", game.players)
    if match["budget"] is not None:
        raise InputError(
            f"players: {name}", f":{match['budget']}", f"without a budget: {name} does not search"
        )
    own = game.players[name].weights
    weights: dict[str, Weight] = {}
    restriction = None
    for item in filter(None, (match["weights"] or "").split(",")):
        key, _, value = (part.strip() for part in item.partition("="))
        if key in MODES:
            if restriction is not None:
                raise InputError(f"players: {name}", item, "a restriction that is given once")
            restriction = parse(game.name, game.classes, name, key, value)
            continue
        if key not in own:
            legal = f"a weight of {name} ({', '.join(own)})" if own else f"a weight: {name} has none"
            raise InputError(f"players: {name}", key, legal, own)
        if key in weights:
            raise InputError(f"players: {name}", item, "a weight that is given once")
        given = _weight(f"players: {name}[{key}]", value, own[key])
        if given != own[key]:
            weights[key] = given
    return PlayerSpec(name, weights, noise, restriction=restriction)


def _noise(name: str, text: str | None) -> float:
    """The share of random decisions, from what stands behind `+`."""
    if text is not None and not (_NUMBER.fullmatch(text) and 0 <= float(text) <= 1):
        raise InputError(
            f"players: {name}", f"+{text}", "a noise from +0 to +1 (the share of random decisions)"
        )
    return float(text or 0)


def _budget(name: str, text: str | None) -> int:
    """The rollouts for a decision, from what stands behind `:`."""
    given = (text or "").strip()
    if not (given.isascii() and given.isdigit() and len(given) < 9 and 1 <= int(given) <= MOST_ROLLOUTS):
        raise InputError(
            "players", name if text is None else f"{name}:{text}",
            f"{name}:N, N a whole number from 1 to {MOST_ROLLOUTS} (rollouts for a decision), such as {name}:200",
        )  # fmt: skip
    return int(given)


def _rollout(game: Game, name: str, text: str | None) -> str:
    """Who plays a search player's rollouts, from what stands in its brackets."""
    key, _, value = (part.strip() for part in (text or "rollout=random").partition("="))
    if key in MODES:
        raise InputError(
            f"players: {name}", text, "for a player that searches: its tree plays by all the rules"
        )
    if key != "rollout":
        raise InputError(f"players: {name}", key, "rollout: a search weighs nothing", ["rollout"])
    if value not in game.players:
        raise InputError(
            f"players: {name}[rollout]", value, f"one of {', '.join(game.players)}", game.players
        )
    return value


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
    if len(text) > LONGEST:
        raise InputError("players", text, f"shorter: at most {LONGEST:,} characters")
    return tuple(parse_player(game, part) for part in _COMMA.split(text))


def check_strength(game: Game) -> None:
    """InputError unless everybody on the game's ladder of strength can play, and is told as it is declared."""
    for text in game.strength:
        try:
            told = str(parse_player(game, text))
        except InputError as error:
            raise InputError(f"game.strength: {error.field}", error.value, error.legal) from None
        if told != text:
            raise InputError("game.strength", text, f"written as {told}")


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
