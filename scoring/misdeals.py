"""Misdeals (E 7.4.5): what follows when the player who deals makes a mistake, rung by rung of the ladder (D 9)."""

from dataclasses import dataclass

from scoring.breaches import CATALOGUE, Basis, Effect, Severity, row_kind
from scoring.errors import RuleError
from scoring.infractions import Acceptances
from scoring.regulation import Misdeal, Regulation
from scoring.sheets import HandKind, Sheet, Side

PLAIN_REDEAL = "7.4.5.1"
IN_FORCE = Acceptances(articles_7_8_9=True)
_CODES = {row.rung: row.code for row in CATALOGUE.values() if row.rung is not None}


@dataclass(frozen=True)
class MisdealOutcome:
    """What follows from one misdeal. `code` is the article of E that orders it.

    All but a plain redeal have a row in the catalogue, to be proposed under this code; only one of them has a
    severity. `is_last_rung`: the same follows from every further misdeal.
    """

    code: str
    effects: tuple[Effect, ...]
    severity: Severity = Severity.NONE
    is_last_rung: bool = False

    @property
    def is_recorded(self) -> bool:
        """Whether the catalogue has it: a plain redeal leaves no trace."""
        return self.code in CATALOGUE

    @property
    def hand_kind(self) -> HandKind | None:
        """The row that the hand becomes; None where it is simply dealt again."""
        return row_kind(self.effects)


def misdeal(consecutive: int, regulation: Regulation, acceptances: Acceptances = IN_FORCE) -> MisdealOutcome:
    """What follows from a player's misdeal number `consecutive` in a row, through his own fault (E 7.4.5.1–4).

    A deal is never mended but done again (E 7.4.5.1). What follows beside it is the regulation's ladder (D 9):
    beyond its end the last rung stays, so that a fourth mistake is never cheaper than a third. At a table that has
    waived article 7 a misdeal is dealt again and no more (E 15.3.1.1.4). A mistake that is not the player's fault
    does not count; a right deal begins a new count.
    Raises RuleError("misdeal_count", "E 7.4.5").
    """
    if consecutive < 1:
        raise RuleError("misdeal_count", "E 7.4.5", consecutive=consecutive)
    if not acceptances.cover(Basis.ARTICLE_7):
        return MisdealOutcome(PLAIN_REDEAL, (Effect.REDEAL,), is_last_rung=True)
    ladder = regulation.misdeal_ladder
    rung = ladder[min(consecutive, len(ladder)) - 1]
    return _outcome(rung, regulation, is_last_rung=consecutive >= len(ladder))


def _outcome(rung: Misdeal, regulation: Regulation, *, is_last_rung: bool) -> MisdealOutcome:
    if rung not in _CODES:
        return MisdealOutcome(PLAIN_REDEAL, (Effect.REDEAL,), is_last_rung=is_last_rung)
    row = CATALOGUE[_CODES[rung]]
    return MisdealOutcome(row.code, row.effects_under(regulation), row.severity, is_last_rung)


def serving_row(effect: Effect, sheet: Sheet, side: Side, *, begins: int) -> int | None:
    """The row (from 0) in which a pair serves what a misdeal brings it at its next turn (D 9): one that is written, or
    one to come. None where nobody knows who called since.

    `begins` is the row in which the misdeal was. Botifarra is barred in the first hand that counts in which the pair
    makes trumps (E 7.4.5.2): a turn that was lost and a hand dealt again are none. A turn is lost by the first row
    that is a turn of the pair, and that moves the call (E 7.4.5.4).
    """
    for at, line in enumerate(sheet.lines[begins:], start=begins):
        if line.maker is None:
            return None
        kind = line.hand.kind
        serves = kind.counts if effect is Effect.NO_BOTIFARRA_NEXT else kind.moves_the_call
        if line.maker is side and serves:
            return at
    return max(begins, len(sheet.hands))
