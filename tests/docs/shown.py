"""Documents as their readers use them: the files they show, and the commands with what these print."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
NUMBER = re.compile(r"[-+−]?\d[\d,.:]*(e[-+]?\d+)?")


class Command(NamedTuple):
    """A command as typed after the `$`, and the lines shown below it."""

    typed: str
    shown: list[str]

    @property
    def name(self) -> str:
        return self.typed.split()[1]


def blocks(text: str, language: str) -> list[str]:
    """The blocks of a language that are no files."""
    return [block for found, file, block in BLOCK.findall(text) if found == language and not file]


def files(text: str) -> dict[str, str]:
    """The blocks that are files, by path."""
    return {file: block for _, file, block in BLOCK.findall(text) if file}


def commands(text: str) -> list[Command]:
    """All commands shown; one goes on over lines while a quote is open."""
    found: list[Command] = []
    quoted = False
    for line in "".join(blocks(text, "console")).splitlines():
        if quoted:
            found[-1] = Command(f"{found[-1].typed}\n{line}", [])
        elif line.startswith("$ "):
            found.append(Command(line[2:], []))
        else:
            found[-1].shown.append(line)
        quoted = found[-1].typed.count('"') % 2 == 1
    return found


def shape(line: str) -> str:
    """The line with every number, and every run of blanks or of ─, made alike; no value counts as a number."""
    numbers = NUMBER.sub("#", line.replace(" –", " 0"))
    return re.sub(r"\s+", " ", re.sub("─+", "─", numbers)).strip()


def missing(shown: list[str], printed: str, *, exact: bool) -> str | None:
    """The first shown line that was not printed after those before it; … stands for anything."""
    same = str.rstrip if exact else shape
    lines = iter([same(line) for line in printed.splitlines()])
    for line in shown:
        pattern = re.compile(".*".join(re.escape(part) for part in same(line).split("…")))
        if line.strip("… ") and not any(pattern.fullmatch(other) for other in lines):
            return line
    return None


def run(typed: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a shell, `balance` being this environment's; of a pipe the last command's exit code counts."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    shell = ["bash", "-c", typed]
    kept = {
        name: value for name, value in os.environ.items() if name != "COLUMNS"
    }  # the width is the command's own
    env = {**kept, "PATH": path, **environment}
    return subprocess.run(shell, cwd=folder, env=env, capture_output=True, text=True)
