"""What the numbers say: commands, runs, their store and the statistics."""
