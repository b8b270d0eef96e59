-- one row per variant and deal of which `out_turn` is known: its rounds that were not capped and those that were; and of
-- the former those in which some seat could win no more before they ended, for a quarter and for half of the turns at
-- least, and what part of the turns (in millionths) was played then
with followed as (
    select variant, deal, turns, turns - out_turn as after, end_reason = 'cap' as capped
    from rounds
    where position = 0 and out_turn is not null
)

select
    variant,
    deal,
    1 as followed,
    count(*) filter (where not capped) as followed_rounds,
    count(*) filter (where capped) as followed_capped,
    count(*) filter (where not capped and after > 0) as out_rounds,
    count(*) filter (where not capped and after > 0 and 4 * after >= turns) as out_quarter,
    count(*) filter (where not capped and after > 0 and 2 * after >= turns) as out_half,
    coalesce(sum(round(1e6 * after / nullif(turns, 0))) filter (where not capped), 0) as out_part
from followed
group by variant, deal
