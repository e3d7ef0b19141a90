"""The best pairing by brute force, written from its definition alone: every pairing, the whole key, the minimum.

It never imports the engine; it only reads the fields of its input.
"""

from hashlib import sha256
from typing import Any

Meeting = tuple[Any, Any]
Round = tuple[tuple[Meeting, ...], Any]
Key = tuple[Any, ...]


def best_pairings(given: Any) -> tuple[Key | None, list[Round]]:
    """The least key and every pairing of what is left after the forced part that has it (one, if all is well)."""
    forced = {number for meeting in given.forced for number in meeting} | {given.forced_bye}
    left = [entrant for entrant in given.entrants if entrant.number not in forced]
    best: Key | None = None
    found: list[Round] = []
    for meetings, bye in _all_rounds(left, len(left) % 2 == 1):
        if any(frozenset(pair.number for pair in meeting) in given.forbidden for meeting in meetings):
            continue
        key = _key(given, left, (meetings, bye))
        if best is None or key < best:
            best, found = key, []
        if key == best:
            found.append((meetings, bye))
    return best, [_numbers(one) for one in found]


def _numbers(one: Round) -> Round:
    meetings, bye = one
    return tuple((a.number, b.number) for a, b in meetings), bye.number if bye else None


def _all_rounds(left: list[Any], odd: bool) -> list[Round]:
    if not left:
        return [((), None)]
    first, rest = left[0], left[1:]
    rounds: list[Round] = []
    if odd:
        rounds += [(meetings, first) for meetings, _ in _all_rounds(rest, False)]
    for index, other in enumerate(rest):
        others = rest[:index] + rest[index + 1 :]
        rounds += [(((first, other), *meetings), bye) for meetings, bye in _all_rounds(others, odd)]
    return rounds


def _key(given: Any, left: list[Any], one: Round) -> Key:
    meetings, bye = one
    k1 = bye.unplayed_wins if bye else 0
    k2 = sum(given.met.get(frozenset((a.number, b.number)), 0) for a, b in meetings)
    rule = given.club_rule == "always" or (given.club_rule == "first_round" and given.round_number == 1)
    k3 = sum(1 for a, b in meetings if rule and a.club and a.club == b.club)
    k4 = len(left) - 1 - left.index(bye) if bye else 0
    groups = sorted({pair.group for pair in left}, reverse=True)
    k5 = [_floats(meetings, group) for group in groups[:-1]]
    k6 = [_who_floats(left, meetings, group) for group in groups[:-1]]
    k7 = [position for group in groups for position in _partners(given, left, (meetings, group))]
    return (k1, k2, k3, k4, k5, k6, k7)


def _floats(meetings: tuple[Meeting, ...], group: int) -> int:
    return sum(1 for a, b in meetings if max(a.group, b.group) >= group > min(a.group, b.group))


def _opponents(meetings: tuple[Meeting, ...]) -> dict[Any, Any]:
    return dict(meetings) | {b: a for a, b in meetings}


def _who_floats(left: list[Any], meetings: tuple[Meeting, ...], group: int) -> list[int]:
    opponent = _opponents(meetings)
    above = [pair for pair in left if pair.group >= group]
    protected = sorted(above, key=lambda pair: (-pair.group, -pair.floats, left.index(pair)))
    return [1 if pair in opponent and opponent[pair].group < group else 0 for pair in protected]


def _partners(given: Any, left: list[Any], bracket: tuple[tuple[Meeting, ...], int]) -> list[int]:
    meetings, group = bracket
    completed = [meeting for meeting in meetings if min(pair.group for pair in meeting) == group]
    opponent = _opponents(tuple(completed))
    carried = [pair for pair in left if pair in opponent and pair.group > group]
    residents = [pair for pair in left if pair in opponent and pair.group == group]
    if given.method == "random":
        residents.sort(key=lambda pair: _digest(given, pair))
    positions = []
    for pair in carried:
        wishes = residents + [other for other in carried if other != pair]
        positions.append(wishes.index(opponent[pair]))
    remaining = [pair for pair in residents if opponent[pair] not in carried]
    while remaining:
        chooser = remaining[0]
        positions.append(_wishes(remaining, given.method).index(opponent[chooser]))
        remaining = [pair for pair in remaining if pair not in (chooser, opponent[chooser])]
    return positions


def _wishes(remaining: list[Any], method: str) -> list[Any]:
    half = len(remaining) // 2
    if method == "halves":
        return remaining[half:] + [remaining[index] for index in range(half - 1, 0, -1)]
    if method == "fold":
        return [remaining[index] for index in range(len(remaining) - 1, 0, -1)]
    return remaining[1:]


def _digest(given: Any, pair: Any) -> str:
    return sha256(f"{given.seed}:{given.round_number}:{pair.number}".encode()).hexdigest()
