-- one row per variant and tenth of the turns of a round, and per variant with tenth −1 for all of it: the deals; over
-- them the sums of n and n², n the decisions of a deal; of forced decisions y, and then of their legal choices y, the
-- sums of y, y·n and y²; rounds that were not capped
with by_deal as (
    select
        variant,
        coalesce(tenth, -1) as tenth,
        deal,
        sum(decisions) as n,
        sum(forced) as forced,
        sum(legal) as legal
    from choices
    where ended
    group by grouping sets ((variant, deal, tenth), (variant, deal))
),
counted as (
    select variant, count(distinct deal) as deals
    from choices
    group by variant
)
select
    variant,
    tenth,
    deals,
    sum(n), sum(n * n),
    sum(forced), sum(forced * n), sum(forced * forced),
    sum(legal), sum(legal * n), sum(legal * legal)
from by_deal
join counted using (variant)
group by variant, tenth, deals
order by variant, tenth
