-- one row per variant, deal of the first ones whose turns were logged, and stock asked for: rounds that were not capped with one leader in
-- it after a third of their turns, and the leaders' shares of the win in units of 1/share_unit
with levels as (
    select variant, match, round, turn, seat, columns(lambda name: list_contains(getvariable('early'), name))
    from turns
    where match < getvariable('first_matches')
),
ended as (
    select
        variant,
        deal,
        match,
        round,
        seat,
        (turns + 2) // 3 - 1 as turn,
        if(end_reason = 'cap', null, round(share * getvariable('share_unit'))) as share
    from rounds
    where match < getvariable('first_matches')
),
thirds as (
    unpivot (from levels join ended using (variant, match, round, turn, seat))
    on columns(* exclude (variant, deal, match, round, turn, seat, share))
    into name stock value level
),
leaders as (
    select
        variant,
        deal,
        stock,
        if(max(level, 2)[1] > max(level, 2)[2], arg_max_null(share, level), null) as share
    from thirds
    group by variant, deal, match, round, stock
)
select
    variant,
    deal,
    stock as key,
    1 as early_logged,
    count(share) as early_leads,
    coalesce(sum(share), 0) as early_share
from leaders
group by variant, deal, stock
