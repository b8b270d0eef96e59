"""Any match of a run, told again: as a transcript for programs, or in words for people."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from balance.runner.jobs import Jobs
from balance.store.run import Run
from balance.store.spec import Chunk
from balance.workflows.resume import same_rules
from sims.batch import Job
from sims.errors import InputError


def match_range(match: int | None, matches: str | None) -> range:
    """The matches asked for: one, or A:B from 0 and half-open."""
    if match is not None and matches is not None:
        raise InputError("matches", matches, "legal beside --match: give one of them")
    if match is not None:
        return range(match, match + 1)
    if matches is None:
        raise InputError("match", "nothing", "enough: give --match N or --matches A:B")
    found = re.fullmatch(r"([0-9]{1,18}):([0-9]{1,18})", matches)
    if found is None or int(found[1]) >= int(found[2]):
        raise InputError("matches", matches, "a range A:B with A below B, from 0, without B itself")
    return range(int(found[1]), int(found[2]))


def replay(name: str | Path, matches: range, variant: int = 0) -> Iterator[dict[str, Any]]:
    """The transcript of some matches of a variant, line by line, as the run played them.

    InputError if the run has no such variant or matches, or if the rules have changed since.
    """
    from sims.replay import transcript

    job, before = job_of(Run.open(name), matches, variant)
    match = matches.start - before - 1
    for line in transcript(job):
        match += "game" in line  # a match's first line
        if match >= matches.stop:
            return
        if match >= matches.start:
            yield line


def tell(name: str | Path, matches: range, variant: int = 0) -> Iterator[str]:
    """The same matches in lines for people (see `sims.telling`)."""
    from itertools import dropwhile, takewhile

    from sims import replay, telling

    job, _ = job_of(Run.open(name), matches, variant)
    begun = dropwhile(lambda step: step.match < matches.start, replay.steps(job))
    yield from telling.tell(job, takewhile(lambda step: step.match < matches.stop, begun))


def job_of(run: Run, matches: range, variant: int) -> tuple[Job, int]:
    """The job of the whole deals that hold these matches, and how many of its matches lie before them.

    InputError if the run has no such variant or matches, or if the rules have changed since.
    """
    from sims.replay import job_for

    if not 0 <= variant < len(run.spec["variants"]):
        raise InputError("variant", variant, f"one of the run's: 0 to {len(run.spec['variants']) - 1}")
    total = run.spec["variants"][variant]["matches"]
    if matches.start < 0 or matches.stop > total:
        wrong = matches.start if matches.start < 0 or matches.start >= total else matches.stop - 1
        raise InputError("match", wrong, f"a match of this variant: 0 to {total - 1}")
    whole = Jobs(run, same_rules(run)).of(Chunk(0, variant, 0, run.spec["variants"][variant]["clusters"]))
    return job_for(whole, matches)
