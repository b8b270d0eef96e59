-- one row per variant and value x of a fact of a round (given by `fact`; below 0: none): with y(x) a deal's rounds with
-- a fact of at most x and n all its rounds, how much the sums over deals of y, y² and y·n grow from the next smaller
-- x to this one; rounds that were not capped
with facts as (
    select variant, deal, columns(lambda name: name = getvariable('fact')) as x
    from rounds
    where seat = 0 and end_reason <> 'cap'
),
counted as (
    select variant, deal, x, count(*) as rounds
    from facts
    where x >= 0
    group by variant, deal, x
),
deals as (
    select variant, deal, count(*) as n
    from facts
    group by variant, deal
),
reached as (
    select variant, deal, x, rounds, sum(rounds) over (partition by variant, deal order by x) as y
    from counted
)
select
    variant,
    x,
    sum(rounds) as y,
    sum(y * y - (y - rounds) * (y - rounds)) as yy,
    sum(rounds * n) as yn
from reached
join deals using (variant, deal)
group by variant, x
order by variant, x
