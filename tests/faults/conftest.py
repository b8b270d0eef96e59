"""Commands as processes that die, or are refused what they ask of the disk, at a moment that is chosen."""

import pytest

from tests.faults.client import Server


@pytest.fixture(scope="package")
def server():
    """The process, for all tests here."""
    started = Server()
    yield started
    started.close()
