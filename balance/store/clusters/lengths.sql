-- one row per variant, deal, fact with quantiles and level of it: the deal's rounds, not capped, that had this level
select variant, deal, fact, level, count(*) as rounds
from levels
where not capped and list_contains(getvariable('quantiles'), fact)
group by variant, deal, fact, level
