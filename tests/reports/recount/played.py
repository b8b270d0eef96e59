"""Recounted: what was asked and played, and what the report says of its own making."""

from balance.calibration import last


def asked(run, section):
    matches = sum(len(v.matches["match"]) for v in run.variants)
    deals = {len(set(v.matches["deal"][:, 0].tolist())) for v in run.variants}
    told = {
        "Game": run.files.game["title"], "Seats": str(run.variants[0].seats), "Variants": str(len(run.names)),
        "Deals per variant": f"{deals.pop()}", "Matches": f"{matches:,} in all",
    }  # fmt: skip
    assert {name: section["terms"][name] for name in told} == told and not deals
    section.claimed |= {("terms", name) for name in told}
    values = {}
    for v in run.variants:
        for name, x in v.spec["parameters"].items():
            values.setdefault(name, dict.fromkeys(()))[x] = None
    rows = [[name, [*some]] for name, some in values.items()]
    table = {row[0]: row for row in section.tables[0]["rows"]}
    section.table(
        "Every parameter", [[*row, table[row[0]][2]] for row in sorted(rows, key=lambda r: len(r[1]) == 1)]
    )


def integrity(run, section):
    """Of files and matches; what the calibration found is not of this run."""
    section.names.append(last.sentence())
    files = run.files.file_count
    section.sentence(f"All {files}".replace(f"{files}", ""), files)
    first = run.files.first_chunk["matches"]
    section.sentence("that must hold of every log hold", len(section.tables[0]["rows"]), first)
    section.names += ["--deep N", str(run.run.path)]


def method(run, section):
    """It has no number but the level of intervals, and the limits of shares."""
    section.names.append("0 and 100")


def repeat(run, section):
    spec, deals = run.files.spec, run.variants[0].deals
    told = {
        "Seed": str(spec["seed"]), "Deals": f"0 to {deals - 1:,}",
        "Rules": f"version {spec['game_version']}, {spec['digest'][:12]}", **spec["engine"],
    }  # fmt: skip
    assert section["terms"] == told and section["code"] == spec["command"]
    section.claimed |= {("code", 0), *(("terms", name) for name in told)}
