"""balance.ladder: Pig against its exact values, runs told by hand, and the naive way to the same numbers."""

import json

import numpy as np
import pytest

import balance
from balance.calibration import skill
from balance.calibration.exact import kuhn, pig, tictactoe
from balance.stats.bradley_terry import fit
from balance.workflows import ladder as workflow
from balance.workflows import report
from balance.workflows.asking.request import Request
from balance.workflows.planning import pairings
from balance.workflows.reading import players
from sims.batch import Job
from sims.errors import InputError
from tests.sims.playing import WAR, war


@pytest.fixture(scope="module")
def holders(tmp_path_factory):
    """Pig between two players that hold at a number, 20,000 matches of each pairing."""
    out = tmp_path_factory.mktemp("ladders") / "pig"
    return balance.ladder("pig", players=["hold20", "hold25"], matches=20_000, seed=2, out=out, report=False)


def exact():
    """Chances of seat 0 for every seating of the two: Neller and Presser's game, solved."""
    both = {(a, b): pig.solved((a, b)).komi(0).wins[0] for a in (20, 25) for b in (20, 25)}
    lineups = np.array([(0, 0), (1, 1), (0, 1), (1, 0)])
    first = np.array([both[20 + 5 * a, 20 + 5 * b] for a, b in lineups.tolist()])
    wins = np.stack([first, 1 - first], axis=1)
    return fit(lineups, wins, np.zeros((8, 8)), 2)


def test_pigs_seat_and_strengths_are_those_of_the_exact_game(holders):
    found, true = holders.ladder, exact()
    seat, strength = true.seat(0)[0], true.difference(1, 0)[0]
    assert 1 / (1 + np.exp(-seat)) == pytest.approx(0.5325, abs=0.001)  # between .5347 and .5298
    assert found.seats[0].low < seat < found.seats[0].high
    assert found.seats[0].low > 0
    assert found.strengths["hold25"].low < strength < found.strengths["hold25"].high
    for hold, share in (("hold20", 0.534698326165), ("hold25", 0.5298)):
        assert found.equals[hold][0].low < share < found.equals[hold][0].high


def test_the_matrix_is_what_the_matches_add_up_to(holders):
    """The naive way: shares of the wins of the rows of `matches`, deal by deal."""
    rows = balance.open(holders.path).sql(
        "select deal, player, sum(share) as won from matches where variant = 2 group by all order by deal"
    )
    own = rows.filter(player="hold20")["won"].to_numpy() / 2
    share = holders.ladder.wins["hold20", "hold25"]
    assert share.value == pytest.approx(own.mean())
    assert share.high - share.value == pytest.approx(1.9602 * own.std(ddof=1) / len(own) ** 0.5, rel=1e-3)
    assert (share.n, share.clusters) == (20_000, 10_000)


def test_what_comes_back_as_frames_and_json(holders):
    assert holders.players()["player"].to_list() == holders.ladder.players
    assert holders.matrix().shape[0] == 2
    told = json.loads(holders.as_json())
    assert list(told) == [
        "schema", "command", "run", "reports", "game", "seats", "deals", "search_deals", "matches", "reference",
        "players", "pairs", "seat_terms", "cycles", "evenness", "noise_test", "peeks", "skill_order",
        "skill_orders_known", "seconds",
    ]  # fmt: skip
    assert told["schema"] == "card-balance/ladder/1"
    assert told["command"].startswith("balance ladder pig --seats 2 --players hold20,hold25 --matches 20000")
    assert told["matches"] == 40_000  # 20,000 of the pair, 10,000 of each player against itself
    assert told["pairs"][0]["edge"]["value"] == pytest.approx(told["pairs"][0]["value"] - 0.5)
    assert all(row["rate"] > 0 for row in told["players"])
    assert told["skill_order"] is None
    assert told["peeks"]["players"] == ["hold20", "hold25"]
    assert told["peeks"]["found"] == []
    assert [row["verdict"] for row in told["evenness"]] == [
        "CHANGED",
        "CHANGED",
    ]  # Pig's first seat: 53.5 and 53.0 %


def test_noise_is_tested_on_the_same_deals_with_the_best_player(holders):
    """The naive way: what the noisy player won of the matches in the run within the run, deal by deal."""
    found = holders.ladder.noise
    assert found.player == holders.ladder.players[0]
    assert list(found.shares) == [0.1, 0.2, 0.3, 0.4, 0.5]
    rows = balance.open(holders.path / "noise").sql(
        "select variant, deal, sum(share) as won from matches where player like '%+%' group by all order by all"
    )
    won = rows["won"].to_numpy().reshape(5, 10_000) / 2
    assert [share.value for share in found.shares.values()] == pytest.approx(won.mean(axis=1).tolist())
    step = won[3] - won[2]
    change = found.steps[3].change
    assert change.value == pytest.approx(step.mean())
    half = 2.5766 * step.std(ddof=1) / 100  # Bonferroni: 1 % for each of five steps
    assert (change.low, change.high) == pytest.approx((step.mean() - half, step.mean() + half), rel=1e-3)
    assert found.passed == "passes"


