-- one row per variant (of those given by `chosen`), cluster of matches and turn (key): the rounds still running then, and
-- over them and all seats the sums of stocks after the turn (given by `stocks`; one that all share is on the row of
-- every seat), of what each flow (given by `flows`) and those of `due` together brought in it; the matches of a deal
-- have numbers in a row
select
    variant,
    match // (mirrors * repeats) as deal,
    turn as key,
    count(*) filter (where seat = 0) as n,
    sum(columns(lambda name: list_contains(getvariable('stocks') || getvariable('flows'), name))),
    sum(coalesce(list_sum(list_value(*columns(lambda name: list_contains(getvariable('due'), name)))), 0)) as due
from turns
join (select variant, mirrors, repeats from variants) using (variant)
where turn >= 0 and list_contains(getvariable('chosen'), variant)
group by variant, match // (mirrors * repeats), turn
