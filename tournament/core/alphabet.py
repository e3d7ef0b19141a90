"""The order of names: the rules of Unicode, with the letters that a language counts as its own.

Catalan writes l·l among ll, and ç with c; Spanish has ñ after n; Czech has ch after h, and č, ř, š, ž after c, r, s, z.
"""

from collections.abc import Iterable
from functools import cache

from pyuca import Collator  # type: ignore[import-untyped]

AFTER = "\U0010ffff"  # no letter: it stands behind all of them
OWN_LETTERS = {
    "es": {"ñ": "n"},
    "cs": {"č": "c", "ř": "r", "š": "s", "ž": "z", "ch": "h"},
}
NOT_LETTERS = str.maketrans("", "", "·•'’\"«»“”")


def alphabetical_key(name: str, language: str) -> tuple[int, ...]:
    """By what names are sorted in a language ("ca", "es", …)."""
    letters = name.casefold().translate(NOT_LETTERS)
    for letter, before in OWN_LETTERS.get(language, {}).items():
        letters = letters.replace(letter, before + AFTER)
    key: Iterable[int] = _collator().sort_key(letters)
    return tuple(key)


@cache
def _collator() -> Collator:
    """A tenth of a second: it reads the weights of every sign."""
    return Collator()
