-- one row at most: the first match whose turns are the median of the variant's matches
with lengths as (
    select match, sum(turns) as turns
    from rounds
    where variant = $variant and seat = 0
    group by match
)
select match, turns as figure, (select count(*) from lengths) as matches
from lengths
where turns = (select quantile_disc(turns, 0.5) from lengths)
order by match
limit 1
