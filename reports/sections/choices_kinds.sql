-- one row per variant and kind of decision, and besides per position and per player (null: all of them): the deals;
-- over them the sums of n and n², n the decisions of a deal between several choices, and of y, y·n and y², y those of
-- this kind; rounds that were not capped
with by_deal as (
    select variant, position, player, deal, kind, sum(decisions - forced) as y
    from choices
    where ended
    group by grouping sets ((variant, deal, kind), (variant, deal, kind, position), (variant, deal, kind, player))
),
shares as (
    select *, sum(y) over (partition by variant, position, player, deal) as n
    from by_deal
),
totals as (
    select variant, position, player, sum(n) as n, sum(n * n) as nn
    from (select distinct variant, position, player, deal, n from shares)
    group by variant, position, player
),
counted as (
    select variant, count(distinct deal) as deals
    from choices
    group by variant
)
select
    shares.variant,
    shares.position,
    shares.player,
    kind,
    deals,
    totals.n, totals.nn,
    sum(y), sum(y * shares.n), sum(y * y)
from shares
join totals
    on shares.variant = totals.variant
    and shares.position is not distinct from totals.position
    and shares.player is not distinct from totals.player
join counted on shares.variant = counted.variant
group by all
order by all
