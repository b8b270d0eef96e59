-- one row per variant, deal and part of a round in percent (key, 0 to 95 in fives): its rounds that were not capped, of which
-- `out_turn` is known, and those in which some seat was out of it by the time that part of the turns had been played
select
    variant,
    deal,
    key,
    count(*) filter (where end_reason <> 'cap') as n,
    count(*) filter (where end_reason <> 'cap' and out_turn < turns and 100 * out_turn <= key * turns) as out
from rounds, (select unnest(range(0, 100, 5)) as key)
where position = 0 and out_turn is not null
group by variant, deal, key
