"""A round made by hand as people type it."""

import pytest

from tournament.core.seating import Seating
from tournament.core.typed_round import LineProblem, TypedRound, parse_round

FOUR = range(1, 5)


def read(text: str, playing: range = FOUR) -> TypedRound:
    return parse_round(text, playing=playing, known=range(1, 31))


def problems(text: str, playing: range = FOUR) -> list[tuple[int, str]]:
    return [(problem.line, problem.code) for problem in read(text, playing).problems]


@pytest.mark.parametrize("line", ["1 3", "1-3", "1 - 3", "1–3", "1/3", "1,3", " 1\t3 ", "1: 1 3", "1. 1-3"])
def test_a_table_is_written_in_many_ways(line: str) -> None:
    assert read(f"{line}\n2 4") == TypedRound(Seating({1: (1, 3), 2: (2, 4)}), (), {1: 1, 3: 1, 2: 2, 4: 2})


def test_the_next_line_is_the_next_table_and_a_table_may_be_named() -> None:
    assert read("7: 1 3\n\n2 4").seating.tables == {7: (1, 3), 8: (2, 4)}


@pytest.mark.parametrize("line", ["5", "5 descansa", " 5 "])
def test_a_number_alone_rests(line: str) -> None:
    """D 4."""
    typed = read(f"1 2\n{line}\n3 4", range(1, 6))
    assert (typed.seating, typed.problems) == (Seating({1: (1, 2), 2: (3, 4)}, 5), ())


@pytest.mark.parametrize("line", ["Els de Cal Menut", "1 2 3", "-", "1 x 3", "999999 1", "１ ２"])
def test_what_is_no_table_is_named_with_its_line(line: str) -> None:
    assert problems(f"1 2\n{line}\n3 4") == [(2, "unreadable")]


def test_all_that_is_wrong_is_said_at_once() -> None:
    text = "1 2\n2 99\n3 3\n4 30"
    assert read(text).problems == (
        LineProblem(2, "typed_twice", {"pair": 2, "other_line": 1}),
        LineProblem(2, "pair_unknown", {"pair": 99}),
        LineProblem(3, "with_itself", {"pair": 3}),
        LineProblem(4, "not_playing", {"pair": 30}),
        LineProblem(0, "pairs_missing", {"pairs": [3]}),
    )


def test_only_one_rests() -> None:
    assert read("1 2\n3\n4").problems == (LineProblem(3, "rests_twice", {"pair": 4, "other": 3}),)


def test_a_table_stands_only_once() -> None:
    assert problems("2: 1 2\n1: 3 4\n") == []
    assert problems("1: 1 2\n1: 3 4\n") == [(2, "table_twice")]


def test_nothing_typed_misses_everybody() -> None:
    assert read("").problems == (LineProblem(0, "pairs_missing", {"pairs": [1, 2, 3, 4]}),)
