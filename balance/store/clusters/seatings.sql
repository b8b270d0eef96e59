-- one row per variant, deal, and "mirror:seat": the share of the win, of a match that was not capped
select
    variant,
    deal,
    mirror || ':' || seat as key,
    sum(round(share * getvariable('share_unit'))) as seating_share
from matches
where capped_rounds = 0 and end_reason <> 'cap'
group by variant, deal, key
