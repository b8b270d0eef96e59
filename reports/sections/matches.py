"""Matches that show it: a few of the run, a round of each told, and the lines in other sections that lead to them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from balance.store.spec import varies_players
from reports.context import Context
from reports.model import Section, Span, Text, Told
from reports.shown import Shown, Shows

NAME, TITLE = "matches", "Which matches show it?"
HEADS = {
    "median": "A match as long as most",
    "closest": "The closest match",
    "comeback": "The farthest comeback",
    "capped": "A match that met the cap",
}
REFERS = {"endings": ("median", "capped"), "winners": ("closest",), "lead": ("comeback",)}
"""Section → the picks that it leads to; that of the economy leads to the game's own."""
UNTOLD = (
    "No round is told here: the rules are not at hand as they were, or not compiled, or players who search would have "
    "to play again. The commands tell the matches."
)


def find(context: Context, shows: Shows | None) -> list[Shown]:
    """The matches of the first baseline, where they can be found; none of a run that asks of players."""
    if shows is None or varies_players(context.run.spec) or not context.variants:
        return []
    return list(shows(context.baselines[0]["variant"]))


def build(context: Context, seen: Sequence[Shown]) -> Iterator[Section]:
    """The section; none where no match was found."""
    if not seen:
        return
    variant = context.baselines[0]
    named = context.named(variant)
    note: Text = (
        f"Matches {f'with {named}, ' if named else ''}picked from the run by ",
        Span("balance replay RUN --pick NAME", "code"),
        "; of each one round, as it was played.",
    )
    if not any(one.told for one in seen):
        note = UNTOLD
    told = [Told(_title(one), one.told, context.replay(variant["variant"], one.match)) for one in seen]
    yield Section(NAME, TITLE, notes=[note], told=told)


def pointed(context: Context, seen: Sequence[Shown], sections: Iterable[Section]) -> Iterator[Section]:
    """The sections; those that a match shows end with a line that leads to it."""
    of = {one.pick: one for one in seen}
    own = tuple(pick["name"] for pick in context.game["picks"])
    for section in sections:
        picks = own if section.name == "economy" else REFERS.get(section.name, ())
        lines: list[Text] = [
            (
                "A match that shows it: ",
                Span(_head(of[name]), "link", NAME),
                f" (match {of[name].match}): {of[name].why}.",
            )
            for name in picks
            if name in of
        ]
        yield replace(section, notes=[*section.notes, *lines]) if lines else section


def _head(one: Shown) -> str:
    head = HEADS.get(one.pick, f"that of {one.pick.replace('_', ' ')}")
    return head[:1].lower() + head[1:]


def _title(one: Shown) -> str:
    return f"{HEADS.get(one.pick, one.pick.replace('_', ' ').capitalize())}: match {one.match}, {one.why}"
