"""Infractions as the desk and the table see them: what is proposed, what is recorded, what an expulsion means."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from scoring.bids import Bid
from scoring.errors import RuleError
from scoring.infractions import (
    Acceptances,
    Complainant,
    Effect,
    History,
    Moment,
    Need,
    Proposal,
    Sanction,
    Share,
    eliminate,
    propose,
    soften,
)
from scoring.own_revokes import ROWS, Choice
from scoring.regulation import Regulation
from scoring.results import Result, final_result
from scoring.sheets import HandKind, Side
from tournament.models import Championship, Game, Infraction, Pair, Round, Seat
from tournament.queries.drawing import pairs_here
from tournament.queries.games import GameView, SeatView, view_of, with_sheets

IN_A_HAND = (Moment.BEFORE_CONTRACT, Moment.IN_HAND, Moment.ON_REVIEW)


@dataclass(frozen=True)
class Charge:
    """What an organiser says was done, and what is to be made of it.

    `pair` is a registration number, `sequence` a row of the sheet (None: the hand is not written yet), `bid` None
    where nobody has said it. `choice` and `bars_suit` are the harmed pair's (E 16.1.2.2.4). `is_on_sheet`: what
    follows is written there already. `decides`: a refusal is overruled by `reason` (E 17.2).
    """

    pair: int
    code: str
    moment: str = Moment.IN_HAND
    complainant: str = Complainant.OTHER_PAIR
    player: int | None = None
    sequence: int | None = None
    bid: str | None = None
    article: str = ""
    told: str = ""
    choice: str = ""
    bars_suit: bool = False
    share: str = Share.WHOLE
    points: int | None = None
    eliminates: bool = False
    is_on_sheet: bool = False
    decides: bool = False
    reason: str = ""


def acceptances_of(game: Game | None) -> Acceptances:
    """What the boxes of the sheet say (E 15.3); outside a game no box was ever asked about."""
    if game is None:
        return Acceptances()
    boxes = {Game.Box.YES.value: True, Game.Box.NO.value: False}
    return Acceptances.from_boxes(boxes.get(game.accepts_dealing), boxes.get(game.accepts_gathering))


def proposed(
    charge: Charge, history: History, *, regulation: Regulation, view: GameView | None = None
) -> Proposal:
    """What the documents say of it, before anybody softens it.

    Raises RuleError as `propose`, and *"complainant" (E 16, E 17.8), *"infraction_recorded" (E 16): an organiser may
    decide otherwise.
    """
    proposal = propose(
        charge.code,
        history,
        acceptances_of(view.game if view else None),
        regulation=regulation,
        moment=Moment(charge.moment),
        bid=bid_of(charge, view),
        article=charge.article,
        reason=charge.reason if charge.decides else "",
    )
    if Complainant(charge.complainant) not in proposal.complainants and not proposal.reason:
        raise RuleError("complainant", "E 17.8", infraction=proposal.breach.code)
    if view is not None and not proposal.reason:
        _check_recorded(charge, proposal.breach.code, view)
    return proposal


def _check_recorded(charge: Charge, code: str, view: GameView) -> None:
    """The same article of the same pair in the same hand may be what somebody else has recorded meanwhile. A hand that
    was not written yet is the one that stands in its row now."""
    if charge.sequence is None and charge.moment not in IN_A_HAND:
        return
    row = charge.sequence or next_row_of(view)
    of_hand = Q(sequence=row) | Q(sequence=None, effect__next_row=row, moment__in=IN_A_HAND)
    known = Infraction.objects.filter(of_hand, game=view.game, pair__number=charge.pair)
    known = known.filter(Q(code=code) | Q(escalated_from=code), withdrawn_at=None)
    if lines := _lines(known.order_by("at", "id")):
        hand, at = lines[0].hand or view.sheet.hands_played + 1, lines[0].infraction.at
        raise RuleError("infraction_recorded", "E 16", infraction=code, hand=hand, at=at)


def next_row_of(view: GameView) -> int:
    """The sequence that the hand which is not written yet will have."""
    return view.hands[-1].sequence + 1 if view.hands else 1


def decided(charge: Charge, proposal: Proposal) -> Proposal:
    """The proposal as the organiser means it: softened, or an elimination (E 16.2, E 17.5).

    Raises RuleError as `soften` and `eliminate`; "told_missing" (E 16.1.3.1), "reason_missing" (E 17.8) where the
    organisation itself complains, "choice_missing" (E 16.1.2.2.4).
    """
    if charge.complainant == Complainant.ORGANISATION and not charge.reason.strip():
        raise RuleError("reason_missing", "E 17.8", field="reason")
    if Need.FREE_TEXT in proposal.needs and not charge.told.strip():
        raise RuleError("told_missing", "E 16.1.3.1", field="told")
    if charge.eliminates:
        proposal = eliminate(proposal, reason=charge.reason)
    proposal = soften(proposal, Share(charge.share), points=charge.points, reason=charge.reason)
    if Need.CHOICE_OF_HARMED_PAIR in proposal.needs and charge.choice not in PLAIN_CHOICES:
        raise RuleError("choice_missing", "E 16.1.2.2.4", field="choice")
    return proposal


STILL_TO_MIND = (Effect.NO_BOTIFARRA_NEXT, Effect.NEXT_TURN_LOST)
PLAIN_CHOICES = (Choice.CONTINUE, Choice.REPLAY, Choice.PASS)


def hand_kind(charge: Charge, proposal: Proposal) -> HandKind | None:
    """The row that the hand becomes: the sanction's, or the one that the harmed pair chose (E 16.1.2.2.4)."""
    if proposal.hand_kind is not None or Need.CHOICE_OF_HARMED_PAIR not in proposal.needs:
        return proposal.hand_kind
    return ROWS.get(Choice(charge.choice)) if charge.choice else None


