-- one row per variant and number of turns t: with y(t) a deal's rounds of at most t turns that were not capped and
-- n all its rounds, how much the sums over deals of y, y² and y·n grow from the next smaller t to this one
with counted as (
    select variant, deal, turns, count(*) as rounds
    from played_rounds
    where not capped
    group by variant, deal, turns
),
deals as (
    select variant, deal, count(*) as n
    from played_rounds
    group by variant, deal
),
reached as (
    select variant, deal, turns, rounds, sum(rounds) over (partition by variant, deal order by turns) as y
    from counted
)
select
    variant,
    turns as key,
    sum(rounds) as y,
    sum(y * y - (y - rounds) * (y - rounds)) as yy,
    sum(rounds * n) as yn
from reached
join deals using (variant, deal)
group by variant, turns
