"""The print fonts are part of the program: whether they are there is found out at the start, not at the printer."""

from importlib.resources.abc import Traversable
from typing import Any

from django.core.checks import CheckMessage, Error, register
from fontTools.ttLib import TTFont, TTLibError

from tournament.printing.fitting import ELLIPSIS, FACES, FONT_FILES, NOT_IN_FONT

# Of the five languages, and the signs that documents write besides.
LETTERS = "àáâäæçčďéèêëěíîïĺľňñóòôöœřšťúùûüůýÿž"
SIGNS = f"·ŀĿ’‘“”«»—–−×½¿¡€{ELLIPSIS}{NOT_IN_FONT}"
NEEDED = frozenset(map(chr, range(ord(" "), ord("~") + 1))) | set(LETTERS + LETTERS.upper() + SIGNS)
HINT = "Install what requirements.txt pins (font-source-sans-pro): the fonts come with it."


@register
def fonts_are_there(**_options: Any) -> list[CheckMessage]:
    """A system check: every command that serves or prints begins with it."""
    return [Error(each, hint=HINT, id="printing.E001") for each in faults_of(FONT_FILES)]


def faults_of(folder: Traversable) -> list[str]:
    """What is wrong with the fonts in a folder, a sentence a face."""
    faults = []
    for name in FACES:
        try:
            with folder.joinpath(name).open("rb") as file, TTFont(file) as font:
                lacking = sorted(NEEDED - set(map(chr, font.getBestCmap())))
        except (OSError, TTLibError) as error:
            faults.append(f"The print font {name} cannot be read: {error}.")
        else:
            if lacking:
                faults.append(f"The print font {name} lacks {' '.join(lacking)}.")
    return faults
