-- one row per variant and deal: its matches, those that nobody could win for a cap, and those with several winners
select
    variant,
    deal,
    count(*) as all_matches,
    count(*) filter (where not capped) as matches,
    count(*) filter (where capped) as capped_matches,
    count(*) filter (where winners > 1 and not capped) as tied_matches
from played_matches
group by variant, deal
