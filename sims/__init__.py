"""How games are played: the batch simulator and the games."""
