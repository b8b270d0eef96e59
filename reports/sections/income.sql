-- one row per variant, deal and position in turn order, and per variant and deal with key −1 for all positions: n the
-- turns, the sums of flows of the seat (given by `amounts`), and of those paid and of those due (`paid`, `due`) together;
-- rounds that were not capped
with summed as (
    select
        variant,
        deal,
        case when grouping(position) = 1 then -1 else position end as key,
        case when grouping(position) = 1 then sum(turns) filter (where position = 0) else sum(turns) end as n,
        sum(columns(lambda name: list_contains(getvariable('amounts'), name)))
    from rounds
    where end_reason <> 'cap'
    group by grouping sets ((variant, deal, position), (variant, deal))
)
select
    *,
    list_sum(list_value(*columns(lambda name: list_contains(getvariable('paid'), name)))) as paid_in_all,
    list_sum(list_value(*columns(lambda name: list_contains(getvariable('due'), name)))) as due_in_all
from summed
