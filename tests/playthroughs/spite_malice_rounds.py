"""The rounds of Spite & Malice that are told: the presets, several players, and tweaks that bite."""

from tests.playthroughs.rounds import Told

ROUNDS = {
    "g4a": Told(2, round=2, shows="emptied its pay-off pile"),
    "planner": Told(2, players="planner", shows="K="),
    "classic": Told(2, {"payoff": "8"}, preset="classic", shows="(draws"),
    "one_pack": Told(2, preset="one_pack", shows="the stock is empty in turn"),
    "random": Told(2, players="random", shows="the stock is empty in turn"),
    "recycle-when_empty": Told(2, {"recycle": "when_empty", "payoff": "10"}, shows="+12"),
    "stock_out-play_on": Told(
        2,
        {"stock_out": "play_on", "decks": "1", "payoff": "8", "max_turns": "40"},
        "hoarder",
        shows="(no hand)",
    ),
    "everything-dealt": Told(2, {"decks": "1", "hand_size": "6"}, shows="before the first turn"),
    "force_payoff": Told(2, {"force_payoff": "true", "max_turns": "30"}, "random", shows="the cap on turns"),
    "win_bonus": Told(2, {"win_bonus": "5", "payoff": "5"}, round=1, shows="for winning"),
}
