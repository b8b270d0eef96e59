-- one row per match and seat of the finished chunks that has no row, or that has one and is of no such match
with planned as (
    select variant, unnest(range(first_match, first_match + matches)) as match, seats
    from chunks
),

wanted as (
    select variant, match, unnest(range(seats)) as seat, 1 as there
    from planned
),

logged as (
    select variant, match, seat, 1 as there
    from matches
)

select 'matches' as in_table, variant, match, seat, 'rows' as what,
    coalesce(logged.there, 0) as found, coalesce(wanted.there, 0) as expected
from wanted
full join logged using (variant, match, seat)
where wanted.there is null or logged.there is null
