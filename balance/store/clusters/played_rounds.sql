-- one row per round; shares in units of 1/share_unit, so that they are whole numbers
select
    variant,
    deal,
    match,
    round,
    any_value(end_reason) as end_reason,
    any_value(end_reason) = 'cap' as capped,
    any_value(turns) as turns,
    any_value(decisions) as decisions,
    any_value(choices) as choices,
    count(*) filter (where share > 0) as winners,
    any_value(player) filter (where position = 0) as starter,
    any_value(round(share * getvariable('share_unit'))) filter (where position = 0) as starter_share
from rounds
group by variant, deal, match, round
