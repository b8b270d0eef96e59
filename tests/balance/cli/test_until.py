"""--until on the command line: what is told at the looks, what ended it, and the command that repeats it."""

import re

import pytest

from balance.cli import terminal
from tests.sims.playing import WAR


def test_a_sweep_says_how_far_it_is_at_every_look_and_what_ended_it(balance, tmp_path):
    study = tmp_path / "study.toml"
    study.write_text(f'game = "{WAR}"\nlog = "rounds"\nmax_matches = 4000\n[until]\nturns_mean = 0.5\n')
    words = ("--until", "first_player_advantage=0.02", "--until", "tied_rounds=0.001", "--no-report")
    ran = balance("sweep", study, *words, "--out", "run")
    assert ran.code == 0, ran.err
    notes = [line for line in ran.err.splitlines() if " matches a variant: " in line]
    assert [note.partition(" ")[0] for note in notes] == ["2,000", "3,000", "4,000"]
    assert re.fullmatch(
        r"2,000 matches a variant: starter's edge ±\d\.?\d* pp \(±2 pp asked\), "
        r"share of tied rounds ±\d\.?\d* pp \(±0\.1 pp asked\)",
        notes[0],
    )
    stopped = next(line for line in ran.out.splitlines() if line.startswith("stopped: "))
    assert re.fullmatch(
        r"stopped: starter's edge: ±2 pp reached at 4,000 matches a variant \(±\d\.?\d* pp\); "
        r"share of tied rounds: ±0\.1 pp not reached: ±\d\.?\d* pp at the most allowed, 4,000 matches a variant",
        stopped,
    )
    again = next(line for line in ran.out.splitlines() if line.startswith("again: "))
    assert again.endswith(
        "--until first_player_advantage=0.02 --until tied_rounds=0.001 --matches 2000 --max-matches 4000 --seed 1 "
        "--log rounds"
    )
    repeated = balance(*again.split()[2:], "--out", "second", "--no-report", "--quiet")
    assert repeated.err == ""
    sql = "select match, seat, digest from matches order by all"
    one, other = (balance("query", name, sql, "--format", "csv").out for name in ("run", "second"))
    assert one == other and one.count("\n") == 8_001


def test_fewer_matches_than_two_thousand_are_no_start(balance):
    ran = balance("sweep", WAR, "--until", "turns_mean=9", "--matches", 10, "--max-matches", 1_000)
    assert ran.code == 2
    assert "2,000 matches at least are played before the first look" in ran.err
    assert "max_matches: 1000 is not at least the 2,000 before the first look" in ran.err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (
            ("--until", "first_player_advantage"),
            "until: 'first_player_advantage' is not of the form NAME=VALUE",
        ),
        (("--until", "turns_mean=soon"), "until: turns_mean: 'soon' is not a number such as 0.01"),
        (
            ("--until", "lead_changes=1", "--log", "rounds"),
            "until: 'lead_changes' is not to be had with --log rounds",
        ),
        (("--max-matches", "5000"), "max_matches: 5000 is not given without --until"),
    ],
)
def test_what_is_refused(balance, words, complaint):
    ran = balance("sweep", "konflikt", *words)
    assert (ran.code, ran.out) == (2, "")
    assert complaint in ran.err


def test_a_saved_baseline_is_not_played_longer(balance):
    tweak = ("--tweak", "hand=5", "--matches", 20, "--no-report", "--quiet", "--log", "rounds")
    assert balance("compare", WAR, *tweak, "--save-baseline", "old").code == 0
    ran = balance("compare", WAR, "--tweak", "hand=4", "--baseline", "old", "--until", "turns_mean=1")
    assert ran.code == 2
    assert "is not possible with --baseline: its deals are played already" in ran.err


def test_a_terminal_shows_below_the_bar_what_is_found(capsys):
    bar = terminal.Bar()
    bar.start(1_000, 0)
    bar.found("so far: starter's edge +1.0 pp (−2.0 to +4.0 at every look), 500 deals")
    bar.tick(500)
    bar.extend(3_000)
    bar.note("1,000 matches a variant: far off")
    bar.tick(1_000)
    bar.end()
    shown = capsys.readouterr().err
    assert "1,000 matches a variant: far off" in shown
    assert "1000/3000" in shown
    assert "so far: starter's edge +1.0 pp" in shown
    assert terminal.Bar.watches and not terminal.Lines.watches
