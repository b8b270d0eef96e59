-- one row per match and seat whose share of the win does not follow from points and tie_break; nobody wins a match
-- that a cap on rounds ended
with ranked as (
    select variant, match, seat, share, end_reason,
        rank() over (partition by variant, match order by points desc, tie_break desc) as place
    from matches
),

winners as (
    select variant, match, count(*) as winners
    from ranked
    where place = 1
    group by all
)

select 'matches' as in_table, variant, match, seat, 'share' as what, share as found,
    if(end_reason is distinct from 'cap' and place = 1, 1 / winners, 0) as expected
from ranked
join winners using (variant, match)
where found <> expected
