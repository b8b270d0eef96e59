-- one row per variant, deal and turn (key): the rounds still running then, and the sum over them of the shared stock
-- (given by `supply`) after the turn, which is the same on the rows of all seats
select
    variant,
    deal,
    turn as key,
    count(*) as n,
    sum(columns(lambda name: name = getvariable('supply'))) as level
from turns
join (select variant, match, any_value(deal) as deal from matches where seat = 0 group by variant, match)
    using (variant, match)
where seat = 0 and turn >= 0
group by variant, deal, turn
