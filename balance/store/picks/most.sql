-- one row at most: the match of the variant with the largest sum over its rounds of the quantity named by the variable
-- `quantity`, and its first round with most of it; a fact counts once a round (variable `once`), all else is summed over
-- seats
with amounts as (
    select match, round, columns(lambda name: name = getvariable('quantity')) as amount
    from rounds
    where variant = $variant and (seat = 0 or not getvariable('once'))
),

by_round as (
    select match, round, sum(amount) as amount
    from amounts
    group by match, round
)

select match, sum(amount) as figure, first(round order by amount desc, round) as round
from by_round
group by match
having figure > 0
order by figure desc, match
limit 1