def bid_of(charge: Charge, view: GameView | None) -> Bid | None:
    """As the organiser said, else as the row has it."""
    if charge.bid is not None:
        return Bid.parse(charge.bid)
    rows = view.hands if view is not None else ()
    written = next((row for row in rows if row.sequence == charge.sequence), None)
    return Bid(written.bid) if written is not None else None


def side_of(view: GameView, number: int) -> Side | None:
    """Where a pair sits at a table; None where it does not."""
    if view.a.number == number:
        return Side.A
    return Side.B if view.b is not None and view.b.number == number else None


# --- What is recorded ---------------------------------------------------------------------------


@dataclass(frozen=True)
class InfractionLine:
    """One record with its pair and its game. `other` is the pair that complained, None where it was nobody's."""

    infraction: Infraction
    pair: SeatView
    table: int | None
    hand: int | None
    other: int | None

    @property
    def notices(self) -> tuple[str, ...]:
        """What the table still has to mind: what is not a row of its sheet."""
        other = self.infraction.effect.get("other", ())
        barred = ["suit_barred"] if self.infraction.effect.get("bars_suit") else []
        return (*(each for each in other if each in STILL_TO_MIND), *barred)

    @property
    def is_withdrawn(self) -> bool:
        return self.infraction.withdrawn_at is not None

    @property
    def player_name(self) -> str:
        """For the desk only."""
        pair = self.infraction.pair
        return {1: pair.player_1, 2: pair.player_2}.get(self.infraction.player or 0, "")


@dataclass(frozen=True)
class Sought:
    """What the list is narrowed to; None and "" are everything."""

    pair: int | None = None
    round_number: int | None = None
    code: str = ""


def recorded(championship: Championship, sought: Sought | None = None) -> tuple[InfractionLine, ...]:
    """Every record, withdrawn ones too, the latest first. Five queries at most."""
    sought = sought or Sought()
    rows = Infraction.objects.filter(championship=championship)
    if sought.pair is not None:
        rows = rows.filter(pair__number=sought.pair)
    if sought.round_number is not None:
        rows = rows.filter(round_number=sought.round_number)
    if sought.code:
        rows = rows.filter(Q(code=sought.code) | Q(escalated_from=sought.code))
    return _lines(rows.order_by("-at", "-id"))


def infractions_of_game(game: Game) -> tuple[InfractionLine, ...]:
    """What stands against the pairs of a game, in the order of the records: for its sheet."""
    return _lines(Infraction.objects.filter(game=game, withdrawn_at=None).order_by("at", "id"))


def sanctions_of_hand(game: Game, sequence: int | None) -> tuple[Infraction, ...]:
    """What stands and wrote this row of the sheet, the latest last: the row is what that one says."""
    if sequence is None:
        return ()
    rows = Infraction.objects.filter(game=game, withdrawn_at=None, effect__hand__sequence=sequence)
    return tuple(rows.select_related("pair").order_by("at", "id"))


def owned_rows(infractions: Collection[Infraction]) -> frozenset[int]:
    """Rows of the sheet that these infractions, none withdrawn, wrote as a sanction, or whose sanction stands there:
    they are changed by their infraction and by nothing else (E 16.2)."""
    written = {each.effect["hand"]["sequence"] for each in infractions if "hand" in each.effect}
    on_sheet = {each.sequence for each in infractions if each.sequence and each.sanction == Sanction.POINTS}
    return frozenset(written | on_sheet)


