-- one row per match or round, and column, whose value differs between the seats although it is of the whole
with of_match as (
    unpivot (
        select variant, match, count(distinct digest) as digest, count(distinct rounds) as rounds,
            count(distinct capped_rounds) as capped_rounds, count(distinct end_reason) as end_reason
        from matches
        group by all
    ) on digest, rounds, capped_rounds, end_reason into name what value values_found
),

of_round as (
    unpivot (
        select variant, match, round, count(distinct turns) as turns, count(distinct decisions) as decisions,
            count(distinct choices) as choices, count(distinct end_reason) as end_reason,
            count(distinct coalesce(ender, -1)) as ender, count(distinct coalesce(out_turn, -1)) as out_turn
        from rounds
        group by all
    ) on turns, decisions, choices, end_reason, ender, out_turn into name what value values_found
)

select 'matches' as in_table, variant, match, null::int as round, what,
    'not the same for all seats' as found, 'the same' as expected
from of_match
where values_found > 1
union all
select 'rounds', variant, match, round, what, 'not the same for all seats', 'the same'
from of_round
where values_found > 1
