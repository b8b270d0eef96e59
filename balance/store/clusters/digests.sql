-- one row per match, placed within its deal: its digest over all decisions and points
select
    variant,
    deal,
    mirror * (max(repeat) over (partition by variant) + 1) + repeat as key,
    digest
from matches
where seat = 0
