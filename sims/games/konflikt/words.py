"""Konflikt in words."""
