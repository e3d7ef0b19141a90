"""A table as people save it: bytes of a CSV file, whatever wrote it, into numbered rows of clean cells."""

import csv
import io
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

SEPARATORS = (";", "\t", ",")  # on a draw the rarer one in names is meant
MOST_BYTES = 1_000_000
_INVISIBLE = dict.fromkeys(
    map(ord, "\ufeff\u200b\u200c\u200d\u2060\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
)


class Unreadable(Exception):
    """The bytes are no table at all. `code` is "not_text" or "too_big"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Line:
    """A row that is not blank. `row` counts as a spreadsheet does: from 1, blank rows included."""

    row: int
    cells: tuple[str, ...]

    def cell(self, column: int | None) -> str:
        return self.cells[column] if column is not None and column < len(self.cells) else ""


@dataclass(frozen=True)
class Table:
    """The rows of a file. `blank_rows` were skipped; `open_quote` is the row whose quote is never closed."""

    lines: tuple[Line, ...]
    blank_rows: tuple[int, ...] = ()
    open_quote: int | None = None


def read_table(data: bytes) -> Table:
    """Comma, semicolon or tab; UTF-8, UTF-16 or Latin-1, with or without BOM; quoted cells; any line ends.

    Trailing empty cells are dropped, spaces inside cells made single. Raises Unreadable.
    """
    text = decoded(data).replace("\r\n", "\n").replace("\r", "\n")
    separator, body, first = _separator_told(text)
    try:
        separator = separator or _likeliest(body)
        rows = _rows(body, separator)
        open_quote = first + len(rows) - 1 if _leaves_quote_open(body, separator) else None
    except csv.Error:
        raise Unreadable("not_text") from None
    numbered = tuple(enumerate(rows, start=first))
    lines = tuple(Line(row, cells) for row, cells in numbered if cells)
    return Table(lines, tuple(row for row, cells in numbered if not cells), open_quote)


def decoded(data: bytes) -> str:
    """The text of a file. What is not UTF-8 is read as Windows saves it (cp1252). Raises Unreadable."""
    if len(data) > MOST_BYTES:
        raise Unreadable("too_big")
    if data.startswith((b"PK\x03\x04", b"%PDF", b"\xd0\xcf\x11\xe0")):
        raise Unreadable("not_text")
    text = _as_utf_16(data) if data.startswith((b"\xff\xfe", b"\xfe\xff")) else _as_bytes(data)
    if "\0" in text:  # no letter anywhere, and no database keeps it
        raise Unreadable("not_text")
    return text


def _as_bytes(data: bytes) -> str:
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def safe_cell(value: object) -> str:
    """A cell of a written table as plain text: a spreadsheet takes what begins with = + - @ for a formula."""
    text = str(value)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def clean(text: str) -> str:
    """A cell as typed: composed letters, single spaces, nothing invisible. Signs like & and < are letters."""
    words = unicodedata.normalize("NFC", text.translate(_INVISIBLE)).split()
    return " ".join(filter(None, map(_printable, words)))


def _printable(word: str) -> str:
    """The word without control characters, which some programs leave in their files."""
    return "".join(letter for letter in word if unicodedata.category(letter) != "Cc")


def _as_utf_16(data: bytes) -> str:
    try:
        return data.decode("utf-16")
    except UnicodeDecodeError:
        raise Unreadable("not_text") from None


def _separator_told(text: str) -> tuple[str, str, int]:
    """Some spreadsheets write "sep=;" in the first row; the row of what follows is the third answer."""
    head, _, rest = text.partition("\n")
    told = head.strip().strip('"').casefold()
    if told.startswith("sep=") and told[4:] in (";", ","):
        return told[4:], rest, 2
    return "", text, 1


def _likeliest(text: str) -> str:
    """The separator that makes most rows equally wide, three cells or more."""
    return max(SEPARATORS, key=lambda separator: _evenness(_rows(text, separator)))


def _evenness(rows: Iterable[Sequence[str]]) -> tuple[int, int]:
    widths = Counter(len(cells) for cells in rows if len(cells) > 1)
    wide = sum(number for width, number in widths.items() if width > 2)
    return wide, max(widths.values(), default=0)


def _rows(text: str, separator: str) -> list[tuple[str, ...]]:
    return [_trimmed(cells) for cells in csv.reader(io.StringIO(text, newline=""), delimiter=separator)]


def _trimmed(cells: Iterable[str]) -> tuple[str, ...]:
    cleaned = [clean(cell) for cell in cells]
    while cleaned and not cleaned[-1]:
        cleaned.pop()
    return tuple(cleaned)


def _leaves_quote_open(text: str, separator: str) -> bool:
    """A quote never closed swallows the rest of the file into one cell."""
    try:
        for _ in csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True):
            pass
    except csv.Error as error:
        return "unexpected end of data" in str(error)
    return False
