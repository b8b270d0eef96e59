-- one row per match whose number of capped rounds is not that of its rounds; one per capped round with points
with of_match as (
    select variant, match, count(*) filter (where end_reason = 'cap') as capped
    from rounds
    where seat = 0
    group by all
)

select 'matches' as in_table, variant, match, null::int as round, null::int as seat, 'capped_rounds' as what,
    capped_rounds as found, capped as expected
from matches
join of_match using (variant, match)
where seat = 0 and capped_rounds <> capped
union all
select 'rounds', variant, match, round, seat, 'points of a capped round', points, 0
from rounds
where end_reason = 'cap' and points <> 0
