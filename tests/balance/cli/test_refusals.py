"""Wrong input: one clear line on standard error, exit code 2, nothing written."""

from pathlib import Path

import pytest

WAR = Path(__file__).parents[2] / "sims" / "toys" / "war"  # a small game with players that are at fault


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("sweep konflict", "; did you mean 'konflikt'?"),
        ("sweep ./nowhere", "game: './nowhere' is not a folder with a game.toml"),
        ("sweep nowhere.toml", "study: 'nowhere.toml' is not a file that is there"),
        ("sweep konflikt --seats 5", "seats: 5 is not one of 2, 3, 4"),
        ("sweep konflikt --seats many", "seats: 'many' is not a whole number"),
        ("sweep konflikt --seats 2,2", "seats: 2 is not given once"),
        ("sweep konflikt --seats 2,", "seats: '' is not a whole number"),
        ("sweep konflikt --seats 2,3 --players greedy,random", "one player, or 3 for 3 seats"),
        (
            "sweep konflikt --set coin_suply=8",
            "'coin_suply' is not a parameter of konflikt; did you mean 'coin_supply'?",
        ),
        ("sweep konflikt --set coin_supply=-1", "coin_supply: -1 is not a whole number from 0 to 52"),
        ("sweep konflikt --set coin_supply=0.5", "coin_supply: '0.5' is not a whole number from 0 to 52"),
        ("sweep konflikt --set coin_supply=1e3", "coin_supply: '1e3' is not a whole number from 0 to 52"),
        ("sweep konflikt --set coin_supply=on", "coin_supply: 'on' is not a whole number from 0 to 52"),
        ("sweep konflikt --set pair_rule=no", "pair_rule: 'no' is not one of merged, separate"),
        ("sweep konflikt --set end_timing=1", "end_timing: '1' is not one of finish_turn, immediate"),
        ("sweep konflikt --vary coin_supply=0:1e3:1", "coin_supply: '0:1e3:1' is not a range lo:hi:step"),
        ("sweep konflikt --vary coin_supply=0.5,1", "coin_supply: '0.5' is not a whole number from 0 to 52"),
        (
            "sweep konflikt --vary coin_supply=1,2 --vary coin_supply=3",
            "vary: 'coin_supply' is not given once",
        ),
        ("sweep konflikt --vary stacks=7,8", "stacks × stack_size + open_cards"),
        ("sweep konflikt --matches 1e3", "matches: '1e3' is not a whole number"),
        ("sweep konflikt --matches 0.5", "matches: '0.5' is not a whole number"),
        ("sweep konflikt --seed -1", "seed: -1 is not a whole number of at least 0"),
        ("sweep konflikt --players greedy[gfit=1]", "players: greedy: 'gfit' is not a weight of greedy"),
        (
            "sweep konflikt --players greedy[gift=on]",
            "players: greedy[gift]: 'on' is not a number such as 0.3",
        ),
        ("sweep konflikt --players greedy+no", "players: greedy: '+no' is not a noise from +0 to +1"),
        ("sweep konflikt --set coin_supply", "set: 'coin_supply' is not of the form NAME=VALUE"),
        ("sweep konflikt --set coin_supply=1 --set coin_supply=2", "set: 'coin_supply' is not given once"),
        ("sweep konflikt --vary =0:24:4", "vary: '=0:24:4' is not of the form NAME=VALUE"),
        (
            "sweep konflikt --vary coin_supply=5:4:1",
            "coin_supply: '5:4:1' is not a range with at least one value",
        ),
        ("sweep konflikt --set stacks=9", "stacks × stack_size + open_cards"),
        ("sweep konflikt --matches 0", "matches: 0 is not a whole number of at least 1"),
        ("sweep konflikt --threads 0", "threads: 0 is not a whole number of at least 1"),
        (
            "sweep konflikt --players gredy",
            "players: 'gredy' is not a player of konflikt (random, greedy, builder, raider, collector, minder, tuned",
        ),
        ("sweep konflikt --log all", "log: 'all' is not one of rounds, turns, moves"),
        ("sweep konflikt --log-budget 1XB", "log_budget: '1XB' is not a size such as 500MB or 1GiB"),
        ("sweep konflikt --vry coin_supply=1,2", "No such option: --vry (Possible options: --vary)"),
        ("swep konflikt", "No such command 'swep'. Did you mean 'sweep'?"),
        ("rules konflikt --seats 7", "seats: 7 is not one of 2, 3, 4"),
        (
            "check konflict",
            "a run, or the folder of one; did you mean 'konflikt'?",
        ),
        ("check konflikt --deep 3", "deep: 3 is not legal for a game: it plays matches of a run again"),
        ("check konflikt --deep -1", "deep: -1 is not a whole number of at least 0"),
        ("resume nowhere", "run: 'nowhere' is not a run folder or the name of one below data/runs"),
        ("query nowhere --schema", "run: 'nowhere' is not a run folder or the name of one below data/runs"),
        ("replay nowhere --match 1 --transcript", "run: 'nowhere' is not a run folder"),
    ],
)
def test_what_is_refused(balance, tmp_path, words, line):
    ran = balance(*words.split())
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("balance: ")
    assert line in ran.err
    assert ran.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_an_output_folder_that_holds_another_run_is_left_as_it_is(balance, tmp_path):
    first = balance("sweep", "konflikt", "--matches", 10, "--out", "here", "--no-report", "--quiet")
    assert first.code == 0
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "here").rglob("*")}
    again = balance("sweep", "konflikt", "--matches", 10, "--out", "here", "--no-report")
    assert (again.code, again.out) == (2, "")
    assert again.err == "balance: --out: 'here' is not free: it holds another run\n"
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "here").rglob("*")} == before


