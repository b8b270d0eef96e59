"""What lies in data/runs."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from balance.store.run import HOME, Run, run_folders


@dataclass(frozen=True)
class Listed:
    """One run as a list shows it."""

    name: str
    game: str
    seats: tuple[int, ...]
    variants: int
    matches: int  # of all variants, when complete
    alike: bool  # has each variant as many?
    state: str
    begun: datetime  # local time


def is_run(name: str) -> bool:
    """Is it a run folder, or the name of one below data/runs?"""
    return any((path / "run.json").is_file() for path in (Path(name), HOME / name))


def runs() -> list[Listed]:
    """Every run below data/runs, the oldest first."""
    found = [_listed(Run.open(folder)) for folder in run_folders()]
    return sorted(found, key=lambda run: run.begun)


def _listed(run: Run) -> Listed:
    spec = run.spec
    begun = datetime.fromtimestamp((run.path / "run.json").stat().st_mtime).astimezone()
    sizes = [variant["matches"] for variant in spec["variants"]]
    seats = tuple(dict.fromkeys(variant["seats"] for variant in spec["variants"]))
    alike = len(set(sizes)) == 1
    return Listed(run.path.name, spec["game"], seats, len(sizes), sum(sizes), alike, run.state(), begun)
