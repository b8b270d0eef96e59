"""What lies in data/runs."""

from dataclasses import dataclass
from datetime import datetime

from balance.store.run import Run, run_folders


@dataclass(frozen=True)
class Listed:
    """One run as a list shows it."""

    name: str
    game: str
    seats: tuple[int, ...]
    variants: int
    matches: int  # of all variants, when complete
    state: str
    begun: datetime  # local time


def runs() -> list[Listed]:
    """Every run below data/runs, the oldest first."""
    found = [_listed(Run.open(folder)) for folder in run_folders()]
    return sorted(found, key=lambda run: run.begun)


def _listed(run: Run) -> Listed:
    spec = run.spec
    begun = datetime.fromtimestamp((run.path / "run.json").stat().st_mtime).astimezone()
    matches = sum(variant["matches"] for variant in spec["variants"])
    seats = tuple(dict.fromkeys(variant["seats"] for variant in spec["variants"]))
    return Listed(run.path.name, spec["game"], seats, len(spec["variants"]), matches, run.state(), begun)
