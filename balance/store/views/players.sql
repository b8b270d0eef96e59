-- one row per distinct player of the run
select * from log.players
