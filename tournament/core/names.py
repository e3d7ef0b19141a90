"""When two names are the same name."""

import unicodedata


def folded(name: str) -> str:
    """A name without case, accents, the flying dot and doubled spaces: how people look for it."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    plain = (letter for letter in letters if not unicodedata.combining(letter) and letter not in "·•")
    return " ".join("".join(plain).split())


def same_name(one: str, other: str) -> bool:
    """Whether a hall would take them for the same pair."""
    return folded(one) == folded(other)