def owned_rows_of(game: Game) -> frozenset[int]:
    """The same of a game. One query."""
    return owned_rows(list(Infraction.objects.filter(game=game, withdrawn_at=None)))


def infraction_of(championship: Championship, infraction_id: int) -> InfractionLine | None:
    """One record of this championship."""
    found = _lines(Infraction.objects.filter(championship=championship, pk=infraction_id))
    return found[0] if found else None


def codes_recorded(championship: Championship) -> tuple[str, ...]:
    """The rows of the catalogue of which there is a record, to narrow the list by."""
    rows = Infraction.objects.filter(championship=championship)
    pairs = rows.order_by("code").values_list("code", "escalated_from").distinct()
    return tuple(sorted({code for both in pairs for code in both if code}))


def _lines(rows: QuerySet[Infraction]) -> tuple[InfractionLine, ...]:
    found = rows.select_related("pair", "decided_by", "game").prefetch_related(
        "game__seats__pair", "game__hands"
    )
    return tuple(_line(row) for row in found)


def _line(row: Infraction) -> InfractionLine:
    pair = row.pair
    seats = list(row.game.seats.all()) if row.game else []
    other = next((seat.pair.number for seat in seats if seat.side == row.complained_by), None)
    return InfractionLine(
        infraction=row,
        pair=SeatView(pair.pk, pair.number, pair.war_name),
        table=row.game.table if row.game else None,
        hand=_number_of(row),
        other=other,
    )


def _number_of(row: Infraction) -> int | None:
    """The number of the hand on the sheet; a row that does not count has none."""
    hands = (
        [hand for hand in row.game.hands.all() if hand.sequence <= row.sequence]
        if row.game and row.sequence
        else []
    )
    counted = [hand.sequence for hand in hands if HandKind(hand.kind).counts]
    return len(counted) if row.sequence in counted else None


# --- What an expulsion means ---------------------------------------------------------------------


@dataclass(frozen=True)
class Ending:
    """A game that ends because a pair leaves it: its score then, None where the sheet first needs a choice."""

    view: GameView
    side: Side
    result: Result | None


@dataclass(frozen=True)
class Consequences:
    """What an expulsion brings with it, to be read before it is confirmed (D 8)."""

    endings: tuple[Ending, ...]
    opponents: tuple[int, ...]
    pairs_left: int
    rounds_left: int | None
    has_draft: bool

    @property
    def is_odd(self) -> bool:
        return self.pairs_left % 2 == 1


def open_seats(pair: Pair) -> QuerySet[Seat]:
    """Where a pair sits in games that are being played: those end when it is expelled (D 8)."""
    seats = Seat.objects.filter(pair=pair, void=False, game__kind=Game.Kind.PLAYED)
    return seats.exclude(game__state=Game.State.CONFIRMED).exclude(round__state=Round.State.DRAFT)


def consequences(pair: Pair, regulation: Regulation) -> Consequences:
    """What happens if this pair is expelled now."""
    championship = pair.championship
    played = Seat.objects.filter(game__seats__pair=pair, void=False, game__state=Game.State.CONFIRMED)
    drawn = championship.rounds.exclude(state=Round.State.DRAFT).count()
    others = pairs_here(championship).exclude(pk=pair.pk)
    return Consequences(
        endings=tuple(_ending(seat, regulation) for seat in open_seats(pair)),
        opponents=tuple(sorted(set(played.exclude(pair=pair).values_list("pair__number", flat=True)))),
        pairs_left=others.count(),
        rounds_left=None if regulation.rounds is None else max(regulation.rounds - drawn, 0),
        has_draft=championship.rounds.filter(state=Round.State.DRAFT).exists(),
    )


def _ending(seat: Seat, regulation: Regulation) -> Ending:
    view = view_of(with_sheets(Game.objects.all()).get(pk=seat.game_id))
    side = Side(seat.side)
    if view.totals_differ:
        return Ending(view, side, None)
    played = view.sheet if view.typed is None else view.typed
    return Ending(view, side, final_result(played, regulation, left=side))


def withdrawn_from(game: Game) -> Pair | None:
    """The pair that has left this game, where it is in no coming round either."""
    seats = Seat.objects.filter(game=game, side=game.left or None, pair__state=Pair.State.WITHDRAWN)
    seat = seats.select_related("pair").first()
    return seat.pair if seat else None


def pair_numbered(championship: Championship, number: int) -> Pair | None:
    """A pair by its registration number."""
    return championship.pairs.filter(number=number).first()


def pairs_to_charge(championship: Championship) -> Sequence[Pair]:
    """Who can be charged outside a game: whoever has come."""
    return championship.pairs.exclude(state=Pair.State.WAITING).order_by("number")
