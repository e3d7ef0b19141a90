"""Cases of tricks as values, each under its id: what may be played, who wins, what is counted.

Cards are written as on paper, one space between: the hand, the trick in playing order. "-" is a botifarra.
A row of legality is: id | trump | trick | hand | legal | option | cards of earlier tricks.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class LegalityCase:
    """`legal` is the whole set. The option and earlier tricks matter in the eastern variant only."""

    id: str
    trump: str
    trick: str
    hand: str
    legal: str
    option: str = ""
    played_before: str = ""


@dataclass(frozen=True)
class TrickCase:
    """Whose card wins, as its place in the trick, and the card points of the trick."""

    id: str
    trump: str
    trick: str
    winner: int
    card_points: int


@dataclass(frozen=True)
class CountCase:
    """A pair's tricks and the scoring cards in them; the card points of this pair and of the other."""

    id: str
    tricks: int
    cards: str
    card_points: tuple[int, int]


def legality_cases(table: str) -> tuple[LegalityCase, ...]:
    """The rows of a table as it is written below."""
    rows = (line.split("|") for line in table.strip().splitlines())
    return tuple(LegalityCase(*(cell.strip() for cell in row)) for row in rows)


WESTERN_CASES = legality_cases("""
    lead-w-02 | B |           | B9               | B9
    2nd-w-01  | O | E5        | E7 E3 C9 O2      | E7
    2nd-w-03  | O | E12       | E11 E10 E8 E2 O9 | E11 E10 E8 E2
    2nd-w-04  | O | E1        | E9 E8 C9         | E9
    2nd-w-05  | O | E12       | E1 E11 C9        | E1
    2nd-w-07  | O | E9        | E1 E2 O9         | E1 E2
    2nd-w-08  | O | E5        | O2 O9 C9 B3      | O9 O2
    2nd-w-09  | O | E5        | C9 C2 B3         | C9 C2 B3
    2nd-w-10  | O | O5        | O4 O8 C9         | O8
    2nd-w-11  | O | O12       | O11 O2 C9        | O11 O2
    2nd-w-13  | - | E5        | C9 O2 B1         | O2 C9 B1
    2nd-w-14  | - | E5        | E6 E4 C9         | E6
    3rd-w-01  | O | E9 E2     | E1 E3 O5         | E1 E3
    3rd-w-02  | O | E8 E2     | E1 E3 C9         | E1 E3
    3rd-w-04  | O | E8 E10    | E11 E12 E3 O9    | E12 E11
    3rd-w-05  | O | E8 O3     | E9 E2 O9         | E9 E2
    3rd-w-06  | O | E8 O3     | O2 O5 O9 C4      | O9 O5
    3rd-w-08  | O | E8 E1     | O2 C4 B9         | O2
    3rd-w-09  | O | O9 O2     | O1 O3 C5         | O1 O3
    3rd-w-12  | O | E8 C9     | C1 B2 O4         | O4 C1 B2
    4th-w-02  | O | E5 E8 E12 | E1 E11 E3        | E1
    4th-w-05  | O | E5 O4 O6  | O8 O2 C1         | O8
    4th-w-06  | O | E5 O4 O6  | O5 O2 C1         | O5 O2 C1
    4th-w-11  | E | B1 B9 B2  | C2               | C2
""")

# 3rd-e-10: a printed example adds C9 and B11, which the rule that it explains gives to the second player alone.
EASTERN_CASES = legality_cases("""
    2nd-e-02 | O | E12      | E11 E10 E8 E2         | E2
    2nd-e-03 | O | E5       | O2 O9 O5 C9           | O9 O5 O2
    2nd-e-05 | - | E5       | C9 C7 B10 B8 O3 O12   | O12 O3 C9 C7 B10 B8
    2nd-e-06 | - | E5       | C8 C7 B10 B8 B6 O3 O2 | O2 C7 B10 B6
    2nd-e-07 | O | O5       | C9 C8 C2 B4           | C9 C2 B4
    3rd-e-04 | O | E8 E10   | E7 E6 E3              | E3
    3rd-e-05 | O | E8 E10   | E11 E12 E3            | E12 E11
    3rd-e-08 | O | E8 E2    | O2 O4 C9 C7 C4        | O4 O2 C9 C4
    3rd-e-09 | - | E8 E2    | C9 C7 C4 B6 B5        | C9 C4 B5
    3rd-e-10 | O | E5 E8    | C9 C5 B11 B4          | C5 B4
    4th-e-03 | O | E5 O4 E9 | E1 E7 E3              | E1 E3
    4th-e-04 | O | E5 O4 E9 | O9 O3 O2 C8 C7        | O9 O2 C7
    opt-e2-01   | O | E12    | E11 E10 E8 E2 | E11 E10 E2 | eastern_second_scoring
    opt-safe-02 | O | E12 E2 | E10 E7 E3     | E10 E3     | eastern_safe_charge | E9 E1 E4 E5 C2 C3 C4 C5
    opt-safe-03 | O | E1 E2  | E9 E10 E3     | E9 E10 E3  | eastern_safe_charge
    opt-safe-04 | O | E12 E2 | E1 E10 E3     | E1 E3      | eastern_safe_charge
""")

TRICK_CASES = (
    TrickCase("tw-02", "O", "E9 O2 E1 C9", 1, 15),
    TrickCase("tw-06", "B", "B8 B10 B7 B2", 1, 2),
    TrickCase("tw-07", "B", "C1 C12 C11 C10", 0, 11),
    TrickCase("tw-08", "E", "C2 C3 C4 C5", 3, 1),
    TrickCase("tw-09", "O", "O1 O9 O12 O11", 1, 15),
)

COUNT_CASES = (
    CountCase("ct-02", 0, "", (0, 72)),
    CountCase("ct-05", 1, "", (1, 71)),
    CountCase("ct-06", 4, "O9 C9 E9 B9 O1 C1 E1 B1", (40, 32)),
)
