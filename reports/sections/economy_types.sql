-- one row per variant, deal and kind (key) that a seat can be of (a result, given by `kind`): n the seats of that kind,
-- in units of 1/share_unit; and, over n too, their shares of the wins, their points and what they had of a stock at the
-- end (given by `stock`); rounds that were not capped
select
    variant,
    deal,
    any_value(kind) as key,
    count(*) * getvariable('share_unit') as n,
    sum(round(share * getvariable('share_unit')))::bigint as wins,
    sum(points) * getvariable('share_unit') as points,
    sum(columns(lambda name: name = getvariable('stock'))) * getvariable('share_unit')
from (select *, columns(lambda name: name = getvariable('kind')) as kind from rounds where end_reason <> 'cap')
group by variant, deal, kind
