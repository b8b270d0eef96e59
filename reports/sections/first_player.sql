-- one row per variant and player: the rounds that the player started, and how they came out for it
select
    variant,
    player,
    count(*) as started,
    count(*) filter (where share = 1) as won_alone,
    count(*) filter (where share > 0 and share < 1) as shared,
    count(*) filter (where end_reason = 'cap') as capped
from rounds
where position = 0
group by variant, player
order by variant, player
