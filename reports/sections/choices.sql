-- one row per variant, deal, tenth of the turns of its rounds, position, player and kind of decision, for rounds that
-- ended by the rules and capped ones (`ended`): decisions, those with one legal choice alone, and their legal choices;
-- of the first deals whose moves are logged (matches below `first`) of some variants (`chosen`)
with played as (
    select variant, match, round, seat, deal, position, player, turns, end_reason
    from rounds
    where match < getvariable('first') and list_contains(getvariable('chosen'), variant)
)
select
    variant,
    played.deal,
    played.end_reason <> 'cap' as ended,
    least(9, 10 * greatest(turn, 0) // greatest(played.turns, 1)) as tenth,
    played.position,
    played.player,
    kind,
    count(*) as decisions,
    count(*) filter (where legal = 1) as forced,
    sum(legal) as legal
from moves
join played using (variant, match, round, seat)
where match < getvariable('first') and list_contains(getvariable('chosen'), variant)
group by all
