-- one row, or none: of a variant (`looked_at`) the round won alone from farthest behind in standing; of equal ones the
-- first
select match, round, comeback
from rounds
where variant = getvariable('looked_at') and comeback > 0
order by comeback desc, match, round
limit 1
