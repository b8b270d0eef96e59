-- one row per row whose code stands for no word: end reasons of matches and rounds, kinds of moves
select 'matches' as in_table, variant, match, null::int as round, null::int as turn, null::int as step, seat,
    'end_reason' as what, 'a number without a word' as found, 'one of those in run.json' as expected
from matches
where end_reason is null
union all
select 'rounds', variant, match, round, null, null, seat, 'end_reason', 'a number without a word',
    'one of those in run.json'
from rounds
where end_reason is null or end_reason = ''
union all
select 'moves', variant, match, round, turn, step, seat, 'kind', 'a number without a word', 'one of those in run.json'
from moves
where kind is null or kind = ''
