-- one row at most: the first match of the variant with a round that the cap on turns ended, and the first such round
with first as (
    select match, capped_rounds, rounds
    from matches
    where variant = $variant and seat = 0 and capped_rounds > 0
    order by match
    limit 1
)

select match, any_value(capped_rounds) as figure, any_value(first.rounds) as rounds, min(round) as round
from first
join (select match, round from rounds where variant = $variant and end_reason = 'cap') as capped using (match)
group by match
