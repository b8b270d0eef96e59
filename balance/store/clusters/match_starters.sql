-- one row per variant, deal and player of seat 0, who starts the first round: how often, and the shares of the win
select
    variant,
    deal,
    starter as key,
    count(*) filter (where not capped) as opened,
    count(*) filter (where capped) as opened_capped,
    coalesce(sum(starter_share) filter (where not capped), 0) as open_share
from played_matches
group by variant, deal, starter
