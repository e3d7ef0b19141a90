"""What a score sheet says, as plain values: whose it is and, of a game that was written down, what was written."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SheetSide:
    """A pair on its side of the sheet: registration number and war name (E 15.2.2)."""

    number: int
    war_name: str


@dataclass(frozen=True)
class RecordRow:
    """A hand that counts (E 15.2.5–15.2.6); `again` rows before it did not, and the hand was dealt anew (↻)."""

    points: tuple[int, int]
    totals: tuple[int, int]
    code: str
    again: int = 0


@dataclass(frozen=True)
class Record:
    """What was written on a sheet.

    `draw` is the side that won the opening draw, `boxes` what is ticked of E 15.3.1 and 15.3.2 ("yes", "no", ""),
    `times` start and end as hours and minutes, `faults` how many minor, serious and very serious ones stand against
    each pair (E 15.3.3), `results` the lines that say how it ended, `signed` who signed each half, how and when: empty
    where it is to be signed on this paper.
    """

    rows: tuple[RecordRow, ...] = ()
    draw: str = ""
    boxes: tuple[str, str] = ("", "")
    times: tuple[tuple[str, str], tuple[str, str]] = (("", ""), ("", ""))
    faults: tuple[tuple[int, int, int], tuple[int, int, int]] = ((0, 0, 0), (0, 0, 0))
    results: tuple[str, ...] = ()
    signed: tuple[str, str] = ("", "")
    agreements: str = ""
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class SheetFacts:
    """What differs from one sheet to the next; None is left open, to be written by hand. `url` is the full address in
    the QR code; "" prints none."""

    championship: str
    round_number: int | None = None
    table: int | None = None
    a: SheetSide | None = None
    b: SheetSide | None = None
    url: str = ""
    record: Record | None = None
