-- one row per round and value of an argument of the moves (variable `arg`) that is named more often than the variable
-- `most` by moves of the kinds in the variable `kinds`
with named as (
    select variant, match, round, columns(lambda name: name = getvariable('arg')) as value
    from moves
    where list_contains(getvariable('counted_kinds'), kind)
)

select 'moves' as in_table, variant, match, round, format('moves that name {} {}', getvariable('arg'), value) as what,
    count(*) as found, format('at most {}', getvariable('most')) as expected
from named
group by variant, match, round, value
having count(*) > getvariable('most')
