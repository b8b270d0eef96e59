-- one row per variant, deal and position in turn order, and per variant and deal with key −1 for all positions: the sums
-- of some quantities of a seat (given by `amounts`), and as n what they are told over: rounds, or turns (`over`);
-- rounds that were not capped
select
    variant,
    deal,
    case when grouping(position) = 1 then -1 else position end as key,
    case
        when getvariable('over') = 'turn' and grouping(position) = 1 then sum(turns) filter (where position = 0)
        when getvariable('over') = 'turn' then sum(turns)
        when grouping(position) = 1 then count(*) filter (where position = 0)
        else count(*)
    end as n,
    sum(columns(lambda name: list_contains(getvariable('amounts'), name)))
from rounds
where end_reason <> 'cap'
group by grouping sets ((variant, deal, position), (variant, deal))
