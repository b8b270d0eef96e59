"""The command line, in this process and as a process of its own."""

import subprocess
import sys
from dataclasses import dataclass

import pytest

from balance.cli.main import run


@dataclass
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str


@pytest.fixture
def balance(capsys, tmp_path, monkeypatch):
    """Run a command in this process, in a folder of its own: balance("sweep", "konflikt") -> Ran."""
    monkeypatch.chdir(tmp_path)

    def call(*words):
        capsys.readouterr()
        code = run([str(word) for word in words])
        printed = capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    return call


@pytest.fixture
def start(tmp_path):
    """Start a command as a process of its own in the same folder: start("sweep", "konflikt") -> Popen."""
    started = []

    def begin(*words, **options):
        command = [sys.executable, "-m", "balance", *map(str, words)]
        process = subprocess.Popen(
            command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
        )
        started.append(process)
        return process

    yield begin
    for process in started:
        process.kill()
        process.communicate()
