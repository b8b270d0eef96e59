-- one row at most: the first match of the variant with a round that the cap on turns ended
select match, capped_rounds as figure, rounds
from matches
where variant = $variant and seat = 0 and capped_rounds > 0
order by match
limit 1
