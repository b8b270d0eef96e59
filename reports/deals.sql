-- one row per variant: its deals, and over them the sums of n and of n², n a deal's rounds that were not capped
with counted as (
    select variant, deal, count(*) filter (where end_reason <> 'cap') as n
    from rounds
    where seat = 0
    group by variant, deal
)
select
    variant,
    count(*) as deals,
    sum(n) as n,
    sum(n * n) as nn
from counted
group by variant
order by variant
