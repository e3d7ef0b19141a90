"""What the rows say, handed to the documents: which sheets a round needs."""

from collections.abc import Collection

from django.conf import settings
from django.urls import reverse

from scoring.bids import allowed_bids
from scoring.regulation import Regulation, TieRule
from tournament.models import Round
from tournament.printing.documents import SheetFacts, SheetSide, score_sheets
from tournament.queries.games import GameView, SeatView, games_of_round, regulation_of

EXTRA_HANDS = 2


def sheets_of_round(round_: Round, tables: Collection[int] = ()) -> bytes:
    """The score sheets of a round as one PDF, by table; who rests needs none (D 4).

    Where there are no phones at the tables no sheet has a code to scan.
    """
    regulation = regulation_of(round_.championship)
    return score_sheets(
        [
            facts_of(view, view.b)
            for view in games_of_round(round_)
            if view.b is not None and (not tables or view.table in tables)
        ],
        max_hands=_rows(regulation),
        bids=allowed_bids(regulation),
    )


def facts_of(view: GameView, opponent: SeatView) -> SheetFacts:
    """What is written on one sheet."""
    championship = view.game.round.championship
    return SheetFacts(
        championship=championship.name,
        round_number=view.game.round.number,
        table=view.table or 0,
        a=SheetSide(view.a.number, view.a.war_name),
        b=SheetSide(opponent.number, opponent.war_name),
        url=address_of(view) if championship.phones_at_tables else "",
    )


def address_of(view: GameView) -> str:
    """The sheet's address as phones reach it, in the language in force."""
    return settings.SITE_URL + reverse("sheet", args=[view.game.token])


def _rows(regulation: Regulation) -> int | None:
    """Hands on the sheet, with room for the first extra ones where a level game is played on."""
    if regulation.max_hands is None or regulation.tie_rule is not TieRule.EXTRA_HANDS:
        return regulation.max_hands
    return regulation.max_hands + EXTRA_HANDS
