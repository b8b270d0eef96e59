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
    if(count(*) filter (where share > 0) > 1, 0, max(points) - max(points) filter (where share = 0)) as margin,
    any_value(ender) is not null as has_ender,
    coalesce(any_value(ender = seat) filter (where position = 0), false) as starter_ends,
    any_value(player) filter (where position = 0) as starter,
    any_value(round(share * getvariable('share_unit'))) filter (where position = 0) as starter_share
from rounds
group by variant, deal, match, round
