"""How long people would sit at it, by an assumption: so many seconds for each decision between several choices."""

from dataclasses import replace

from balance.stats.estimate import Estimate
from reports import tables
from reports.context import Context
from reports.model import Table
from reports.ratios import ratio
from reports.words import sentence, share

SECONDS = 10
"""For a decision between several choices: an assumption, which the text names. Dealing and scoring are not in it."""


def build(context: Context) -> tuple[Table, list[str]]:
    """Minutes of a round and of a match of every variant, and a sentence of each baseline."""
    matches = {
        variant: minutes(ratio(deals, (y, n, yy, yn, nn), "decisions", "matches", context.limits))
        for variant, deals, n, nn, y, yn, yy in context.rows("minutes")
    }
    rounds = {v["variant"]: _round(context.metric(v, "choices_mean")) for v in context.variants}
    rows = {v["variant"]: [rounds[v["variant"]], matches.get(v["variant"])] for v in context.variants}
    assumed = f"{SECONDS} seconds a decision between several choices"
    table = tables.of(context, ["a round", "a match"], rows, f"Minutes, assuming {assumed}")
    told = []
    for v in context.baselines:
        one, whole = rows[v["variant"]]
        if one is None or one.value is None or whole is None or whole.value is None:
            continue
        capped = "at least " if context.estimate(v, "capped").value else ""
        told.append(
            sentence(
                f"assuming {assumed}, {context.among(v)} a round takes {share(one)} minutes and a match {capped}"
                f"{share(whole)}, dealing and scoring aside"
            )
        )
    return table, told


def minutes(choices: Estimate) -> Estimate:
    """Decisions as the minutes that they take."""
    scaled = [None if x is None else x * SECONDS / 60 for x in (choices.value, choices.low, choices.high)]
    return replace(choices, value=scaled[0], low=scaled[1], high=scaled[2], unit="minutes")


def _round(choices: Estimate | None) -> Estimate | None:
    return None if choices is None else minutes(choices)
