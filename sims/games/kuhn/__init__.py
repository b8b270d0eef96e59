"""Kuhn poker, for 2 players: three cards, one bet, a value that is known exactly."""
