"""The log budget: sizes as people write them, and the share of deals that fits."""

import pytest

from balance.workflows.planning import budget
from sims import batch, lineup, registry, variants
from sims.errors import InputError


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("1GiB", 2**30), ("500MB", 500_000_000), ("2g", 2_000_000_000), ("1.5 KiB", 1536), ("7", 7), ("64 b", 64),
        ("1TiB", 2**40),
    ],
)  # fmt: skip
def test_sizes(text, size):
    assert budget.size(text) == size


@pytest.mark.parametrize("text", ["", "much", "-1GB", "1XB", "0", "1 GiB more", "1ib"])
def test_what_is_no_size(text):
    with pytest.raises(InputError, match=r"log_budget: .*a size such as 500MB or 1GiB"):
        budget.size(text)


def found(turns, moves):
    return budget.Pilot(256, {"turns": turns, "moves": moves}, 1.0)


def test_all_deals_are_logged_while_they_fit():
    needed = int(1000 * budget.BYTES_A_ROW["turns"] + 2000 * budget.BYTES_A_ROW["moves"])
    assert budget.share(found(1000, 2000), needed + 1) == 1.0
    assert budget.share(found(0, 0), 1) == 1.0


def test_beyond_the_budget_the_share_is_what_fits_rounded_down():
    needed = 1000 * budget.BYTES_A_ROW["turns"] + 2000 * budget.BYTES_A_ROW["moves"]
    assert budget.share(found(1000, 2000), int(needed / 2)) == pytest.approx(0.5, abs=2e-4)
    assert budget.share(found(1000, 2000), int(needed / 2)) * needed <= needed / 2
    assert budget.share(found(10**12, 10**12), 1) == 1e-6


def test_the_pilot_counts_rows_and_scales_them_to_the_job():
    game = registry.load("konflikt")
    players = lineup.parse_lineup(game, "random", 2)
    job = batch.Job(game, variants.make(game, 2), players, 1, 2560)
    counted = {"turns": 0, "moves": 0}

    def count(table, columns):
        if table in counted:
            counted[table] += len(columns["match"])

    decisions = batch.play(batch.Job(game, variants.make(game, 2), players, 1, 256), count).decisions
    pilot = budget.pilot([job])
    assert pilot.deals == 256
    assert counted["moves"] == decisions
    assert pilot.rows == {table: 10 * rows for table, rows in counted.items()}


@pytest.mark.parametrize(
    ("seconds", "threads", "size"),
    [
        (0.01, 2, 10_000),  # a tenth of a second or less is one chunk
        (1.0, 1, 2_500),  # four chunks a thread
        (100.0, 2, 100),  # a second each
        (1e9, 2, 1),  # never less than a cluster
    ],
)
def test_chunks_last_about_a_second(seconds, threads, size):
    pilot = budget.Pilot(256, {}, seconds)
    assert budget.chunk_clusters(pilot, 10_000, 1, threads) == size


def test_every_variant_has_a_chunk_of_its_own():
    assert budget.chunk_clusters(budget.Pilot(256, {}, 1.0), 50, 1000, 2) == 50
