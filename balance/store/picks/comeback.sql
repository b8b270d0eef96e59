-- one row at most: the round that was won, alone, from the largest deficit in standing after some turn, the first such
-- turn and the winner; of the deals whose turns are logged
with farthest as (
    select variant, match, round, seat as winner, comeback
    from rounds
    where variant = $variant and share = 1 and comeback > 0
    order by comeback desc, match, round
    limit 1
),

levels as (
    select
        turns.match,
        turns.round,
        turn,
        seat = winner as won,
        winner,
        comeback,
        columns(lambda name: name = getvariable('standing')) as level
    from turns
    join farthest using (variant, match, round)
    where turn >= 0
)

select match, any_value(comeback) as figure, round, turn, any_value(winner) as winner
from levels
group by match, round, turn
having max(level) filter (where not won) - max(level) filter (where won) = any_value(comeback)
order by turn
limit 1
