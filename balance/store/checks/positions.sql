-- one row per round and seat whose position is not its distance from the starter; one per round without one starter
with starters as (
    select variant, match, round, count(*) filter (where position = 0) as starters,
        min(seat) filter (where position = 0) as starter
    from rounds
    group by all
)

select 'rounds' as in_table, variant, match, round, null::int as seat, 'starters' as what,
    starters as found, 1 as expected
from starters
where starters <> 1
union all
select 'rounds', variant, match, round, seat, 'position', position, (seat - starter + seats) % seats
from rounds
join starters using (variant, match, round)
join (select variant, seats from variants) as tables using (variant)
where starters = 1 and position <> (seat - starter + seats) % seats
