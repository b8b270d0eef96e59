-- one row at most: the match of the variant with the largest sum over its rounds of the quantity named by the variable
-- `quantity`; a fact counts once a round (variable `once`), all else is summed over seats
with amounts as (
    select match, columns(lambda name: name = getvariable('quantity')) as amount
    from rounds
    where variant = $variant and (seat = 0 or not getvariable('once'))
)

select match, sum(amount) as figure
from amounts
group by match
having figure > 0
order by figure desc, match
limit 1
