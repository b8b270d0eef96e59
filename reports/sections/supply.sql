-- one row per variant and turn: over the rounds still running then, how many they are and the mean of the shared
-- stock after it, which is the same on the rows of all seats
select
    variant,
    turn,
    count(*) as rounds,
    avg(columns(lambda name: name = getvariable('supply'))) as level
from turns
where seat = 0 and turn >= 0
group by variant, turn
order by variant, turn
