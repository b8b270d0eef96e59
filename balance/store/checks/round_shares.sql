-- one row per round and seat whose share of the win does not follow from the points; a capped round has no winner
with best as (
    select variant, match, round, max(points) as points
    from rounds
    group by all
),

winners as (
    select variant, match, round, best.points, count(*) as winners
    from rounds
    join best using (variant, match, round, points)
    group by all
)

select 'rounds' as in_table, variant, match, round, seat, 'share' as what, share as found,
    if(end_reason is distinct from 'cap' and rounds.points = winners.points, 1 / winners, 0) as expected
from rounds
join winners using (variant, match, round)
where found <> expected
