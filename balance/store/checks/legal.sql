-- one row per move with fewer legal choices than one or more than the game can have (variable `max_choices`)
select 'moves' as in_table, variant, match, round, turn, step, 'legal' as what, legal as found,
    format('1 to {}', getvariable('max_choices')) as expected
from moves
where legal not between 1 and getvariable('max_choices')
