-- one row per match or round and seat whose deal, mirror or repeat is not what the number of the match says
with numbered as (
    select 'matches' as in_table, variant, match, null::int as round, seat, deal, mirror, repeat
    from matches
    union all
    select 'rounds', variant, match, round, seat, deal, null, null
    from rounds
)

select in_table, variant, match, round, seat, 'deal, mirror and repeat' as what,
    concat_ws(', ', deal, mirror, repeat) as found,
    concat_ws(
        ', ',
        first_deal + match // (mirrors * repeats),
        if(in_table = 'matches', match % mirrors, null),
        if(in_table = 'matches', match // mirrors % repeats, null)
    ) as expected
from numbered
join (select variant, first_deal, mirrors, repeats from variants) as numbers using (variant)
where found <> expected
