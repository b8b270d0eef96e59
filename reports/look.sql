-- one row, or none: of a variant (`looked_at`) the round with the largest value of a quantity (a fact of a round, else
-- the sum over its seats), or with the smallest of at least 0 (`sign` −1); of equal ones the first
with amounts as (
    select match, round, seat, columns(lambda name: name = getvariable('quantity')) as amount
    from rounds
    where variant = getvariable('looked_at') and end_reason <> 'cap'
),
per_round as (
    select
        match,
        round,
        case when list_contains(getvariable('facts'), getvariable('quantity')) then any_value(amount)
            else sum(amount) end as value
    from amounts
    group by match, round
)
select match, round, value
from per_round
where value > 0 or (getvariable('sign') = -1 and value >= 0)
order by getvariable('sign') * value desc, match, round
limit 1