def test_a_run_is_read_again_to_the_same(holders):
    again = workflow.of_run(holders.path)
    assert again.ladder == holders.ladder


def beats(one, other):
    """Rock, paper, scissors."""
    return (one, other) in {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}


@pytest.fixture(scope="module")
def circle(write_run, told, tmp_path_factory):
    """A run told by hand: each of three wins four of five deals against the next, in either seat."""
    match, variant = told
    names = ["rock", "paper", "scissors"]
    lineups = [(a, a) for a in names] + [("rock", "paper"), ("rock", "scissors"), ("paper", "scissors")]

    def played(one, other, deal):
        if one == other:
            return [[match([deal % 2, 1 - deal % 2])]]
        first = beats(one, other) != (deal % 5 == 0)
        return [[match([int(first), int(not first)])], [match([int(not first), int(first)])]]

    variants = [
        variant([played(*line, deal) for deal in range(100)], f"{line[0]} v {line[1]}", line)
        for line in lineups
    ]
    path = tmp_path_factory.mktemp("told") / "circle"
    rates = dict.fromkeys(names, 1e6)
    return write_run(path, variants, ladder={"players": names, "reference": "rock", "rates": rates})


def test_a_circle_is_reported_as_a_cycle(circle):
    found = players.read(circle)
    assert found.cycles == [["paper", "rock", "scissors"]]
    assert found.wins["paper", "rock"].value == pytest.approx(0.8)
    assert [found.strengths[name].value for name in found.players] == pytest.approx([0.0] * 3, abs=1e-9)


@pytest.fixture(scope="module")
def deep(write_run, told, tmp_path_factory):
    """A run told by hand: 100 deals of two players, 20 of the pairings of a third, which wins three of four of them."""
    match, variant = told

    def played(one, other, deal):
        if one == other:
            return [[match([deal % 2, 1 - deal % 2])]]
        first = deal % 4 != 0 if other == "deep" else deal % 5 == 0
        won = [int(first), int(not first)] if other != "deep" else [int(not first), int(first)]
        return [[match(won)], [match(won[::-1])]]

    names = ["random", "high", "deep"]
    lineups = [(a, a) for a in names] + [("random", "high"), ("random", "deep"), ("high", "deep")]
    variants = [
        variant(
            [played(*line, deal) for deal in range(20 if "deep" in line else 100)], " v ".join(line), line
        )
        for line in lineups
    ]
    path = tmp_path_factory.mktemp("told") / "deep"
    rates = dict.fromkeys(names, 1e6)
    spec = {"players": names, "reference": "high", "rates": rates}
    return write_run(path, variants, ladder=spec, chunk_clusters=10)


def test_pairings_on_fewer_deals_are_read_by_themselves_and_the_others_keep_all_of_theirs(deep):
    found = players.read(deep)
    assert found.players == ["deep", "high", "random"]
    assert (found.deals, found.few) == (100, 20)
    sizes = {pair: (share.clusters, share.n) for pair, share in found.wins.items()}
    assert sizes["high", "random"] == (100, 200)
    assert {sizes[a, b] for a, b in sizes if "deep" in (a, b)} == {(20, 40)}
    assert found.wins["deep", "high"].value == pytest.approx(0.75)
    assert found.wins["high", "random"].value == pytest.approx(0.8)
    assert found.strengths["random"].value == pytest.approx(
        -np.log(4)
    )  # of its own pairing, whatever `deep` wins
    assert found.strengths["random"].clusters == 100
    assert found.strengths["deep"].clusters == 20
    assert 0 < found.strengths["deep"].value < np.log(3)  # of all pairings of 20 deals, in which it wins 75 %
    assert [len(found.equals[name]) for name in found.players] == [2, 2, 2]
    assert found.skill.player == "deep"
    assert "100 deals, 20 deals where a player searches" in report.report(deep.path).paths[
        0
    ].read_text().replace("\u00a0", " ")


def test_the_few_deals_are_the_first_of_all(deep):
    """Against the same run in which every pairing stopped at 20 deals."""
    early = players._tallies(deep, deep.spec["variants"], 20)
    assert early.deals == 20
    assert early.wins("high", "random").clusters == 20


