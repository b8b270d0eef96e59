-- one row per variant (of those given by `carrying`), deal and number of the round (key): n its rounds in units of
-- 1/share_unit, the starter's shares of their wins in the same units; and, over n too, what they took: turns and points
select
    variant,
    deal,
    round as key,
    count(*) filter (where position = 0) * getvariable('share_unit') as n,
    coalesce(sum(round(share * getvariable('share_unit'))) filter (where position = 0), 0)::bigint as starter_share,
    sum(turns) filter (where position = 0) * getvariable('share_unit') as turns,
    sum(points) * getvariable('share_unit') as points
from rounds
where end_reason <> 'cap' and list_contains(getvariable('carrying'), variant)
group by variant, deal, round
