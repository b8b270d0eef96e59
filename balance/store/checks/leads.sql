-- one row per round, seat and column of the lead (lead_changes, comeback, settled, standing_before) that does not follow
-- from the standing (variable `standing`) in `turns`, or is known of a round whose turns are not logged
with levels as (
    select variant, match, round, turn, seat, columns(lambda name: name = getvariable('standing')) as level
    from turns
),

leads as (
    select variant, match, round, turn, max(level) as best,
        if(max(level, 2)[1] > max(level, 2)[2], arg_max(seat, level), null) as leader
    from levels
    where turn >= 0
    group by all
),

winners as (
    select variant, match, round, seat as winner
    from rounds
    where share = 1
),

changes as (
    select *, leader <> lag(leader ignore nulls) over (partition by variant, match, round order by turn) as changed
    from leads
),

of_round as (
    select variant, match, round,
        count(*) filter (where changed) as lead_changes,
        coalesce(max(turn) filter (where leader is distinct from winner), -1) + 2 as settled,
        max(turn) + 1 as turns
    from changes
    left join winners using (variant, match, round)
    group by all
),

behind as (
    select variant, match, round, max(best - level) as comeback
    from levels
    join leads using (variant, match, round, turn)
    join winners using (variant, match, round)
    where seat = winner
    group by all
),

before as (
    select variant, match, round, seat, level
    from levels
    where turn < 0
),

wanted as (
    select rounds.variant, rounds.match, rounds.round, rounds.seat, rounds.lead_changes, rounds.comeback, rounds.settled,
        standing_before, seats > 1 and deal in (from logged_turns) as known, winners.winner is not null as won,
        coalesce(of_round.lead_changes, 0) as should_change, coalesce(behind.comeback, 0) as should_come_back,
        if(of_round.settled <= of_round.turns, of_round.settled, null) as should_settle,
        coalesce(before.level, standing_before, 0) as should_begin
    from rounds
    join (select variant, seats from variants) as tables using (variant)
    left join winners using (variant, match, round)
    left join of_round using (variant, match, round)
    left join behind using (variant, match, round)
    left join before using (variant, match, round, seat)
    where of_round.turns is not null or rounds.turns = 0 or not known  -- turns_complete tells of turns that are missing
),

columns_found as (
    select variant, match, round, seat, unnest([
        {'what': 'lead_changes', 'found': lead_changes, 'expected': if(known, should_change, null)},
        {'what': 'comeback', 'found': comeback, 'expected': if(known and won, should_come_back, null)},
        {'what': 'settled', 'found': settled, 'expected': if(known and won, should_settle, null)},
        {'what': 'standing_before', 'found': standing_before, 'expected': if(known, should_begin, null)}
    ], recursive := true)
    from wanted
)

select 'rounds' as in_table, variant, match, round, seat, what,
    coalesce(found::varchar, 'null') as found, coalesce(expected::varchar, 'null') as expected
from columns_found
where columns_found.found is distinct from columns_found.expected
