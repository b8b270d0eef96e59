"""The statistics: cluster sums in, estimates with intervals out. Nothing here knows files or SQL."""
