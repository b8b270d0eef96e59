-- one row per variant, deal and position in turn order: the rounds, then of the seats there the sums of a stock at their
-- end (given by `stock`) and of flows and results (given by `amounts`); rounds that were not capped
select
    variant,
    deal,
    position as key,
    count(*) as n,
    sum(columns(lambda name: name = getvariable('stock') or list_contains(getvariable('amounts'), name)))
from rounds
where end_reason <> 'cap'
group by variant, deal, position
