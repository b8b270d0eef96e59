"""Runs without end, and faults in them: `make soak`, for a quarter of an hour, or as long as SOAK_MINUTES says.

A plan is played once without a fault. Then it is played again and again with faults: the process is killed at random
and at chosen moments, the disk is full, another process wants the same run, and what lies on the disk is damaged.
`balance check` must name what is damaged, `balance resume` must end the run, and every file of its tables must then be
the one that was written without a fault: what differs is bytes lost. Ends with 1 if anything was lost, not named or not
survived, or if a command took half as much memory again at the end as at the beginning.
"""

import hashlib
import os
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

from balance.store.run import Run
from tests.faults.client import Server

MINUTES = float(os.environ.get("SOAK_MINUTES", "15"))
SEED = int(os.environ.get("SOAK_SEED", "1"))
ROUNDS_A_PLAN = 8
EVENTS = [
    ("sink", "run/tables/.*"),
    ("fsync", "run/tables/.*"),
    ("replace", "run/tables/.*"),
    ("fsync", "run/commits/.*"),
    ("link", "run/commits/.*"),
    ("fsync", "run/(variants|players|side_tables).*"),
    ("replace", "run/run.json"),
]


class Soak:
    """What was played, injected and survived so far."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.draw = random.Random(SEED)
        self.one, self.other = Server(), Server()
        self.injected, self.survived = Counter(), Counter()
        self.lost = self.matches = self.moves = self.runs = 0
        self.memory: list[int] = []
        self.wrong: list[str] = []

    def plan(self, number: int) -> None:
        """Play a plan without a fault, then with faults."""
        words = [
            "sweep",
            "pig",
            "--set",
            "target=20",
            "--vary",
            "komi=0,5",
            "--matches",
            self.draw.choice([600, 20_000]),
        ]
        words += ["--seed", number, "--threads", 2, "--no-report", "--quiet", "--out", "run"]
        whole = self.folder / f"plan-{number}"
        whole.mkdir()
        ran = self.one.run(whole, *words)
        assert ran["code"] == 0, ran["err"]
        self.ended(ran, whole)
        for turn in range(ROUNDS_A_PLAN):
            if time.monotonic() > END:
                return
            place = self.folder / f"plan-{number}-{turn}"
            place.mkdir()
            self.round(place, words, whole, ran["seconds"])

    def round(self, place: Path, words: list, whole: Path, seconds: float) -> None:
        """One run with up to three faults on its way, and perhaps damage on the disk."""
        kinds = []
        for _ in range(self.draw.randint(1, 3)):
            again = ["resume", "run", "--quiet"] if (place / "run/run.json").exists() else words
            kinds.append(self.fault(place, again, seconds))
        if (place / "run/run.json").exists() and self.draw.random() < 0.7:
            kinds.append(self.damage(place))
        again = ["resume", "run", "--quiet"] if (place / "run/run.json").exists() else words
        ran = self.one.run(place, *again)
        if ran["code"] != 0:
            self.wrong.append(f"{place.name}, {', '.join(kinds)}: {ran['err']}")
            return
        self.ended(ran, place)
        lost = differing(whole / "run", place / "run")
        self.lost += lost
        if not lost:
            self.survived.update(kinds)

    def fault(self, place: Path, words: list, seconds: float) -> str:
        """Let a command meet a fault; its kind."""
        kind = self.draw.choice(
            ["killed at random", "killed at a moment", "no space left", "file too large", "two processes"]
        )
        op, path = self.draw.choice(EVENTS)
        event = {
            "op": op,
            "path": path,
            "nth": self.draw.randint(1, 12),
            "when": self.draw.choice(["before", "after"]),
        }
        if kind == "killed at random":
            self.one.run(place, *words, kill_in=self.draw.uniform(0, seconds))
        elif kind == "killed at a moment":
            self.one.run(place, *words, die=event)
        elif kind == "two processes":
            self.two(place, words)
        else:
            how = (
                {"refuse": {**event, "when": "before"}}
                if kind == "no space left"
                else {"limit": self.draw.randint(500, 30_000)}
            )
            ran = self.one.run(place, *words, **how)
            if ran["code"] not in (0, 4) or (ran["err"].count("\n") > 1 and ran["code"]):
                self.wrong.append(f"{kind}: {ran['code']}, {ran['err']}")
        self.injected[kind] += 1
        return kind

    def two(self, place: Path, words: list) -> None:
        """Two processes want a run: one plays, the other is refused by its name, or comes too early or too late."""
        first = threading.Thread(target=self.one.run, args=(place, *words))
        first.start()
        time.sleep(self.draw.uniform(0, 0.5))
        beside = place / "beside"
        beside.mkdir(exist_ok=True)
        ran = self.other.run(beside, "resume", "../run", "--quiet")
        first.join()
        fine = ran["code"] == 0 or any(
            w in ran["err"] for w in (" is playing it", "a run folder or the name")
        )
        if not fine:
            self.wrong.append(f"two processes: {ran['code']}, {ran['err']}")

    def damage(self, place: Path) -> str:
        """Harm a file of the run; `balance check` must name it."""
        run = place / "run"
        files = sorted(
            p
            for folder in ("tables", "commits")
            for p in (run / folder).rglob("*")
            if p.suffix != ".tmp" and p.is_file()
        )
        done = {f"{c:05}" for c in (commit["chunk"] for commit in Run.open(run).commits())}
        files = [path for path in files if path.stem in done]
        files += [
            run / name
            for name in ("variants.parquet", "players.parquet")
            if (run / "side_tables.json").exists()
        ]
        files = [path for path in files if path.exists()]
        if not files:
            return "nothing to damage"
        path = self.draw.choice(files)
        kind = self.draw.choice(["flipped byte", "torn file", "empty file", "missing file"])
        data = bytearray(path.read_bytes())
        if kind == "flipped byte":
            data[self.draw.randrange(len(data))] ^= 1 << self.draw.randrange(8)
            path.write_bytes(data)
        elif kind == "missing file":
            path.unlink()
        else:
            path.write_bytes(data[: self.draw.randrange(len(data))] if kind == "torn file" else b"")
        ran = self.one.run(place, "check", "run", "--quiet")
        name = path.relative_to(run).as_posix()
        record = kind == "missing file" and name.startswith(
            "commits/"
        )  # its chunk is one that was not played
        if not record and (ran["code"] != 3 or name not in ran["out"]):
            self.wrong.append(f"{kind} of {name} was not named: {ran['code']}, {ran['out']} {ran['err']}")
        self.injected[kind] += 1
        return kind

    def ended(self, ran: dict, place: Path) -> None:
        """Count a run that came to its end."""
        run = Run.open(place / "run")
        self.memory.append(ran["rss"])
        self.runs += 1
        self.matches += sum(commit["matches"] for commit in run.commits())
        self.moves += run.rows()["moves"]

    def told(self, seconds: float) -> bool:
        """Print what came of it; is all well?"""
        first, last, most = (value / 1024 for value in (self.memory[0], self.memory[-1], max(self.memory)))
        print(
            f"load held   {self.runs} runs ended in {seconds / 60:.1f} minutes: {self.matches / seconds:,.0f} matches a"
        )
        print(f"            second, {self.moves:,} moves logged; memory of a command {first:.0f} MiB first, ")
        print(f"            {last:.0f} last, {most:.0f} at most\nfaults      injected  survived")
        for kind, number in sorted(self.injected.items()):
            print(f"  {kind:<20}{number:>7,}  {self.survived[kind]:>8,}")
        for line in self.wrong:
            print(f"WRONG: {line}")
        print(f"bytes lost: {self.lost:,}")
        return not self.lost and not self.wrong and last < 1.5 * first


def differing(whole: Path, run: Path) -> int:
    """Bytes of the files of tables that are not those of the unbroken run."""
    names = {
        p.relative_to(folder)
        for folder in (whole, run)
        for p in (folder / "tables").rglob("*")
        if p.is_file()
    }
    return sum(
        (whole / name).stat().st_size if (whole / name).exists() else (run / name).stat().st_size
        for name in names
        if digest(whole / name) != digest(run / name)
    )


def digest(path: Path) -> str:
    """SHA-256 of a file; "" where there is none."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


BEGAN = time.monotonic()
END = BEGAN + 60 * MINUTES

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(Path(folder))
        number = 0
        while time.monotonic() < END:
            number += 1
            soak.plan(number)
        soak.one.close()
        soak.other.close()
    sys.exit(not soak.told(time.monotonic() - BEGAN))
