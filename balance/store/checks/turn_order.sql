-- one row per turn whose mover is no seat or not the same on all its rows; with the variable `clockwise`, also where it
-- is not the next seat clockwise, from the starter
with movers as (
    select variant, match, round, turn, min(mover) as mover, max(mover) as last
    from turns
    group by all
),

starters as (
    select variant, match, round, min(seat) filter (where position = 0) as starter
    from rounds
    group by all
)

select 'turns' as in_table, variant, match, round, turn, 'mover' as what,
    if(mover = last, mover::varchar, 'not the same on all rows') as found,
    if(getvariable('clockwise') and turn >= 0, ((starter + turn) % seats)::varchar, 'a seat') as expected
from movers
join starters using (variant, match, round)
join (select variant, seats from variants) as tables using (variant)
where mover <> last
    or mover not between 0 and seats - 1
    or (getvariable('clockwise') and turn >= 0 and mover <> (starter + turn) % seats)
