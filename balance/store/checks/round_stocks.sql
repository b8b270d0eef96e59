-- one row per logged round, seat and stock (variable `stocks`) whose level at the end is not that after the last turn
with last_turn as (
    select variant, match, round, seat, max(turn) as turn
    from turns
    group by all
),

of_turns as (
    select variant, match, round, seat, columns(lambda name: list_contains(getvariable('stocks'), name))
    from turns
    semi join last_turn using (variant, match, round, seat, turn)
),

of_round as (
    select variant, match, round, seat, columns(lambda name: list_contains(getvariable('stocks'), name))
    from rounds
    semi join last_turn using (variant, match, round, seat)
),

differing as (
    from of_round
    except all
    from of_turns
)

select 'rounds' as in_table, variant, match, round, seat, what, r.level as found, t.level as expected
from (unpivot differing on columns(* exclude (variant, match, round, seat)) into name what value level) as r
join (
    unpivot (from of_turns semi join differing using (variant, match, round, seat))
    on columns(* exclude (variant, match, round, seat)) into name what value level
) as t using (variant, match, round, seat, what)
where found <> expected
