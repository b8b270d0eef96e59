-- one row per match; undecided where a round or the match itself was capped
select
    variant,
    deal,
    match,
    any_value(capped_rounds) > 0 or any_value(end_reason) = 'cap' as capped,
    count(*) filter (where share > 0) as winners,
    any_value(player) filter (where seat = 0) as starter,
    any_value(round(share * getvariable('share_unit'))) filter (where seat = 0) as starter_share
from matches
group by variant, deal, match
