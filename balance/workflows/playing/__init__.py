"""Playing a run to its end."""
