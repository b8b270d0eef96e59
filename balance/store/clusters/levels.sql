-- one row per round and fact of it whose values are asked for, `turns` among them
with facts as (
    select variant, deal, end_reason, columns(lambda name: list_contains(getvariable('levels'), name))
    from rounds
    where position = 0
),
levels as (
    unpivot facts
    on columns(* exclude (variant, deal, end_reason))
    into name fact value level
)
select variant, deal, fact, level, end_reason = 'cap' as capped
from levels
