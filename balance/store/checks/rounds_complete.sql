-- one row per match and seat whose rounds are not numbered 0 to n − 1, n as `matches` has it, or are of no match
with of_seat as (
    select variant, match, seat, count(*) as rounds, min(round) as first, max(round) as last
    from rounds
    group by all
)

select 'rounds' as in_table, variant, match, seat, 'rounds' as what,
    coalesce(format('{} from {} to {}', of_seat.rounds, first, last), 'none') as found,
    coalesce(format('{} from 0 to {}', matches.rounds, matches.rounds - 1), 'none') as expected
from matches
full join of_seat using (variant, match, seat)
where found <> expected
