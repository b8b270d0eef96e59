-- one row per variant: its deals; over them the sums of n and n², n a deal's matches, and of y, y·n and y², y its
-- decisions between several choices, capped rounds included
with by_deal as (
    select variant, deal, count(distinct match) as n, sum(choices) as y
    from rounds
    where seat = 0
    group by variant, deal
)
select variant, count(*) as deals, sum(n), sum(n * n), sum(y), sum(y * n), sum(y * y)
from by_deal
group by variant
order by variant
