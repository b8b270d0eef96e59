-- one row at most: the round that was won, alone, from the largest deficit in standing after some turn; of the deals
-- whose turns are logged
with won as (
    select match, round, seat
    from rounds
    where variant = $variant and share = 1
),

behind as (
    select
        turns.match,
        turns.round,
        turns.turn,
        any_value(won.seat) as winner,
        max(standing) filter (where turns.seat <> won.seat) - max(standing) filter (where turns.seat = won.seat) as deficit
    from turns
    join won using (match, round)
    where turns.variant = $variant
    group by turns.match, turns.round, turns.turn
)

select match, deficit as figure, round, turn, winner
from behind
where deficit > 0
order by deficit desc, match, round, turn
limit 1
