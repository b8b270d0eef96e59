"""Baccarat (punto banco), two hands and no choice: what comes out is known to the last card of the shoe."""
