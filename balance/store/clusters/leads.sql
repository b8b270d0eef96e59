-- one row per variant and deal whose turns were logged: what its rounds that were not capped say of the lead; a share
-- of a round's turns is in millionths
select
    variant,
    deal,
    1 as logged,
    count(*) filter (where end_reason <> 'cap') as logged_rounds,
    coalesce(sum(lead_changes) filter (where end_reason <> 'cap'), 0) as lead_changes,
    count(comeback) as won_alone,
    coalesce(sum(comeback), 0) as comeback,
    count(settled) as settled_rounds,
    coalesce(sum(round(1e6 * settled / turns)), 0) as settled_after
from rounds
where position = 0 and lead_changes is not null
group by variant, deal
