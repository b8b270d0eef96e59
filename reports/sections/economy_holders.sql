-- one row per variant, deal and kind (key, from 0 to below `kinds`) that a seat can be of (a result, given by `kind`): n
-- the rounds, and in how many of them the seat in each position of turn order was of that kind; rounds that were not
-- capped
select
    variant,
    deal,
    key,
    count(*) filter (where position = 0) as n,
    count(*) filter (where kind = key and position = 0) as held_0,
    count(*) filter (where kind = key and position = 1) as held_1,
    count(*) filter (where kind = key and position = 2) as held_2,
    count(*) filter (where kind = key and position = 3) as held_3,
    count(*) filter (where position = 0) - count(*) filter (where kind = key) as nobody
from
    (
        select variant, deal, position, columns(lambda name: name = getvariable('kind')) as kind
        from rounds
        where end_reason <> 'cap'
    ),
    (select unnest(range(getvariable('kinds'))) as key)
group by variant, deal, key
