-- one row at most: the match of the variant with a sole winner and the smallest lead in points over the second; of
-- equal ones that with the smallest lead over the last seat
with places as (
    select
        match,
        max(points) filter (where share = 1) as winner,
        max(points) filter (where share < 1) as second,
        min(points) as last
    from matches
    where variant = $variant and end_reason <> 'cap'
    group by match
    having max(share) = 1 and count(*) > 1
)
select match, winner - second as figure, winner, second
from places
order by figure, winner - last, match
limit 1
