"""Exact values of the calibration games, worked out from their rules without the simulator: no random numbers."""
