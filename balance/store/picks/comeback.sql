-- one row at most: the round that was won, alone, from the largest deficit in standing after some turn; of the deals
-- whose turns are logged
with won as (
    select match, round, seat
    from rounds
    where variant = $variant and share = 1
),

levels as (
    select match, round, turn, seat, columns(lambda name: name = getvariable('standing')) as level
    from turns
    where variant = $variant and turn >= 0
),

behind as (
    select
        levels.match,
        levels.round,
        levels.turn,
        any_value(won.seat) as winner,
        max(level) filter (where levels.seat <> won.seat) - max(level) filter (where levels.seat = won.seat) as deficit
    from levels
    join won using (match, round)
    group by levels.match, levels.round, levels.turn
)

select match, deficit as figure, round, turn, winner
from behind
where deficit > 0
order by deficit desc, match, round, turn
limit 1
