"""`python -m balance` is the `balance` command."""

from balance.cli import app

app()
