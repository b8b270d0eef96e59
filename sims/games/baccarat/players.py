"""Baccarat's players: with nothing to decide, `random` plays as well as any."""
