"""The rounds of Konflikt that are told: for each number of seats, and for tweaks that bite."""

from tests.playthroughs.rounds import Told

ROUNDS = {
    "original-2-seats": Told(2),
    "original-3-seats": Told(3),
    "original-4-seats": Told(4, shows="missing)"),
    "end_timing-immediate": Told(3, {"end_timing": "immediate"}, shows="set aside"),
    "end_bonus_to-active": Told(2, {"end_bonus_to": "active"}, shows="by a gift"),
    "pair_rule-separate": Told(2, {"pair_rule": "separate"}, "random", shows="KK to seat 0"),
    "open_refill-from_stack": Told(2, {"open_refill": "from_stack"}, shows="fills place 3"),
    "coins_between_rounds-keep_odd": Told(
        4, {"coins_between_rounds": "keep_odd"}, round=1, shows="coins kept"
    ),
    "late_seat_coins-2": Told(4, {"late_seat_coins": "2"}, round=2, shows="missing)"),
}
