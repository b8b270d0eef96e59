"""Rewrite the golden playthroughs, to be reviewed as a diff.

python -m tests.playthroughs [FOLDER]
"""

import sys
from pathlib import Path

from tests.playthroughs.rounds import all_rounds, told

FOLDER = Path(__file__).parent


def write(folder: Path) -> None:
    """One text file a round, in a folder for each game."""
    for (game, name), asked in all_rounds().items():
        (folder / game).mkdir(parents=True, exist_ok=True)
        (folder / game / f"{name}.txt").write_text("\n".join(told(game, asked)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
