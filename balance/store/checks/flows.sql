-- one row per turn and seat after which a stock (variable `stock`) has changed by other than the sum of the turn's flows
-- that feed it (variable `feeds`); the first turn of a round has nothing before it
with levels as (
    select variant, match, round, turn, seat,
        columns(lambda name: name = getvariable('stock')) as level,
        list_sum([*columns(lambda name: list_contains(getvariable('feeds'), name))]) as flowed
    from turns
),

changes as (
    select *, level - lag(level) over (partition by variant, match, round, seat order by turn) as changed
    from levels
)

select 'turns' as in_table, variant, match, round, turn, seat,
    format('change of {}', getvariable('stock')) as what, changed as found, flowed as expected
from changes
where changed <> flowed
