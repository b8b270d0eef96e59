-- one row per move of a game that goes clockwise that is not by the seat whose turn it is
with starters as (
    select variant, match, round, min(seat) filter (where position = 0) as starter
    from rounds
    group by all
)

select 'moves' as in_table, variant, match, round, turn, step, 'seat' as what, seat as found,
    (starter + turn) % seats as expected
from moves
join starters using (variant, match, round)
join variants using (variant)
where turn >= 0 and seat <> (starter + turn) % seats
