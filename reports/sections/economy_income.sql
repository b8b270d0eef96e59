-- one row per variant and deal, of all positions (key −1): the turns, the sums of flows (given by `amounts`), and of
-- those paid and of those due (`paid`, `due`) together; rounds that were not capped
select
    variant,
    deal,
    key,
    turn as n,
    columns(lambda name: list_contains(getvariable('amounts'), name)),
    list_sum(list_value(*columns(lambda name: list_contains(getvariable('paid'), name)))) as paid_in_all,
    list_sum(list_value(*columns(lambda name: list_contains(getvariable('due'), name)))) as due_in_all
from seat_sums
where key = -1
