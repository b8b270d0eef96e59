-- one row per turn of the moves whose steps are not numbered 0 to n − 1, or that is no turn of the round
with of_turn as (
    select variant, match, round, turn, count(*) as n, min(step) as first, max(step) as last
    from moves
    group by all
)

select 'moves' as in_table, variant, match, round, turn, 'steps' as what,
    format('{} from {} to {}', n, first, last) as found, format('{} from 0 to {}', n, n - 1) as expected
from of_turn
where first <> 0 or last <> n - 1
union all
select 'moves', variant, match, round, turn, 'turn', turn::varchar, format('at most {}', turns - 1)
from of_turn
join rounds using (variant, match, round)
where seat = 0 and turn not between -1 and turns - 1
