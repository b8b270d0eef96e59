-- one row per match and seat with another player than the rotation of the line-up puts there
select 'matches' as in_table, variant, match, seat, 'player' as what,
    coalesce(player, 'a number of nobody') as found,
    getvariable('seatings')[variant + 1][match % len(getvariable('seatings')[variant + 1]) + 1][seat + 1] as expected
from matches
where found is distinct from expected
