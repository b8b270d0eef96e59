-- one row per variant and key of `by_deal` (a row there: variant, deal, key, n and any number of y): over its deals the
-- sums of n and n², then of every y, of every y·n and of every y²
select
    variant,
    key,
    sum(n),
    sum(n * n),
    sum(columns(* exclude (variant, deal, key, n))),
    sum(columns(* exclude (variant, deal, key, n)) * n),
    sum(columns(* exclude (variant, deal, key, n)) * columns(* exclude (variant, deal, key, n)))
from by_deal
group by variant, key
order by variant, key
