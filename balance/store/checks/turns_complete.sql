-- one row per round and seat whose turns are not logged without a gap, from 0 (or −1, before the first turn) to the
-- last of the round, where its deal is among those that are logged, or are logged where it is not
with of_seat as (
    select variant, match, round, seat, count(*) as n, min(turn) as first, max(turn) as last
    from turns
    group by all
),

wanted as (
    select variant, match, round, seat, if(deal in (from logged_turns), turns, 0) as turns
    from rounds
)

select 'turns' as in_table, variant, match, round, seat, 'turns' as what,
    if(n is null, 'none', format('{} from {} to {}', n, first, last)) as found,
    if(coalesce(turns, 0) = 0, 'none', format(
        '{} from {} to {}', turns + if(first = -1, 1, 0), if(first = -1, -1, 0), turns - 1
    )) as expected
from wanted
full join of_seat using (variant, match, round, seat)
where found <> expected
