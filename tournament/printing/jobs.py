"""What the rows say, handed to the documents: which sheets are printed, and what is written on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.conf import settings
from django.urls import reverse

from scoring.bids import allowed_bids
from scoring.regulation import Regulation, TieRule
from tournament.models import Championship, Round
from tournament.printing.records import record_of
from tournament.printing.score_sheet import Form, score_sheets
from tournament.printing.sheet_facts import Record, SheetFacts, SheetSide
from tournament.queries.games import GameView, SeatView, games_of_round, regulation_of
from tournament.queries.records import beside_the_hands

EXTRA_HANDS = 2


class What(StrEnum):
    """What is written on the sheets: names alone, to play; all that was written of the game, to give away, or to be
    signed in place of a lost sheet; nothing."""

    TO_PLAY = "jugar"
    RECORD = "escrit"
    TO_SIGN = "signar"
    BLANK = "blanc"


@dataclass(frozen=True)
class Wanted:
    """Which sheets of a round, and how. Without tables and pairs it is all of them; `blanks` is how many blank ones."""

    what: What = What.TO_PLAY
    tables: frozenset[int] = frozenset()
    pairs: frozenset[int] = frozenset()
    blanks: int = 0
    back: bool = True
    two_up: bool = False

    def takes(self, view: GameView) -> bool:
        numbers = {seat.number for seat in (view.a, view.b) if seat}
        return not (self.tables or self.pairs) or view.table in self.tables or bool(numbers & self.pairs)


EVERYTHING = Wanted()


def sheets_of_round(round_: Round, wanted: Wanted = EVERYTHING) -> bytes:
    """The score sheets of a round as one PDF, by table; who rests needs none (D 4).

    Where there are no phones at the tables no sheet has a code to scan. Raises ValueError where nothing is chosen.
    """
    if wanted.what is What.BLANK:
        return blank_sheets(round_.championship, wanted, round_number=round_.number)
    seated = ((view, view.b) for view in games_of_round(round_) if wanted.takes(view))
    games = [(view, opponent) for view, opponent in seated if opponent is not None]
    records = _records([view for view, _opponent in games], wanted.what)
    sheets = [facts_of(view, opponent, records.get(view.game.pk)) for view, opponent in games]
    return _printed(round_.championship, sheets, wanted)


def _records(views: Sequence[GameView], what: What) -> dict[int, Record]:
    """What was written of each game, where that is to be printed."""
    if what is What.TO_PLAY:
        return {}
    beside = beside_the_hands(views)
    return {
        view.game.pk: record_of(view, beside[view.game.pk], to_sign=what is What.TO_SIGN) for view in views
    }


def blank_sheets(championship: Championship, wanted: Wanted, *, round_number: int | None = None) -> bytes:
    """Sheets on which everything is written by hand, at most the number of the round printed."""
    facts = SheetFacts(championship.name, round_number)
    return _printed(championship, [facts] * wanted.blanks, wanted)


def _printed(championship: Championship, sheets: Sequence[SheetFacts], wanted: Wanted) -> bytes:
    regulation = regulation_of(championship)
    form = Form(
        max_hands=_rows(regulation),
        bids=allowed_bids(regulation),
        back=wanted.back,
        two_up=wanted.two_up,
    )
    return score_sheets(sheets, form)


def facts_of(view: GameView, opponent: SeatView, record: Record | None = None) -> SheetFacts:
    """What is written on one sheet."""
    championship = view.game.round.championship
    return SheetFacts(
        championship=championship.name,
        round_number=view.game.round.number,
        table=view.table or 0,
        a=SheetSide(view.a.number, view.a.war_name),
        b=SheetSide(opponent.number, opponent.war_name),
        url=address_of(view) if championship.phones_at_tables else "",
        record=record,
    )


def address_of(view: GameView) -> str:
    """The sheet's address as phones reach it, in the language in force."""
    return settings.SITE_URL + reverse("sheet", args=[view.game.token])


def _rows(regulation: Regulation) -> int | None:
    """Hands on the sheet, with room for the first extra ones where a level game is played on."""
    if regulation.max_hands is None or regulation.tie_rule is not TieRule.EXTRA_HANDS:
        return regulation.max_hands
    return regulation.max_hands + EXTRA_HANDS
