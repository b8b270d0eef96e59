"""Tic-tac-toe's players: `random`, which every game has, is all that the exact values are of."""
