"""What lies in data/runs."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from balance.store.run import HOME, Run, run_folders
from sims.errors import InputError


@dataclass(frozen=True)
class Listed:
    """One run as a list shows it."""

    name: str
    game: str
    seats: tuple[int, ...]
    variants: int
    matches: int  # of all variants, when complete
    alike: bool  # has each variant as many?
    state: str  # of one that is damaged what is wrong with it; its game is then ""
    begun: datetime  # local time


def is_run(name: str) -> bool:
    """Is it a run folder, or the name of one below data/runs?"""
    return any((path / "run.json").is_file() for path in (Path(name), HOME / name))


def runs() -> list[Listed]:
    """Every run below data/runs, the oldest first."""
    return sorted((_listed(folder) for folder in run_folders()), key=lambda run: run.begun)


def _listed(folder: Path) -> Listed:
    begun = datetime.fromtimestamp((folder / "run.json").lstat().st_mtime).astimezone()
    try:
        run = Run.open(folder)
        state = run.state()
    except InputError as error:  # one damaged run does not hide the others
        return Listed(folder.name, "", (), 0, 0, True, str(error), begun)
    spec = run.spec
    sizes = [variant["matches"] for variant in spec["variants"]]
    seats = tuple(dict.fromkeys(variant["seats"] for variant in spec["variants"]))
    alike = len(set(sizes)) == 1
    return Listed(run.path.name, spec["game"], seats, len(sizes), sum(sizes), alike, state, begun)
