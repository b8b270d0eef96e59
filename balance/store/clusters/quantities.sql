-- one row per variant and deal: the quantities that the game's own metrics need, over rounds that were not capped;
-- facts of a round count once, all else is summed over seats
select
    variant,
    deal,
    sum(columns(lambda name: list_contains(getvariable('facts'), name))) filter (where position = 0),
    sum(columns(lambda name: list_contains(getvariable('amounts'), name)))
from rounds
where end_reason <> 'cap'
group by variant, deal
