-- one row per match and seat whose points are not the sum of those of its rounds
with sums as (
    select variant, match, seat, sum(points) as points
    from rounds
    group by all
)

select 'matches' as in_table, variant, match, seat, 'points' as what, matches.points as found,
    sums.points as expected
from matches
join sums using (variant, match, seat)
where found <> expected
