-- one row per decision: who chose, what kind of choice it was, and the choice in the game's own columns
select
    variant,
    match,
    round,
    turn,
    step,
    seat,
    getvariable('seatings')[variant + 1][match % len(getvariable('seatings')[variant + 1]) + 1][seat + 1] as player,
    getvariable('kinds')[kind + 1] as kind,
    legal,
    * exclude (variant, match, round, turn, step, seat, kind, legal)
from log.moves
