-- one row per logged round, seat and flow (variable `flows`) whose amount is not the sum of the amounts of its turns
with of_turns as (
    select variant, match, round, seat, sum(columns(lambda name: list_contains(getvariable('flows'), name)))
    from turns
    group by variant, match, round, seat
),

of_round as (
    select variant, match, round, seat, columns(lambda name: list_contains(getvariable('flows'), name))
    from rounds
    semi join of_turns using (variant, match, round, seat)
),

differing as (
    from of_round
    except all
    from of_turns
)

select 'rounds' as in_table, variant, match, round, seat, what, r.amount as found, t.amount as expected
from (unpivot differing on columns(* exclude (variant, match, round, seat)) into name what value amount) as r
join (
    unpivot (from of_turns semi join differing using (variant, match, round, seat))
    on columns(* exclude (variant, match, round, seat)) into name what value amount
) as t using (variant, match, round, seat, what)
where found <> expected
