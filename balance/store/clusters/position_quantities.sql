-- one row per variant, deal and position in turn order: the amounts that the game's own metrics sum, over rounds that
-- were not capped
select
    variant,
    deal,
    position as key,
    sum(columns(lambda name: list_contains(getvariable('amounts'), name)))
from rounds
where end_reason <> 'cap'
group by variant, deal, position
