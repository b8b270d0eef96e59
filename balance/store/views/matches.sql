-- one row per match and seat: how the match came out for the seat
select
    variant,
    match,
    deal,
    mirror,
    repeat,
    seat,
    getvariable('players')[player + 1] as player,
    points,
    tie_break,
    share,
    rounds,
    capped_rounds,
    getvariable('match_ends')[end_reason + 1] as end_reason,
    digest
from log.matches
