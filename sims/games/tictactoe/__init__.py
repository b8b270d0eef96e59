"""Tic-tac-toe, for 2 players: what random players make of it is known exactly."""
