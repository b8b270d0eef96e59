"""Tier 1: the exact values against published ones. Nothing is played and nothing is random."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from balance.calibration.checks import Check
from balance.calibration.exact import baccarat, kuhn, pig, tictactoe


@dataclass(frozen=True)
class Published:
    """A number as its source gives it: a fraction or whole number, or a decimal with all its digits."""

    what: str
    value: str
    source: str

    def check(self, found: Fraction | float) -> Check:
        """Is it the number found, to the last digit given?"""
        value = Fraction(self.value)
        digits = len(self.value.partition(".")[2])
        exact = Fraction(1, 2 * 10**digits) if digits else 0
        holds = abs(Fraction(found) - value) <= exact
        return Check(1, self.what, self.value, float(found), None, None, 1, "exact", holds)


PUZZLES = "rec.puzzles FAQ, and Mathematics Stack Exchange"
TABLES = "the standard tables of punto banco with eight packs"
NELLER = "Neller and Presser, Optimal play of the dice game Pig (2004), who give .5347; more digits computed"
KUHN = "Kuhn, A simplified two-person poker (1950)"
NUMBERS = {
    "ttt_first": Published("tic-tac-toe at random: first wins", "737/1260", PUZZLES),
    "ttt_draw": Published("tic-tac-toe at random: draw", "8/63", PUZZLES),
    "ttt_second": Published("tic-tac-toe at random: second wins", "121/420", PUZZLES),
    "ttt_marks": Published("tic-tac-toe at random: marks", "3203/420", "computed by counting all games"),
    "kuhn_value": Published("Kuhn poker in equilibrium: value", "-1/18", KUHN),
    "kuhn_most": Published("Kuhn poker in equilibrium: best reply to 2nd", "-1/18", KUHN),
    "kuhn_least": Published("Kuhn poker in equilibrium: best reply to 1st", "-1/18", KUHN),
    "banker": Published("Baccarat, ways of 4998398275503360: banker", "2292252566437888", TABLES),
    "player": Published("Baccarat, ways of 4998398275503360: player", "2230518282592256", TABLES),
    "tie": Published("Baccarat, ways of 4998398275503360: tie", "475627426473216", TABLES),
    "cards": Published("Baccarat, eight packs: mean cards", "4.938818849692", "computed from the same count"),
    "pig_0": Published("Pig, hold at 20: starter, komi 0", ".534698326165", NELLER),
    "pig_1": Published("Pig, hold at 20: starter, komi 1", ".529160523", NELLER),
    "pig_2": Published("Pig, hold at 20: starter, komi 2", ".523777604", NELLER),
    "pig_3": Published("Pig, hold at 20: starter, komi 3", ".518531725", NELLER),
    "pig_4": Published("Pig, hold at 20: starter, komi 4", ".513379151", NELLER),
    "pig_turn": Published("Pig, hold at 20: turn that gains 0", ".6245408342", NELLER),
    "pig_gain": Published(
        "Pig, hold at 20: gain of a turn", "8.1417948937", "Neller and Presser, who give 8.14"
    ),
    "pig_25": Published("Pig, hold at 25: starter, komi 0", ".5298", "computed by value iteration"),
}
"""Every number that an enumerator is held to, with its source."""


def published() -> Iterator[Check]:
    """All of them, each computed anew."""
    found = computed()
    for name, number in NUMBERS.items():
        yield number.check(found[name])


def computed() -> dict[str, Fraction | float]:
    """The same numbers from the enumerators."""
    marks, coup = tictactoe.random_game(), baccarat.coup(8)
    first, second = kuhn.equilibrium(Fraction(1, 5))
    most, least = kuhn.best_replies(first, second)
    bold, usual = pig.solved((25, 25)), pig.solved((20, 20))
    gains, one = pig.turn(20)
    return {
        "ttt_first": marks.first, "ttt_draw": marks.draw, "ttt_second": marks.second, "ttt_marks": marks.marks,
        "kuhn_value": kuhn.played(first, second).value, "kuhn_most": most, "kuhn_least": least,
        "banker": Fraction(coup.banker), "player": Fraction(coup.player), "tie": Fraction(coup.tie),
        "cards": coup.cards,
        **{f"pig_{komi}": usual.komi(komi).wins[0] for komi in range(5)},
        "pig_turn": one, "pig_gain": sum(gain * chance for gain, chance in gains.items()),
        "pig_25": bold.komi(0).wins[0],
    }  # fmt: skip
