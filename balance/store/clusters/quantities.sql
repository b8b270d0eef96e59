-- one row per variant and deal: the facts that the game's own metrics sum, once a round, over rounds that were not
-- capped
select
    variant,
    deal,
    sum(columns(lambda name: list_contains(getvariable('facts'), name)))
from rounds
where position = 0 and end_reason <> 'cap'
group by variant, deal
