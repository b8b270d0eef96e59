-- one row per round whose `out_turn` cannot be: it is known (or not) although it cannot be (or must be), no number of a turn
-- or of turns, or of a round that ended by the rules although all seats share it
with of_round as (
    select variant, match, round, any_value(deal) as deal, any_value(turns) as turns, any_value(out_turn) as out_turn,
        any_value(end_reason) = 'cap' as capped, min(share) as least
    from rounds
    where variant in (select variant from variants where seats > 2) or out_turn is not null
    group by all
),

wanted as (
    select of_round.*, seats > 2 and deal in (from logged_turns) as known
    from of_round
    join (select variant, seats from variants) as tables using (variant)
)

select 'rounds' as in_table, variant, match, round, null::int as seat, 'out_turn' as what,
    coalesce(out_turn::varchar, 'null') as found,
    if(not known, 'null', if(out_turn between 0 and turns, turns::varchar || ' as all seats won', '0 to ' || turns)) as expected
from wanted
where known <> (out_turn is not null)
    or out_turn not between 0 and turns
    or (out_turn < turns and not capped and least > 0)
