-- one row, or none: of a variant (`looked_at`) the match with the most rounds won alone by their starter, the first of
-- equal ones
with rated as (
    select
        match,
        count(*) filter (where share = 1) as won,
        count(*) as rounds
    from rounds
    where variant = getvariable('looked_at') and position = 0
    group by match
)
select match, won, rounds
from rated
where won > 0
order by won desc, match
limit 1
