-- one row per variant, fact and level q: with y(q) a deal's rounds, not capped, of at most that level and n its rounds,
-- how much the sums over deals of y, y² and y·n grow from the next smaller level to this one; n counts capped rounds
-- for `turns`, where they are longer than any other, and leaves them out elsewhere
with counted as (
    select variant, deal, fact, level, count(*) as rounds
    from levels
    where not capped and list_contains(getvariable('quantiles'), fact)
    group by variant, deal, fact, level
),
deals as (
    select variant, deal, fact, count(*) filter (where not capped or fact = 'turns') as n
    from levels
    group by variant, deal, fact
),
reached as (
    select *, sum(rounds) over (partition by variant, deal, fact order by level) as y
    from counted
)
select
    variant,
    fact,
    level as key,
    sum(rounds) as y,
    sum(y * y - (y - rounds) * (y - rounds)) as yy,
    sum(rounds * n) as yn
from reached
join deals using (variant, deal, fact)
group by variant, fact, level
