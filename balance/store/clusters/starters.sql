-- one row per variant, deal and player who started a round: how often, and what the start brought
select
    variant,
    deal,
    starter as key,
    count(*) filter (where not capped) as started,
    count(*) filter (where capped) as started_capped,
    count(*) filter (where winners = 1) as started_decisive,
    coalesce(sum(starter_share) filter (where not capped), 0) as start_share,
    coalesce(sum(starter_share) filter (where winners = 1), 0) as start_share_decisive
from played_rounds
group by variant, deal, starter
