"""Plays the chunks of a run."""
