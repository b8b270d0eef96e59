-- one row per variant and deal of which `out_turn` is known: its rounds that were not capped, those in which some seat could
-- win no more before they ended, for a quarter and for half of the turns at least, and what part of the turns (in
-- millionths) was played then
with of_rounds as (
    select variant, deal, turns, turns - out_turn as after
    from rounds
    where position = 0 and out_turn is not null and end_reason <> 'cap'
),

followed as (
    select distinct variant, deal
    from rounds
    where position = 0 and out_turn is not null
)

select
    followed.variant,
    followed.deal,
    1 as followed,
    count(turns) as followed_rounds,
    count(*) filter (where after > 0) as out_rounds,
    count(*) filter (where after > 0 and 4 * after >= turns) as out_quarter,
    count(*) filter (where after > 0 and 2 * after >= turns) as out_half,
    coalesce(sum(round(1e6 * after / nullif(turns, 0))), 0) as out_part
from followed
left join of_rounds using (variant, deal)
group by followed.variant, followed.deal
