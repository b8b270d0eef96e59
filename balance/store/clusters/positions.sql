-- one row per variant, deal and position in turn order: the shares of the wins of rounds that were not capped
select
    variant,
    deal,
    position as key,
    sum(round(share * getvariable('share_unit'))) as position_share
from rounds
where end_reason <> 'cap'
group by variant, deal, position
