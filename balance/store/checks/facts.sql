-- one row per round and fact of it (variable `facts`) whose value differs between the seats
with spread as (
    select variant, match, round, count(distinct columns(lambda name: list_contains(getvariable('facts'), name)))
    from rounds
    group by all
)

select 'rounds' as in_table, variant, match, round, what,
    'not the same for all seats' as found, 'the same' as expected
from (unpivot spread on columns(* exclude (variant, match, round)) into name what value values_found)
where values_found > 1
