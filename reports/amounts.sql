-- one row per variant, deal and position in turn order, and per variant and deal with key −1 for all positions: the
-- rounds, and the sums of some quantities of a seat (given by `amounts`); rounds that were not capped
select
    variant,
    deal,
    key,
    round as n,
    columns(lambda name: list_contains(getvariable('amounts'), name))
from seat_sums
