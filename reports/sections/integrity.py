"""Is the log what was played? What is checked as the report is written, what else can be, and the program itself."""

from pathlib import Path

from balance.store import check_files
from balance.store.checks import MEANINGS, Check, conserved, run_checks
from balance.store.failures import Failure
from balance.store.spec import Commit
from reports.context import Context
from reports.model import Section, Span, Table, Text
from reports.words import count

QUICK = (
    "matches_complete", "rounds_complete", "deals", "players", "positions", "round_shares", "match_shares",
    "match_points", "capped",
)  # fmt: skip
"""Checks of `balance check` that read results alone."""
TURNS = 500_000  # rows of turns beyond which what is conserved is left to `balance check`


def build(context: Context, calibration: str) -> Section:
    """The section. calibration: what the last calibration found."""
    run = context.run
    commits = run.commits()
    amiss = [
        line for commit in commits for line in (*check_files.record(run, commit), *_files(run.path, commit))
    ]
    number = sum(len(commit["files"]) for commit in commits)
    told: list[Text] = []
    if commits:
        told.append(
            f"All {count(number, 'file')} of the run are there, each as large as was recorded when it was written."
            if not amiss
            else f"Of the {count(number, 'file')} of the run not all are as was recorded: {'; '.join(amiss)}."
        )
    rows = []
    if commits and not amiss:
        some, chunk = _some(context, commits[0]), commits[0]
        found = run_checks(run, [chunk], lambda _: None, some=some)
        rows = [[MEANINGS[name], "; ".join(one.told) or "holds"] for name, one in found.items()]
        faults = sum(one.found for one in found.values())
        variant = run.spec["variants"][chunk["variant"]]
        of = f"in the first {count(chunk['matches'], 'match', 'matches')}"
        of += f" with {named}" if (named := context.named(variant)) else ""
        held = f"{count(len(found), 'rule')} that must hold of every log"
        told.append(
            f"{held} were checked {of}: {count(faults, 'fault')}, see the table."
            if faults
            else f"{held} hold {of}."
        )
    right: Text = (f"Is the program itself right? {calibration} (", Span("balance calibrate", "code"), ")")
    more: Text = (
        Span(f"balance check {context.name}", "code"),
        " checks the digest of every file and every row, and with ",
        Span("--deep N", "code"),
        " plays N matches again.",
    )
    tables = [Table("Rules that must hold of the log", ["rule", "found"], rows, folded=True)] if rows else []
    if failed := run.failures():
        by = " by a fault in a match" if all(f["match"] is not None for f in failed) else ""
        told.append(f"{count(len(failed), 'chunk')} failed{by}; of its variant the deals before are judged.")
        tables.insert(0, _failed(context, failed))
    return Section("integrity", "Is the log what was played?", [*told, right], [more], tables=tables)


def _failed(context: Context, failed: list[Failure]) -> Table:
    rows = [
        [
            str(failure["chunk"]),
            f"{failure['first_cluster']:,} to {failure['first_cluster'] + failure['clusters'] - 1:,}",
            failure["told"],
            _again(context, failure),
        ]
        for failure in failed
    ]
    return Table("Chunks that failed", ["chunk", "deals", "fault", "played again"], rows)


def _again(context: Context, failure: Failure) -> str:
    """The command that plays its match; nothing where it is not a match that failed."""
    if failure["match"] is None:
        return ""
    return f"balance replay {context.name} --match {failure['match']} --variant {failure['variant']}"


def _some(context: Context, chunk: Commit) -> list[Check]:
    turns = sum(file["rows"] for file in chunk["files"] if file["table"] == "turns")
    return [*map(Check, QUICK), *(conserved(context.game) if turns <= TURNS else [])]


def _files(path: Path, commit: Commit) -> list[str]:
    """Files that are not there, or of another size than recorded."""
    sizes = {
        file["name"]: (path / file["name"]).stat().st_size if (path / file["name"]).is_file() else None
        for file in commit["files"]
    }
    return [
        f"{file['name']} is missing" if sizes[file["name"]] is None else f"{file['name']} has another size"
        for file in commit["files"]
        if sizes[file["name"]] != file["bytes"]
    ]
