"""A new infraction: who, what and when; what the regulations say of it; and only then its record (E 16)."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.bids import allowed_bids
from scoring.errors import RuleError
from scoring.infractions import CATALOGUE, Breach, Moment, Need, Proposal, Sanction, offered
from scoring.own_revokes import Choice
from scoring.regulation import Regulation
from tournament import texts_infractions as words
from tournament.access import desk
from tournament.forms.infractions import ChargeForm
from tournament.forms.typed_word import require_typed_word
from tournament.models import Championship, Infraction, Pair
from tournament.queries.faults import history_of
from tournament.queries.games import GameView, game_of, regulation_of
from tournament.queries.infractions import (
    IN_A_HAND,
    acceptances_of,
    consequences,
    decided,
    pair_numbered,
    pairs_to_charge,
    proposed,
    sanctions_of_hand,
)
from tournament.services import infractions as services
from tournament.views.desk_page import REFUSED, desk_page
from tournament.views.sheet_parts import paper_rows

PLAYERS = ("player_1", "player_2")
AT_A_TABLE = tuple(moment for moment in Moment if moment is not Moment.OUTSIDE_GAME)


@dataclass(frozen=True)
class Place:
    """Where it was: at a table, or outside a game where `view` is None."""

    championship: Championship
    regulation: Regulation
    view: GameView | None

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """Who may have done it, the left pair first."""
        pairs = tuple(pairs_to_charge(self.championship))
        if self.view is None:
            return pairs
        seated = [seat.number for seat in (self.view.a, self.view.b) if seat]
        return tuple(sorted((p for p in pairs if p.number in seated), key=lambda p: seated.index(p.number)))

    @property
    def address(self) -> str:
        if self.view is None:
            return reverse("desk_infraction_outside", args=[self.championship.slug])
        return reverse("desk_infraction_new", args=[self.championship.slug, self.view.game.pk])

    def form(self, request: HttpRequest) -> ChargeForm:
        """As it was sent, or as a link fills it in."""
        sent = (request.POST or request.GET).dict()
        if self.view is None:
            sent["moment"] = Moment.OUTSIDE_GAME.value
        sequences = [row.sequence for row in self.view.hands] if self.view else []
        numbers = [pair.number for pair in self.pairs]
        return ChargeForm(sent, numbers=numbers, sequences=sequences, regulation=self.regulation)


@desk("organiser")
def new(request: HttpRequest, championship: Championship, game_id: int) -> HttpResponse:
    """Something was done at a table."""
    view = game_of(championship, game_id)
    if view is None or view.b is None:
        raise Http404
    return _new(request, Place(championship, view.regulation, view))


@desk("organiser")
def new_outside(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Something was done outside a game."""
    return _new(request, Place(championship, regulation_of(championship), None))


def _new(request: HttpRequest, place: Place) -> HttpResponse:
    form = place.form(request)
    if request.method != "POST" or "record" not in request.POST:
        return _new_page(request, place, form)
    if not form.is_valid():
        return _new_page(request, place, form, status=REFUSED)
    try:
        _check_seen(request, place, form)
        _record(request, place, form)
    except RuleError as refusal:
        return _new_page(request, place, form, refusal=refusal, status=REFUSED)
    messages.success(request, _("The infraction is recorded."))
    if place.view is None:
        return HttpResponseRedirect(reverse("desk_infractions", args=[place.championship.slug]), status=303)
    return HttpResponseRedirect(
        reverse("desk_game", args=[place.championship.slug, place.view.game.pk]), status=303
    )


def _record(request: HttpRequest, place: Place, form: ChargeForm) -> None:
    services.record_infraction(
        place.championship.pk,
        form.charge,
        game_id=place.view.game.pk if place.view else None,
        actor=request.actor,  # type: ignore[attr-defined]
        client_id=form.cleaned_data["client_id"],
        version=form.cleaned_data["version"],
        now=timezone.now(),
    )


def _check_seen(request: HttpRequest, place: Place, form: ChargeForm) -> None:
    """Nobody records what he has not read, and nobody expels a pair with one click.

    Raises RuleError("proposal_changed" | "word_not_typed").
    """
    proposal = _proposal(place, form)
    if seal_of(proposal) != form.cleaned_data["seen"]:
        raise RuleError("proposal_changed", "E 16.2")
    if decided(form.charge, proposal).sanction is Sanction.EXPULSION:
        require_typed_word(request, "expel")


def seal_of(proposal: Proposal) -> str:
    """The proposal in one line, to tell whether it is still the one that was read."""
    return f"{proposal.breach.code}:{proposal.code}:{proposal.sanction}:{proposal.stake}:{proposal.points}"


def _proposal(place: Place, form: ChargeForm) -> Proposal:
    pair = pair_numbered(place.championship, form.charge.pair)
    if pair is None:
        raise RuleError("pair_not_here", "E 16", number=form.charge.pair)
    history = history_of(pair, place.view.game if place.view else None)
    return proposed(form.charge, history, regulation=place.regulation, view=place.view)


