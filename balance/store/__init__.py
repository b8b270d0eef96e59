"""Runs on disk: folders, locks, Parquet shards, commit records, and the SQL that reads them."""
