"""The sections of a report: NAME.py makes one from estimates and from what NAME.sql asks of the views."""
