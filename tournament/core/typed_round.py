"""A round made by hand as people type it: a line a table, and all that is wrong in it at once."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from tournament.core.seating import Seating

_LINE = re.compile(
    r"(?:(?P<table>[0-9]{1,4})\s*[:.)]\s*)?(?P<one>[0-9]{1,5})"
    r"(?:(?:\s*[-–—/,;]\s*|\s+)(?P<other>[0-9]{1,5}))?(?:\s+[^\W\d]+)?"  # «9 descansa»
)


@dataclass(frozen=True)
class LineProblem:
    """Something wrong in one line (0: in the whole): a code and facts, never a sentence."""

    line: int
    code: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class TypedRound:
    """What was typed. `seating` is good for nothing while there are `problems`; `line_of` each pair."""

    seating: Seating
    problems: tuple[LineProblem, ...]
    line_of: Mapping[int, int]


@dataclass
class _Reading:
    """What has been read so far."""

    tables: dict[int, tuple[int, int]] = field(default_factory=dict)
    bye: int | None = None
    line_of: dict[int, int] = field(default_factory=dict)
    problems: list[LineProblem] = field(default_factory=list)
    table: int = 0

    def complain(self, line: int, code: str, **facts: object) -> None:
        self.problems.append(LineProblem(line, code, facts))


def parse_round(text: str, *, playing: Collection[int], known: Collection[int]) -> TypedRound:
    """`14 3` or `14-3` is the next table, `7: 14 3` table 7 and from there on; a number alone rests (D 4).

    `playing` are the pairs of this round, `known` all there are. Problems: "unreadable", "pair_unknown",
    "not_playing", "typed_twice", "with_itself", "table_twice", "rests_twice"; of the whole "pairs_missing".
    """
    read = _Reading()
    for line, words in enumerate(text.splitlines(), start=1):
        if words.strip():
            _read(read, line, words.strip(), playing=playing, known=known)
    missing = sorted(set(playing) - set(read.line_of))
    if missing:
        read.complain(0, "pairs_missing", pairs=missing)
    return TypedRound(Seating(read.tables, read.bye), tuple(read.problems), read.line_of)


def _read(read: _Reading, line: int, words: str, *, playing: Collection[int], known: Collection[int]) -> None:
    found = _LINE.fullmatch(words)
    if found is None:
        read.complain(line, "unreadable", words=words)
        return
    one = int(found["one"])
    if found["other"] is None:
        if _noted(read, line, one, playing=playing, known=known):
            _rest(read, line, one)
        return
    other = int(found["other"])
    if one == other:
        read.complain(line, "with_itself", pair=one)
        return
    read.table = int(found["table"] or read.table + 1)
    if read.table in read.tables:
        read.complain(line, "table_twice", table=read.table)
    good = [_noted(read, line, number, playing=playing, known=known) for number in (one, other)]
    if all(good):
        read.tables.setdefault(read.table, (one, other))


def _noted(
    read: _Reading, line: int, number: int, *, playing: Collection[int], known: Collection[int]
) -> bool:
    """Whether the pair may stand in this line."""
    if number in read.line_of:
        read.complain(line, "typed_twice", pair=number, other_line=read.line_of[number])
    elif number not in known:
        read.complain(line, "pair_unknown", pair=number)
    elif number not in playing:
        read.complain(line, "not_playing", pair=number)
    else:
        read.line_of[number] = line
        return True
    return False


def _rest(read: _Reading, line: int, number: int) -> None:
    if read.bye is not None:
        read.complain(line, "rests_twice", pair=number, other=read.bye)
    else:
        read.bye = number
