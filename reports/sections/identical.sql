-- one row per pair of variants (`these` and `those`, place by place) with common deals: the deals of both, and those of
-- them all of whose matches are identical, decision by decision and point by point
with keyed as (
    select variant, deal, list(digest order by mirror, repeat) as digests
    from matches
    where seat = 0
    group by variant, deal
),
pairs as (
    select unnest(getvariable('these')) as this, unnest(getvariable('those')) as that
)
select
    this,
    that,
    count(*) as deals,
    count(*) filter (where a.digests = b.digests) as identical
from pairs
join keyed as a on a.variant = this
join keyed as b on b.variant = that and b.deal = a.deal
group by this, that
order by this, that
