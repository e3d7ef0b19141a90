"""`manage.py simulate`: a whole championship whose ranking is what its sheets say, and the same for the same seed."""

import json
import os
import subprocess
import sys
from collections import Counter
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.journeys.recount import Paper, Rules, counted, ranking
from tournament.core import trials
from tournament.core.pairing import Certificate, Pairing, PairingInput
from tournament.models import Championship

ROOT = Path(__file__).parent.parent.parent
RULES = {
    "vilaplana-2011": Rules(),
    "vilaplana-2017": Rules(cap=121, half_win=True),
    "ponent": Rules(cap=121, half_win=True),
    "lloret-2014": Rules(cap=121, half_win=True),
    "girona-2016": Rules(cap=None),
}


@pytest.fixture(autouse=True)
def _a_database_to_leave_alone(django_db_blocker: Any) -> Any:
    """The command makes its own; only the guard against any database at all is lifted."""
    with django_db_blocker.unblock():
        yield


def simulated(*arguments: str) -> dict[str, Any]:
    printed = StringIO()
    call_command("simulate", *arguments, "--json", stdout=printed)
    return json.loads(printed.getvalue())


simulated_once = cache(simulated)
WHOLE = ("--preset", "vilaplana-2011", "--pairs", "21", "--rounds", "5", "--seed", "7")
SMALL = ("--pairs", "4", "--rounds", "1", "--seed", "3")


def paper(game: dict[str, Any]) -> Paper:
    hands = tuple((hand["bid"], hand["card_points_a"]) for hand in game["hands"])
    return Paper(game["pair_a"], game["pair_b"], game["kind"], hands, draw=game["opening_draw"] or "")


