-- one row per round whose logged moves are not its decisions, or those with a choice not its choices, where its deal is
-- among those that are logged; or that has moves where it is not
with counted as (
    select variant, match, round, count(*) as decisions, count(*) filter (where legal > 1) as choices
    from moves
    group by all
),

wanted as (
    select variant, match, round, deal in (from logged_moves) as logged, decisions, choices
    from rounds
    where seat = 0
)

select 'moves' as in_table, variant, match, round, 'decisions, and those with a choice' as what,
    concat_ws(', ', coalesce(counted.decisions, 0), coalesce(counted.choices, 0)) as found,
    if(logged, concat_ws(', ', wanted.decisions, wanted.choices), '0, 0') as expected
from wanted
full join counted using (variant, match, round)
where found <> expected
