"""The rounds of Conquian that are told: the original, and tweaks that bite."""

from tests.playthroughs.rounds import Told

ROUNDS = {
    "original": Told(2, shows="is out"),
    "original-draw": Told(2, shows="a draw"),
    "original-forced": Told(2, players="forcer,random", shows="forces it"),
    "extra_melds-middle_only": Told(2, {"extra_melds": "middle_only"}, shows="is out"),
    "force-auto": Told(2, {"force": "auto"}, "random", shows="forces it"),
    "forced_freedom-free": Told(2, {"forced_freedom": "free"}, "forcer,random", shows="forces it"),
    "rearrange-false": Told(2, {"rearrange": "false"}, shows="is out"),
    "ace_high-true": Told(2, {"ace_high": "true", "ranks": "13"}, shows="QKAs"),
    "stock_recycle-1": Told(2, {"stock_recycle": "1"}, shows="the waste becomes the stock"),
    "stock_end-last_card": Told(2, {"stock_end": "last_card"}, shows="a draw"),
    "draw_rule-pool": Told(2, {"draw_rule": "pool", "deals": "3"}, round=1, shows="the next deal is worth"),
}
