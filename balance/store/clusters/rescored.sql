-- one row per seat, result left out, and round or match that was not capped (a match: round −1): the share of the
-- win, and the merit without the result, by which the win would go: points, then in a match the tie-break
with results as (
    select
        variant,
        deal,
        match,
        round,
        seat,
        share,
        points,
        end_reason,
        columns(lambda name: list_contains(getvariable('without'), name))
    from rounds
),
amounts as (
    unpivot results
    on columns(* exclude (variant, deal, match, round, seat, share, points, end_reason))
    into name result value amount
),
sums as (
    select variant, match, seat, result, sum(amount) as amount
    from amounts
    group by variant, match, seat, result
)
select variant, deal, match, round, result, share, (points - amount)::bigint as merit
from amounts
where end_reason <> 'cap'
union all by name
select variant, deal, match, -1 as round, result, share, (points - amount)::bigint * 4294967296 + tie_break as merit
from sums
join matches using (variant, match, seat)
where capped_rounds = 0 and end_reason <> 'cap'
