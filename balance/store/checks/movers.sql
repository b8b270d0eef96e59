-- one row per move of a game that goes clockwise that is not by the seat whose turn it is, or, of the kinds in the variable
-- `by_others`, that is
with starters as (
    select variant, match, round, min(seat) filter (where position = 0) as starter
    from rounds
    group by all
),

known as (
    select *, (starter + turn) % seats as mover, list_contains(getvariable('by_others')::varchar[], kind) as by_another
    from moves
    join starters using (variant, match, round)
    join (select variant, seats from variants) as tables using (variant)
    where turn >= 0
)

select 'moves' as in_table, variant, match, round, turn, step, 'seat' as what, seat::varchar as found,
    if(by_another, 'another', mover::varchar) as expected
from known
where (seat = mover) = by_another
