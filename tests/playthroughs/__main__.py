"""Rewrite the golden playthroughs, to be reviewed as a diff.

python -m tests.playthroughs [FOLDER]
"""

import sys
from pathlib import Path

from tests.playthroughs.konflikt_rounds import ROUNDS, told

FOLDER = Path(__file__).parent / "konflikt"


def write(folder: Path) -> None:
    """One text file a round, in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ROUNDS:
        (folder / f"{name}.txt").write_text("\n".join(told(name)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
