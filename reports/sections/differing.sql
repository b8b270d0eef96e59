-- one row, or none: the first match that two variants (`this`, `that`) played on the same deal and seating, and not alike
select a.match
from matches as a
join matches as b on b.deal = a.deal and b.mirror = a.mirror and b.repeat = a.repeat and b.seat = 0
where a.seat = 0 and a.variant = getvariable('this') and b.variant = getvariable('that') and a.digest <> b.digest
order by a.match
limit 1
