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
    nullif(lead_changes, -1) as lead_changes,
    nullif(comeback, -1) as comeback,
    nullif(settled, -1) as settled,
    nullif(out_turn, -1) as out_turn,
    if(lead_changes >= 0, standing_before, null) as standing_before,
    * exclude (variant, match, deal, round, seat, position, points, share, turns, decisions, choices, end_reason, ender,
        lead_changes, comeback, settled, standing_before, out_turn)
from log.rounds
