"""How names are compared."""

import unicodedata


def folded(name: str) -> str:
    """A name without case, accents, the flying dot and doubled spaces: how people look for it."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    plain = (letter for letter in letters if not unicodedata.combining(letter) and letter not in "·•")
    return " ".join("".join(plain).split())
