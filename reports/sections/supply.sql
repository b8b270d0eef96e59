-- one row per variant (of `chosen`), cluster of matches and turn (key): the rounds still running then, and the sum over
-- them of the shared stock (given by `supply`) after the turn, which is the same on the rows of all seats; the matches
-- of a deal have numbers in a row
select
    variant,
    match // (mirrors * repeats) as deal,
    turn as key,
    count(*) as n,
    sum(columns(lambda name: name = getvariable('supply'))) as level
from turns
join (select variant, mirrors, repeats from variants) using (variant)
where seat = 0 and turn >= 0 and list_contains(getvariable('chosen'), variant)
group by variant, match // (mirrors * repeats), turn
