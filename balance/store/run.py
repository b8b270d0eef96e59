"""A run: the folder that holds everything one command played."""

import shutil
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar, cast

from balance.store import commits as records
from balance.store import failures, lock, plain
from balance.store.failures import Failure
from balance.store.files import sync_folder, write_atomically
from balance.store.sealed import opened, sealed
from balance.store.spec import (
    TABLES,
    Chunk,
    Commit,
    Spec,
    VariantSpec,
    chunks,
    counted,
    plan_digest,
    resized,
)
from sims import visible
from sims.errors import InputError

HOME = Path("data") / "runs"  # below the working directory: where runs lie that were given no folder
_Record = TypeVar("_Record", Commit, Failure)


@dataclass(frozen=True)
class Run:
    """A run folder and what its run.json says. All else is read when asked for."""

    path: Path
    spec: Spec
    chosen: tuple[Commit, ...] | None = (
        None  # what is read of it, as if there were no other chunks; None: all
    )

    @classmethod
    def create(cls, path: Path, spec: Spec) -> "Run":
        """Begin a run in a folder that is there and empty but for the lock, and for what was begun and has no name."""
        for leftover in path.glob("*.tmp"):
            leftover.unlink()
        run = cls(path, spec).rewritten(spec)  # first: what has no run.json is no run, and may be begun again
        (path / "commits").mkdir()
        for table in TABLES:
            (path / "tables" / table).mkdir(parents=True)
        for folder in (path / "tables", path, path.parent):
            sync_folder(folder)
        return run

    def rewritten(self, spec: Spec) -> "Run":
        """The run with another run.json, which is there whole at any moment."""
        write_atomically(self.path / "run.json", sealed(spec))
        return replace(self, spec=spec)

    @classmethod
    def open(cls, name: str | Path, *, changed: bool = False) -> "Run":
        """The run in the folder `name`, or of that name below data/runs; InputError if there is none.

        changed: one whose run.json was changed since it was written is opened, too, to see what is wrong with it.
        """
        from balance.store import spec_check  # loads NumPy

        path = found(name)
        plain.no_links(path)
        spec, fault, _ = opened(path / "run.json")
        if fault and not (changed and spec):
            again = spec_check.again(spec)
            legal = f"as it was written, so nothing here can be trusted: put back a copy of it{again}"
            raise InputError(str(path / "run.json"), fault, legal)
        return cls(path, spec_check.spec(str(path / "run.json"), spec))

    @classmethod
    def whole(cls, name: str | Path) -> "Run":
        """The same for those who read its logs: InputError, too, if a file that a record names is missing or torn."""
        run = cls.open(name)
        for part in (run, *map(cls.open, run_folders(run.path))):
            records.verify(part.path, part.commits())
        return run

    @property
    def name(self) -> str:
        """What the commands know the run by: its name where it lies in data/runs, else its folder."""
        return self.path.name if self.path.parent == HOME else str(self.path)

    @cached_property
    def plan(self) -> str:
        """What its commit records say it was played by."""
        return plan_digest(self.spec)

    @cached_property
    def planned(self) -> dict[int, Chunk]:
        """All its chunks by number, finished or not."""
        return {chunk.chunk: chunk for chunk in chunks(self.spec)}

    @property
    def report(self) -> Path:
        """Where the report is, once it is written."""
        return self.path / "report.html"

    @property
    def reports(self) -> list[Path]:
        """The reports that are there: as a page, for paper."""
        return [path for form in ("html", "pdf") if (path := self.report.with_suffix(f".{form}")).exists()]

    def commits(self) -> list[Commit]:
        """The finished chunks, by number."""
        if self.chosen is not None:
            return list(self.chosen)
        return self._of_ours("commits", records.read(self.path))

    def read_once(self) -> "Run":
        """The run as it is now, its records read for the last time: for who reads what nobody plays on."""
        return self if self.chosen is not None else replace(self, chosen=tuple(self.commits()))

    def failures(self) -> list[Failure]:
        """The chunks that a fault kept from being finished."""
        done = {commit["chunk"] for commit in records.survey(self.path).commits}
        found = self._of_ours("failed", failures.read(self.path))
        return [failure for failure in found if failure["chunk"] not in done]

    def open_chunks(self) -> list[Chunk]:
        """The chunks that are not finished, in the order in which they are played: the same part of all variants.

        So whoever stops a run has about as many deals of each, and a look while it is played sees all of them. Where
        some variants have fewer deals than others, the time left can be told from the matches that are played.
        """
        done = {commit["chunk"] for commit in self.commits()}
        left = [chunk for chunk in chunks(self.spec) if chunk.chunk not in done]
        sizes = {variant["variant"]: variant["clusters"] for variant in self.spec["variants"]}
        return sorted(left, key=lambda chunk: (chunk.first_cluster / sizes[chunk.variant], chunk.variant))

    @property
    def complete(self) -> bool:
        """Whether every chunk is finished, and no rule asks for more."""
        decided = "until" not in self.spec or "stopped" in self.spec
        return decided and len(self.commits()) == self.spec["chunks"]

    def ended(self) -> dict[str, Any]:
        """What ended play, as JSON has it: by is "planned", "until", "max_matches"; if incomplete "fault", "person".

        matches, clusters: the most of a variant that are judged; with a rule also its widths.
        """
        judged = self if self.complete else self.without_gaps()
        matches, clusters = Counter[int](), Counter[int]()
        for commit in judged.commits():
            matches[commit["variant"]] += commit["matches"]
            clusters[commit["variant"]] += commit["clusters"]
        rule: dict[str, Any] = dict(self.spec["stopped"]) if "stopped" in self.spec else {}
        by = rule.pop("by", "planned") if self.complete else "fault" if self.failures() else "person"
        most = {"matches": max(matches.values(), default=0), "clusters": max(clusters.values(), default=0)}
        return {"by": by, **most, **rule}

    def without_gaps(self) -> "Run":
        """The run as far as it can be judged: of each variant the deals from the first on, as far as all are finished.

        Which chunks are finished beyond is a matter of how long their matches took.
        """
        kept: list[Commit] = []
        reached: dict[int, int] = {}
        for commit in sorted(self.commits(), key=lambda commit: commit["first_cluster"]):
            if commit["first_cluster"] == reached.get(commit["variant"], 0):
                reached[commit["variant"]] = commit["first_cluster"] + commit["clusters"]
                kept.append(commit)
        return replace(self, chosen=tuple(sorted(kept, key=lambda commit: commit["chunk"])))

    @property
    def told(self) -> "Run":
        """What a report tells of: all, but with line-ups of several strengths the variants of one, as their own run."""
        if "skill" not in self.spec:
            return self
        return self._part(self.told_variants)

    @property
    def told_variants(self) -> list[VariantSpec]:
        """The variants of that; they are the first ones of the run."""
        variants = self.spec["variants"]
        if "skill" not in self.spec:
            return variants
        return [v for v in variants if v["lineup"][0] == self.spec["skill"]["told"]]

    @property
    def beside(self) -> "Run":
        """The variants of the other line-ups, under their numbers: those that are told have no deals."""
        told = len(self.told_variants)
        return self._part([resized(v, 0) if v["variant"] < told else v for v in self.spec["variants"]])

    def _part(self, variants: list[VariantSpec]) -> "Run":
        """These variants as a run of one line-up."""
        kept = {name: value for name, value in self.spec.items() if name != "skill"}
        spec = counted(cast(Spec, {**kept, "variants": variants}))
        played = {v["variant"] for v in variants if v["clusters"]}
        return replace(self, spec=spec, chosen=tuple(c for c in self.commits() if c["variant"] in played))

    def within(self, name: str) -> "Run | None":
        """The run within this one of that name (fresh deals, a noise test), if it was begun."""
        folder = self.path / name
        return Run.open(folder) if (folder / "run.json").is_file() else None

    def begin_within(self, name: str, spec: Spec) -> "Run":
        """Begin it; what a process left that was killed before it wrote run.json goes."""
        folder = self.path / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        return Run.create(folder, spec)

    def files(self, table: str) -> list[str]:
        """The finished files of a table, by chunk: every chunk has one, perhaps without rows."""
        if table not in TABLES:
            return [str(self.path / f"{table}.parquet")]
        return [path for commit in self.commits() for path in self._paths(commit)[table]]

    def batches(
        self, rows: int = 4_000_000, table: str = "rounds", variants: Collection[int] | None = None
    ) -> Iterator[dict[str, list[str]]]:
        """Groups of whole chunks (so of whole clusters), about `rows` rows of `table` each: table → files.

        The same deals of all variants come together, in order of deals; variants: the chunks of these alone.
        """
        group: dict[str, list[str]] = {}
        held = 0
        for commit in sorted(self.commits(), key=lambda c: (c["first_cluster"], c["variant"])):
            if variants is not None and commit["variant"] not in variants:
                continue
            for name, paths in self._paths(commit).items():
                group.setdefault(name, []).extend(paths)
            held += sum(file["rows"] for file in commit["files"] if file["table"] == table)
            if held >= rows:
                yield group
                group, held = {}, 0
        if group:
            yield group

    def rows(self) -> dict[str, int]:
        """Rows of each table in the finished chunks."""
        total = dict.fromkeys(TABLES, 0)
        for commit in self.commits():
            for file in commit["files"]:
                total[file["table"]] += file["rows"]
        return total

    def state(self) -> str:
        """In words: complete, being played (by whom), or how much of it there is."""
        who = lock.holder(self.path)
        if who:
            return f"being played by {who}"
        if self.complete:
            return "complete"
        failed = len(self.failures())
        return f"{len(self.commits())} of {self.spec['chunks']} chunks" + (
            f", {failed} failed" if failed else ""
        )

    def _of_ours(self, folder: str, found: list[_Record]) -> list[_Record]:
        """The same records, all of variants of the run; else InputError."""
        variants = len(self.spec["variants"])
        for record in found:
            if record["variant"] >= variants:
                file = self.path / folder / f"{record['chunk']:05}.json"
                raise InputError(
                    f"{file}: variant", record["variant"], f"one of the run's: 0 to {variants - 1}"
                )
        return found

    def _paths(self, commit: Commit) -> dict[str, list[str]]:
        paths: dict[str, list[str]] = {table: [] for table in TABLES}
        for file in commit["files"]:
            paths[file["table"]].append(str(self.path / file["name"]))
        return paths


