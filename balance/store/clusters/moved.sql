-- one row per variant, deal and "round:result" or "match:result": ½ Σ |w − w°| over seats and rounds or matches, w the
-- shares of the win, w° those by the merit without that result; in units of 1/share_unit. What some seats gain others
-- lose, so that half is the sum of the losses
with best as (
    select variant, match, round, result, max(merit) as merit
    from rescored
    group by variant, match, round, result
),
counted as (
    select
        variant,
        any_value(deal) as deal,
        match,
        round,
        result,
        count(*) filter (where share > 0) as before,
        count(*) filter (where rescored.merit = best.merit) as after,
        count(*) filter (where share > 0 and rescored.merit = best.merit) as still
    from rescored
    join best using (variant, match, round, result)
    group by variant, match, round, result
),
lost as (
    select *, getvariable('share_unit') // before as share, getvariable('share_unit') // after as share_after
    from counted
)
select
    variant,
    deal,
    if(round < 0, 'match:', 'round:') || result as key,
    sum((before - still) * share + still * greatest(share - share_after, 0)) as moved
from lost
group by variant, deal, key
