-- one row at most: the match of the variant with the most turns
select match, sum(turns) as figure
from rounds
where variant = $variant and seat = 0
group by match
order by figure desc, match
limit 1