def found(name: str | Path) -> Path:
    """The folder of the run, as `Run.open` looks for it; InputError if there is none."""
    for path in (Path(name), HOME / name):
        if (path / "run.json").is_file():
            if visible.name(str(path)) != str(path):
                raise InputError(
                    "run", str(path), "a folder whose name is shown as it is: give it another one"
                )
            return path
    here = [path.name for path in run_folders()]
    raise InputError("run", str(name), "a run folder or the name of one below data/runs", here)


def run_folders(below: Path = HOME) -> list[Path]:
    """The run folders below data/runs, or in a run, by name."""
    return sorted(path.parent for path in below.glob("*/run.json"))


def fresh_folder(game: str) -> Path:
    """Make data/runs/GAME-NNN, the next free number: two processes never get the same."""
    HOME.mkdir(parents=True, exist_ok=True)
    taken = [path.name.rpartition("-")[2] for path in HOME.glob(f"{game}-*")]
    number = max((int(text) for text in taken if text.isdigit()), default=0) + 1
    while True:
        path = HOME / f"{game}-{number:03}"
        try:
            path.mkdir()
        except FileExistsError:
            number += 1
        else:
            return path


def check_out(path: Path) -> None:
    """InputError unless `path` is an empty folder, or nothing yet where one can be made."""
    if (path / "run.json").exists():
        raise InputError("--out", str(path), "free: it holds another run")
    if path.is_dir():
        if any(entry.name != "lock" and entry.suffix != ".tmp" for entry in path.iterdir()):
            raise InputError("--out", str(path), "an empty folder or a new one")
    elif path.exists() or any(parent.exists() and not parent.is_dir() for parent in path.parents):
        raise InputError("--out", str(path), "a folder")
