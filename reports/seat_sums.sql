-- one row per variant, deal and position in turn order (key), and per variant and deal with key −1 for all positions:
-- rounds, turns, and the sums of the quantities of a seat (given by `summed`); rounds that were not capped
select
    variant,
    deal,
    case when grouping(position) = 1 then -1 else position end as key,
    case when grouping(position) = 1 then count(*) filter (where position = 0) else count(*) end as round,
    case when grouping(position) = 1 then sum(turns) filter (where position = 0) else sum(turns) end as turn,
    sum(columns(lambda name: list_contains(getvariable('summed'), name)))
from rounds
where end_reason <> 'cap'
group by grouping sets ((variant, deal, position), (variant, deal))
