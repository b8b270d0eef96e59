-- one row per turn and seat: the game's tracked quantities, stocks after the turn and flows of the turn
select
    variant,
    match,
    round,
    turn,
    mover,
    seat,
    getvariable('seatings')[variant + 1][match % len(getvariable('seatings')[variant + 1]) + 1][seat + 1] as player,
    * exclude (variant, match, round, turn, mover, seat)
from log.turns
