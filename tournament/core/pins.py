"""The PIN of a pair and the fingerprint of what it signs (E 15.2.7): computed, the same on every laptop."""

import hmac
import json
from collections.abc import Iterable
from hashlib import sha256

from scoring.results import Result
from scoring.sheets import Line

DIGITS = 4


def pin_of(key: str, number: int, salt: str = "") -> str:
    """Four digits from the championship's key, the pair's number and its salt; another salt, another PIN."""
    digest = hmac.new(bytes.fromhex(key), f"{number}:{salt}".encode(), sha256).digest()
    return f"{int.from_bytes(digest) % 10**DIGITS:0{DIGITS}d}"


def is_pin(typed: str, pin: str) -> bool:
    """Whether the right PIN was typed, spaces aside; in the same time whatever is wrong."""
    return hmac.compare_digest("".join(typed.split()).encode(), pin.encode())


def fingerprint(
    lines: Iterable[Line], result: Result, *, opening_draw: str, agreed: tuple[str, ...] = ()
) -> str:
    """What a signature stands for: every row, the totals, the result, the draw, and what the table `agreed` (its boxes
    and its own words, E 15.3.1). Whatever changes, changes it."""
    rows = [[line.hand.kind.value, line.hand.bid.value, *line.hand.points, *line.totals] for line in lines]
    said = [rows, result.raw, result.points, result.wins2, opening_draw, agreed]
    return sha256(json.dumps(said).encode()).hexdigest()
