-- one row per variant, deal and "fact:turns": the rounds, not capped, in which the turn that the fact names, from 0,
-- was one of the first so many; −1 stands for never
with asked as (
    select unnest(getvariable('arrivals')) as key
)
select variant, deal, key, count(*) as came
from levels
join asked on fact = split_part(key, ':', 1)
where not capped and level >= 0 and level < split_part(key, ':', 2)::integer
group by variant, deal, key
