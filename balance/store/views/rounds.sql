-- one row per round and seat: how the round came out for the seat, and the game's tracked quantities at its end
select
    variant,
    match,
    deal,
    round,
    seat,
    getvariable('seatings')[variant + 1][match % len(getvariable('seatings')[variant + 1]) + 1][seat + 1] as player,
    position,
    points,
    share,
    turns,
    decisions,
    choices,
    getvariable('end_reasons')[end_reason + 1] as end_reason,
    nullif(ender, -1) as ender,
    * exclude (variant, match, deal, round, seat, position, points, share, turns, decisions, choices, end_reason, ender)
from log.rounds
