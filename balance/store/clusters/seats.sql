-- one row per variant, deal and seat: shares of the win and points over matches that were not capped
select
    variant,
    deal,
    seat as key,
    sum(round(share * getvariable('share_unit'))) as seat_share,
    sum(points) as seat_points
from matches
where capped_rounds = 0 and end_reason <> 'cap'
group by variant, deal, seat
