-- one row per turn, or end of a round, after which the sum of the stocks `each` over all seats and of the stocks `once`
-- is not the total (temporary table `totals`), or where a stock `once` differs between the seats
with every_turn as (
    select *, 0 as nothing
    from turns
),

every_round as (
    select *, 0 as nothing
    from rounds
),

held as (
    select 'turns' as in_table, variant, match, round, turn, seat,
        list_sum([*columns(lambda name: name = 'nothing' or list_contains(getvariable('each'), name))]) as own,
        list_sum([*columns(lambda name: name = 'nothing' or list_contains(getvariable('once'), name))]) as shared
    from every_turn
    union all
    select 'rounds', variant, match, round, null, seat,
        list_sum([*columns(lambda name: name = 'nothing' or list_contains(getvariable('each'), name))]),
        list_sum([*columns(lambda name: name = 'nothing' or list_contains(getvariable('once'), name))])
    from every_round
),

sums as (
    select in_table, variant, match, round, turn, sum(own) as own, min(shared) as shared, max(shared) as most
    from held
    group by all
)

select in_table, variant, match, round, turn, getvariable('name') as what,
    if(shared = most, (own + shared)::varchar, format('{} to {}', own + shared, own + most)) as found, total as expected
from sums
join totals using (variant)
where shared <> most or own + shared <> total
