"""What is said of a rule that stops play."""

from reports import stopping


def test_what_does_not_vary_is_said_to_have_no_spread():
    width = {"metric": "tied", "unit": "share", "asked": 0.01, "half_width": None, "variant": 1}
    spec = {
        "asked": {},
        "variants": [{"label": label, "matches": 2_000} for label in ("defaults", "komi=4")],
        "stopped": {"by": "max_matches", "widths": [width]},
    }
    none = "shows no spread between deals with komi=4"
    assert stopping.look(spec, [width]) == f"2,000 matches a variant: tied {none} (±1 pp asked)"
    assert stopping.told(spec) == (
        f"tied: ±1 pp not reached: it {none} at the most allowed, 2,000 matches a variant"
    )