@pytest.mark.parametrize(
    ("preset", "pairs", "rounds"),
    [
        ("vilaplana-2011", 21, 5),
        ("vilaplana-2017", 7, 2),
        ("ponent", 7, 2),
        ("lloret-2014", 6, 2),
        ("girona-2016", 5, 2),
    ],
)
def test_ranking_and_results_are_what_the_hands_say(preset: str, pairs: int, rounds: int) -> None:
    """E 12, E 13 and E 14 as a whole, counted a second time from the hands."""
    asked = ("--preset", preset, "--pairs", str(pairs), "--rounds", str(rounds), "--seed", "7")
    report = simulated_once(*asked)
    games = report["games"]
    for game in games:
        stored = (game["points_a"], game["points_b"]), (game["wins2_a"], game["wins2_b"])
        assert counted(paper(game), RULES[preset]) == stored, game
    expected = ranking(range(1, pairs + 1), map(paper, games), RULES[preset])
    assert [tuple(row.values()) for row in report["ranking"]] == expected
    assert len(games) == rounds * ((pairs + 1) // 2)


def test_nobody_meets_twice_and_nobody_rests_twice() -> None:
    """E 12.1 through a whole championship."""
    games = simulated_once(*WHOLE)["games"]
    met = Counter(frozenset((game["pair_a"], game["pair_b"])) for game in games if game["pair_b"])
    rested = Counter(game["pair_a"] for game in games if game["pair_b"] is None)
    assert set(met.values()) == {1}
    assert sorted(rested.values()) == [1] * 5
    for number in range(1, 6):
        seated = [
            pair for game in games if game["round"] == number for pair in (game["pair_a"], game["pair_b"])
        ]
        assert sorted(pair for pair in seated if pair) == list(range(1, 22))


def test_the_same_seed_gives_the_same_championship_and_another_gives_another() -> None:
    assert simulated(*SMALL) == simulated_once(*SMALL)
    assert simulated(*SMALL, "--seed", "4") != simulated_once(*SMALL)


def test_the_text_ends_with_rematches_and_second_byes() -> None:
    printed = StringIO()
    call_command("simulate", "--pairs", "5", "--rounds", "2", stdout=printed)
    lines = printed.getvalue().splitlines()
    assert len(lines) == 1 + 5 + 3
    assert lines[-2:] == ["rematches: 0", "second byes: 0"]


def test_what_cannot_be_drawn_is_said_in_words() -> None:
    with pytest.raises(CommandError, match="1"):
        simulated("--pairs", "1")
    with pytest.raises(CommandError, match="--rounds"):
        simulated("--preset", "casual")


def test_one_championship_has_one_number_of_pairs() -> None:
    with pytest.raises(CommandError, match="--check"):
        simulated("--pairs", "4", "6")


@pytest.mark.django_db
def test_the_database_in_use_stays_as_it_is() -> None:
    simulated(*SMALL)
    assert not Championship.objects.exists()


def test_no_database_at_all_is_needed(tmp_path: Path) -> None:
    nowhere = os.environ | {
        "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing",
        "DATA_DIR": str(tmp_path),
        "PYTHONHASHSEED": "1",
    }
    command = [sys.executable, "manage.py", "simulate", *SMALL, "--json"]
    ran = subprocess.run(command, cwd=ROOT, env=nowhere, capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == simulated_once(*SMALL)
    assert not list(tmp_path.glob("*.sqlite3"))


# --- --check -----------------------------------------------------------------------------------


def checked(*arguments: str) -> str:
    printed = StringIO()
    call_command("simulate", "--check", *arguments, stdout=printed)
    return printed.getvalue()


def columns(line: str) -> list[str]:
    """The numbers of a line, without its seconds."""
    return line.split()[:-1]


def neighbours_in_the_table(given: PairingInput) -> Pairing:
    """As it is done by hand: 1–2, 3–4 …, and the last one rests."""
    numbers = [entrant.number for entrant in given.entrants]
    bye = numbers.pop() if len(numbers) % 2 else None
    meetings = tuple(zip(numbers[::2], numbers[1::2], strict=True))
    return Pairing(meetings, bye, (), Certificate(0, 0, 0, None, ()))


def test_check_prints_a_line_for_each_size() -> None:
    """PAIRING §4: no rematch and no second bye while they can be avoided."""
    head, *lines, verdict = checked("--pairs", "8", "21", "--championships", "4").splitlines()
    assert head == "pairs  championships  rounds  rematches  second byes  faults  seconds"
    assert [columns(line) for line in lines] == [
        ["8", "4", "20", "0", "0", "0"],
        ["21", "4", "20", "0", "0", "0"],
    ]
    assert verdict.startswith("No faults: ")


def test_check_goes_through_five_sizes_unless_told_otherwise() -> None:
    lines = checked("--championships", "1", "--rounds", "2").splitlines()[1:-1]
    assert [columns(line)[:3] for line in lines] == [
        [size, "1", "2"] for size in ("8", "20", "21", "40", "65")
    ]


def test_check_fails_and_names_seed_and_round_of_what_is_paired_badly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trials, "pair_round", neighbours_in_the_table)
    with pytest.raises(CommandError) as failure:
        checked("--pairs", "20", "21", "--championships", "10", "--seed", "30")
    count, *named = str(failure.value).splitlines()
    assert int(count.removeprefix("faults: ")) > len(named) == 20
    assert named[0] == (
        "20 pairs, seed 30, round 5: rematch_avoidable {'meetings': [[20, 9], [4, 19]], 'shortage': None}"
    )


def test_check_of_one_seed_repeats_that_championship(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "pair_round", neighbours_in_the_table)
    with pytest.raises(CommandError) as many:
        checked("--pairs", "21", "--championships", "2", "--seed", "1")
    with pytest.raises(CommandError) as alone:
        checked("--pairs", "21", "--championships", "1", "--seed", "2")
    of_the_second = [line for line in str(many.value).splitlines() if "seed 2," in line]
    assert of_the_second == str(alone.value).splitlines()[1:]


@pytest.mark.parametrize("nothing", ["--pairs", "--rounds", "--championships"])
def test_check_of_nothing_is_refused(nothing: str) -> None:
    with pytest.raises(CommandError, match=nothing):
        checked(nothing, "0")


@pytest.mark.django_db
def test_check_asks_no_database(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        checked("--pairs", "8", "--championships", "1")
