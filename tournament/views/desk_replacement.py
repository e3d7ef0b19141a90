"""A player of a pair is replaced, for a round or for good; and it is taken back."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.errors import RuleError
from tournament.access import desk, desk_actor, takes_forms
from tournament.forms.mishaps import ReplacementForm
from tournament.forms.writing import client_id_of
from tournament.models import Championship, Pair
from tournament.queries import desk as queries
from tournament.queries.mishaps import replacements_of, round_to_play
from tournament.queries.submissions import is_answered
from tournament.services import replacements
from tournament.texts import sentence
from tournament.views.desk_page import REFUSED, desk_page


@desk("organiser")
def replacement(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    """What would follow, and who comes."""
    found = _pair(championship, number)
    as_it_is = {"version": found.version}
    form = ReplacementForm((found.player_1, found.player_2), request.POST or None, initial=as_it_is)
    if request.method != "POST" or not form.is_valid():
        return _page(request, found, form)
    try:
        row = replacements.replace_player(
            found.pk,
            form.cleaned_data["player"],
            form.came,
            is_for_good=form.cleaned_data["for_good"],
            version=form.cleaned_data["version"],
            actor=desk_actor(request),
            client_id=form.cleaned_data["client_id"],
        )
    except RuleError as refusal:
        form.refuse(refusal)
        if refusal.code == "stale_version":
            form.based_on(found.version)
        return _page(request, found, form)
    facts = {"came": row.came, "former": row.former, "number": number, "round": row.round_number}
    said = _("%(came)s plays in pair %(number)s instead of %(former)s in round %(round)s.")
    if row.is_for_good:
        said = _("%(came)s plays in pair %(number)s instead of %(former)s from now on.")
    messages.success(request, said % facts)
    return redirect("desk_replacement", slug=championship.slug, number=number)


def _pair(championship: Championship, number: int) -> Pair:
    found = queries.pair_of(championship, number)
    if found is None:
        raise Http404
    return found


def _page(request: HttpRequest, found: Pair, form: ReplacementForm, **context: Any) -> HttpResponse:
    championship = found.championship
    return desk_page(
        request,
        "mishaps/replacement",
        championship,
        status=REFUSED if form.errors or context else 200,
        section="pairs",
        pair=found,
        form=form,
        round_number=round_to_play(championship),
        replacements=replacements_of(found),
        **context,
    )


@takes_forms
@desk("organiser")
def take_back(
    request: HttpRequest, championship: Championship, number: int, replacement_id: int
) -> HttpResponse:
    """The former player plays."""
    found = _pair(championship, number)
    sent: dict[str, Any] = {"actor": desk_actor(request), "client_id": client_id_of(request)}
    is_there = replacement_id in {row.pk for row in replacements_of(found)}
    if not is_there and not is_answered(championship, sent["client_id"]):
        raise Http404
    try:
        replacements.take_back(championship.pk, replacement_id, **sent)
    except RuleError as refusal:
        form = ReplacementForm((found.player_1, found.player_2))
        return _page(request, found, form, refusal=sentence(refusal))
    messages.success(request, _("Taken back: the pair plays as before."))
    return redirect("desk_replacement", slug=championship.slug, number=number)
