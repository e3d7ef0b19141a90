"""How many keys a sheet from paper takes, and how fast 25 sheets in ten minutes would have to be typed.

Every key counts: the table, each row with its Enter, the empty row, the opening draw, and the Enter that sends it all.
Hands are as they come: plain trump more often than not, contro now and then, either pair's.
"""

from collections.abc import Iterator
from random import Random

from scoring.bids import Bid, hand_points
from scoring.presets import DEFAULT_PRESET, PRESETS
from scoring.sheets import Side
from tournament.core.typed_rows import TypedRow, parse_row, written_row

REGULATION = PRESETS[DEFAULT_PRESET]
BIDS = {Bid.TRUMP: 70, Bid.C: 12, Bid.B: 12, Bid.BC: 3, Bid.R: 2, Bid.BR: 1}
SHEETS, MINUTES = 25, 10
HANDS = 10
TABLES = 60
RUNS = 400
PRACTISED = 4.0  # keys a second on a number pad, letters between them


def hand(luck: Random) -> TypedRow:
    (bid,) = luck.choices(list(BIDS), weights=list(BIDS.values()))
    card_points = luck.choice([points for points in range(8, 65) if points % 2 == 0])
    a, b = hand_points(bid, card_points, REGULATION)
    if a == b:
        return TypedRow(bid)
    return TypedRow(bid, Side.A if a else Side.B, points=max(a, b))


def keys_of_row(row: TypedRow) -> str:
    """As quickly as it can be typed: nothing between code, number and dash."""
    text = written_row(row).replace(" ", "")
    assert parse_row(text) == row
    return f"{text}\n"


def keys_of_sheet(luck: Random) -> Iterator[str]:
    yield f"{luck.randint(1, TABLES)}\n"
    for _ in range(HANDS):
        yield keys_of_row(hand(luck))
    yield "\n"  # the row that is left empty
    yield "1\n"  # the opening draw, and the sheet is sent


def main() -> None:
    luck = Random(12)
    counts = sorted(len("".join(keys_of_sheet(luck))) for _ in range(RUNS))
    median, most = counts[RUNS // 2], counts[-1]
    needed = median * SHEETS / (MINUTES * 60)
    print(f"a sheet of {HANDS} hands: {median} keys (at most {most} in {RUNS} sheets)")
    print(f"{SHEETS} sheets in {MINUTES} minutes: {needed:.1f} keys a second; 24 s a sheet")
    left = MINUTES * 60 / SHEETS - median / PRACTISED
    print(f"at {PRACTISED:.0f} keys a second {left:.0f} s a sheet are left to turn the paper and read it")
    print("the same sheet as the phone has it: 4 keys (the table, Enter, Enter)")


if __name__ == "__main__":
    main()
