-- one row per variant, deal and end reason: the rounds that ended so
select
    variant,
    deal,
    end_reason as key,
    count(*) as ended
from played_rounds
group by variant, deal, end_reason
