-- one row per variant: what was played, and the value of every parameter
select * from log.variants
