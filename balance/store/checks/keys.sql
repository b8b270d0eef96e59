-- one row per key that stands in its table more than once
select 'matches' as in_table, variant, match, null::int as round, null::int as turn, null::int as step, seat,
    'rows of this key' as what, count(*) as found, 1 as expected
from matches group by all having count(*) > 1
union all
select 'rounds', variant, match, round, null, null, seat, 'rows of this key', count(*), 1
from rounds group by all having count(*) > 1
union all
select 'turns', variant, match, round, turn, null, seat, 'rows of this key', count(*), 1
from turns group by all having count(*) > 1
union all
select 'moves', variant, match, round, turn, step, null, 'rows of this key', count(*), 1
from moves group by all having count(*) > 1
