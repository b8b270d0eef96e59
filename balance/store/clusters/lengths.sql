-- one row per variant, deal, fact with quantiles (its place in that list, from 1) and level of it: the deal's rounds, not
-- capped, that had this level
select variant, deal, list_position(getvariable('quantiles'), fact) as fact, level, count(*) as rounds
from levels
where not capped and list_contains(getvariable('quantiles'), fact)
group by variant, deal, fact, level
