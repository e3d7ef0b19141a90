"""PINs follow from a key; a fingerprint changes with whatever was signed (E 15.2.7)."""

from dataclasses import replace

import pytest

from scoring.bids import Bid
from scoring.presets import PRESETS
from scoring.results import final_result
from scoring.sheets import Hand, Sheet, Side
from tournament.core.pins import fingerprint, is_pin, pin_of

KEY = "00" * 32
RULES = PRESETS["vilaplana-2011"]


def test_a_pin_is_four_digits_and_the_same_wherever_it_is_computed() -> None:
    pins = [pin_of(KEY, number) for number in range(1, 201)]
    assert all(len(pin) == 4 and pin.isdigit() for pin in pins)
    assert pins == [pin_of(KEY, number) for number in range(1, 201)]
    assert len(set(pins)) > 190


def test_another_salt_or_key_gives_another_pin() -> None:
    assert len({pin_of(KEY, 7), pin_of(KEY, 7, "a"), pin_of("11" * 32, 7)}) == 3


@pytest.mark.parametrize(("typed", "right"), [("0412", True), (" 04 12", True), ("412", False), ("", False)])
def test_spaces_are_overlooked_and_nothing_else(typed: str, right: bool) -> None:
    assert is_pin(typed, "0412") is right


def signed(*points: tuple[int, int], draw: str = "a") -> str:
    sheet = Sheet(RULES, opening_draw=Side.A)
    for both in points:
        sheet = sheet.add(Hand(Bid.S, both))
    result = final_result(replace(sheet, stopped=None), RULES, opening_draw=Side.A)
    return fingerprint(sheet.lines, result, opening_draw=draw)


def test_a_fingerprint_changes_with_every_row_and_with_the_draw() -> None:
    whole = signed((104, 0))
    others = {signed((112, 0)), signed((8, 0), (96, 0)), signed((0, 104)), signed((104, 0), draw="b")}
    assert len(others | {whole}) == 5
    assert signed((104, 0)) == whole