def test_a_study_file_is_refused_by_line(balance, tmp_path):
    (tmp_path / "s.toml").write_text('game = "konflikt"\n[vary]\ncoin_suply = "1,2"\n')
    ran = balance("sweep", "s.toml")
    assert ran.code == 2
    assert "'coin_suply' is not a parameter of konflikt; did you mean 'coin_supply'?" in ran.err
    (tmp_path / "s.toml").write_text('game = "konflikt"\nmatchs = 5\n')
    assert balance("sweep", "s.toml").err == (
        "balance: s.toml:2: matchs: 'matchs' is not a key of a study; did you mean 'matches'?\n"
    )


def test_faults_of_our_own_are_one_line_too_and_exit_1(balance, monkeypatch):
    monkeypatch.setattr("sims.registry.load", lambda name: 1 / 0)
    ran = balance("sweep", "konflikt")
    assert ran.code == 1
    assert (
        ran.err
        == "balance: internal error: ZeroDivisionError: division by zero (BALANCE_DEBUG=1 shows where)\n"
    )
    monkeypatch.setenv("BALANCE_DEBUG", "1")
    assert "Traceback" in balance("sweep", "konflikt").err


def test_a_fault_in_a_player_names_match_seed_and_move_and_exits_1(balance, tmp_path):
    ran = balance("sweep", WAR, "--players", "thrower", "--seed", 7, "--quiet")
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert ran.err.startswith(
        "balance: internal error: war (defaults), seed 7, match 0, deal 0, round 1, move "
    )
    assert "the thrower throws" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_fault_in_one_variant_exits_4_with_one_last_line(balance, tmp_path):
    words = ("sweep", WAR, "--vary", "rounds=1,2", "--players", "thrower", "--matches", 20, "--log", "rounds")
    ran = balance(*words, "--no-report", "--json", "--quiet", "--out", "run")
    assert (ran.code, ran.err.count("\n")) == (4, 1)
    assert ran.err.startswith("balance: incomplete: 1 of 2 chunks failed: war (rounds=2), seed 1, match 0, ")
    assert '"by": "fault"' in ran.out
    assert balance("resume", "run", "--quiet").code == 4
    assert balance("check", "run", "--quiet").code == 0  # what is there is right


def test_a_game_at_fault_exits_3(balance, monkeypatch):
    monkeypatch.setattr("sims.conformance.check", lambda game: iter([f"{game.name} is wrong", "and again"]))
    ran = balance("check", "konflikt", "--quiet")
    assert (ran.code, ran.out) == (3, "konflikt is wrong\nand again\n")
    monkeypatch.setattr("sims.conformance.check", lambda game: iter(()))
    assert balance("check", "konflikt").out == "konflikt: all checks passed\n"