def _new_page(
    request: HttpRequest,
    place: Place,
    form: ChargeForm,
    *,
    refusal: RuleError | None = None,
    status: int = 200,
) -> HttpResponse:
    if place.view is not None and (request.method != "POST" or refusal is not None):
        form.based_on(place.view.game.version)
    context = _choices(place, form) | _answer(place, form, refusal)
    if place.view is not None:
        rows = [row for row in paper_rows(place.view) if row.stored]
        context |= {"game": place.view.game, "view": place.view, "rows": rows}
    return desk_page(
        request,
        "infractions/new",
        place.championship,
        status=status,
        section="infractions",
        form=form,
        place=place,
        shows_errors=request.method == "POST",
        **context,
    )


def _choices(place: Place, form: ChargeForm) -> dict[str, Any]:
    """What can be chosen; rows that are not in force at this table stand apart."""
    game = place.view.game if place.view else None
    in_force = offered(acceptances_of(game), regulation=place.regulation)
    moments = AT_A_TABLE if place.view else (Moment.OUTSIDE_GAME,)
    return {
        "in_force": [_row(row) for row in in_force],
        "not_in_force": [_row(row) for row in CATALOGUE.values() if row not in in_force],
        "moments": [(moment.value, words.moment_text(moment)) for moment in moments],
        "in_a_hand": [moment.value for moment in IN_A_HAND],
        "players": _players(place, form),
        "bids": [bid.value for bid in allowed_bids(place.regulation)],
        "said": {name: form.data.get(name, "") for name in form.fields},
        "review": _review_address(place),
    }


def _players(place: Place, form: ChargeForm) -> list[tuple[str, str]]:
    """The two of the chosen pair; until one is chosen those of both, each with the number of its pair."""
    chosen = [pair for pair in place.pairs if str(pair.number) == str(form.data.get("pair", ""))]
    if place.view is None and not chosen:
        return [("1", _("the first player")), ("2", _("the second player"))]
    pairs = chosen or place.pairs
    both = [[f"{pair.number} {getattr(pair, part)}" for pair in pairs] for part in PLAYERS]
    return [(number, " / ".join(names)) for number, names in zip("12", both, strict=True)]


def _review_address(place: Place) -> str:
    """The revoke review, told whether the tricks of this table lie as 11.2 says."""
    if place.view is None:
        return ""
    address = reverse("desk_tool", args=[place.championship.slug, "renunci"])
    gathered = acceptances_of(place.view.game).article_11
    return f"{address}?recollida={'si' if gathered else 'no'}"


def _row(row: Breach) -> dict[str, str]:
    return {
        "code": row.code,
        "text": words.infraction_text(row.code),
        "severity": words.severity_text(row.severity),
        "suit": words.severity_suit(row.severity),
        "searched": words.searched_text(row),
    }


def _answer(place: Place, form: ChargeForm, refusal: RuleError | None) -> dict[str, Any]:
    """What is proposed, or why nothing can be."""
    said: dict[str, Any] = {"refusal": refusal, "proposal": None}
    if not form.asks or not form.is_valid():
        return said
    try:
        proposal = _proposal(place, form)
    except RuleError as why:
        return said | {"refusal": refusal or why}
    expels = proposal.sanction is Sanction.EXPULSION or proposal.breach.code == "17.5"
    pair = pair_numbered(place.championship, form.charge.pair)
    writes_hand = place.view is not None and (proposal.hand_kind is not None or proposal.stake > 0)
    return said | {
        "proposal": proposal,
        "proposed": words.proposal_texts(proposal),
        "seal": seal_of(proposal),
        "asks_organiser": words.asks_organiser(proposal),
        "most": proposal.stake if proposal.sanction is Sanction.EXPULSION else max(proposal.points - 1, 0),
        "shares": [(share, words.share_text(share)) for share in words.SHARES],
        "choices": _choices_of_pair(proposal),
        "may_bar_suit": Need.SUIT_OF_HARMED_PAIR in proposal.needs,
        "needs_told": Need.FREE_TEXT in proposal.needs,
        "may_eliminate": proposal.breach.code == "17.5",
        "writes_hand": writes_hand,
        "replaced": _replaced(place, form) if writes_hand else None,
        "consequences": consequences(pair, place.regulation) if expels and pair else None,
        "accused": pair,
    }


def _replaced(place: Place, form: ChargeForm) -> Infraction | None:
    """The record whose sanction stands in that hand now."""
    wrote = sanctions_of_hand(place.view.game, form.charge.sequence) if place.view else ()
    return wrote[-1] if wrote else None


def _choices_of_pair(proposal: Proposal) -> list[tuple[str, str]]:
    if Need.CHOICE_OF_HARMED_PAIR not in proposal.needs:
        return []
    return [(choice.value, str(words.CHOICES[choice])) for choice in Choice if choice in words.CHOICES]
