-- one row per variant and deal: its rounds, those that a cap ended, and sums over those that it did not
select
    variant,
    deal,
    count(*) as all_rounds,
    count(*) filter (where not capped) as rounds,
    count(*) filter (where capped) as capped,
    count(*) filter (where winners > 1) as tied_rounds,
    count(*) filter (where has_ender and not capped) as rounds_with_ender,
    count(*) filter (where starter_ends and not capped) as starter_ended,
    coalesce(sum(margin) filter (where not capped), 0) as margin,
    count(*) filter (where margin <= 1 and not capped) as close_rounds,
    coalesce(sum(turns) filter (where not capped), 0) as turns,
    coalesce(sum(decisions) filter (where not capped), 0) as decisions,
    coalesce(sum(choices) filter (where not capped), 0) as choices
from played_rounds
group by variant, deal