@pytest.mark.parametrize(
    ("players", "matches", "asked", "deals"),
    [
        ("all,search:8", 4000, None, {2000, 200}),
        ("all,search:8", 4000, 100, {2000, 50}),
        ("all,search:8", 100, None, {50}),
        ("high,search:8", 4000, None, {200}),
        ("random,search:8,search:9", 4000, 30, {15}),
        ("random,high", 4000, None, {2000}),
    ],
)
def test_pairings_of_search_players_play_fewer_deals(players, matches, asked, deals):
    request = Request(str(WAR), players=players, matches=matches, search_matches=asked, ladder=True)
    found = [Job(war(), arm.variant, arm.lineup, 1, matches // 2) for arm in pairings.arms(war(), request)]
    groups = pairings.jobs(request, found)
    sizes = {job.clusters for group in groups for job in group}
    assert sizes == deals
    assert [job.lineup for group in groups for job in group] == [job.lineup for job in found]
    assert pairings.searched(groups) == (2 * min(deals) if "search" in players else None)


def test_all_are_all_players_of_the_game():
    named = pairings.arms(war(), Request(str(WAR), players="search[rollout=low]:3, all", ladder=True))
    assert [str(arm.lineup[0]) for arm in named[: 1 + len(war().players)]] == [
        "search[rollout=low]:3",
        *war().players,
    ]


def test_a_ladder_with_a_search_player_says_how_many_deals_each_pairing_has(tmp_path):
    ran = balance.ladder(
        str(WAR),
        players="random,high,search:4",
        matches=60,
        search_matches=20,
        out=tmp_path / "run",
        report=False,
    )
    rows = {row["label"]: (row["clusters"], row["matches"]) for row in ran.run.spec["variants"]}
    assert rows["random v high"] == (30, 60)
    assert rows["high v search:4"] == (10, 20)
    assert rows["search:4 v search:4"] == (10, 10)
    assert (
        "--players random,high,search:4 --matches 60 --search-matches 20 --seed 1" in ran.run.spec["command"]
    )
    assert ran.run.complete
    assert json.loads(ran.as_json())["search_deals"] == 10
    assert workflow.of_run(ran.path).ladder == ran.ladder


def test_the_report_tells_the_cycle_and_its_players(circle):
    page = report.report(circle.path).paths[0].read_text()
    assert "Can these players be trusted?" in page
    assert "A cycle, which no order of strength can show: paper beats rock by +30.0" in page
    assert "rock v paper" in page
    assert "Shares of the wins, the player of the line against that of the column" in page
    assert "How often do two variants play out identically?" not in page


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        ({"players": "hold20,hold52"}, "'hold52' is not a player of pig .*; did you mean 'hold25'"),
        ({"players": "hold20"}, "players: 'hold20' is not two at least"),
        ({"players": "hold20,hold20"}, "players: 'hold20' is not given once"),
        ({"players": "hold20,hold20[at=20]"}, "players: 'hold20' is not given once"),
        ({"seats": 5}, "seats: 5 is not one of 2, 3, 4"),
        ({"matches": 0}, "matches: 0 is not a whole number of at least 1"),
        (
            {"search_matches": 3},
            "search_matches: 3 is not given where a player searches, such as all,search:50",
        ),
        (
            {"players": "all,search:4", "matches": 20, "search_matches": 21},
            "search_matches: 21 is not a whole number from 1 to the matches of a pairing \\(20\\)",
        ),
        ({"log": "all"}, "log: 'all' is not one of"),
    ],
)
def test_what_is_refused(asked, line):
    with pytest.raises(InputError, match=line):
        balance.ladder("pig", **asked)


def test_more_seats_play_one_among_the_others_both_ways(tmp_path):
    ran = balance.ladder(
        "pig", seats=3, players="hold20,random", matches=30, out=tmp_path / "run", report=False
    )
    labels = [(v["label"], v["mirrors"], v["matches"]) for v in ran.run.spec["variants"]]
    assert labels == [
        ("hold20 among hold20", 1, 10), ("random among random", 1, 10), ("hold20 among random", 3, 30),
        ("random among hold20", 3, 30),
    ]  # fmt: skip
    assert ran.ladder.skill.player == "hold20"
    assert ran.ladder.wins["hold20", "random"].n == 30


def test_yardsticks_of_luck_and_skill_are_exact():
    known = {row.game: row.order for row in skill.KNOWN}
    assert known["Tic-tac-toe"] == pytest.approx(float(2 * tictactoe.best_share() - 1))
    first, second = kuhn.equilibrium(kuhn.Fraction(1, 5))
    won = kuhn.played(first, kuhn.RANDOM).won - kuhn.played(kuhn.RANDOM, second).won  # w₁ + w₂ − 1
    assert known["Kuhn poker"] == pytest.approx(float(won))


@pytest.mark.slow
def test_pigs_yardstick_is_exact():
    known = {row.game: row.order for row in skill.KNOWN}
    first = pig.solved((20, None)).komi(0).wins[0]
    second = pig.solved((None, 20)).komi(0).wins[1]
    assert known["Pig"] == pytest.approx(first + second - 1)
