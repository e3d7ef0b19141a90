"""A round made by hand, without light, typed into the program."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.errors import RuleError
from tournament.access import desk, is_director
from tournament.core.typed_round import TypedRound, parse_round
from tournament.forms.by_hand import RoundByHandForm
from tournament.models import Championship
from tournament.queries.drawing import next_round_number, present_pairs
from tournament.queries.meetings import names_of
from tournament.queries.rounds import desk_round
from tournament.services.by_hand import type_round
from tournament.texts import sentence
from tournament.texts_by_hand import in_line, problem_texts
from tournament.views.desk_page import REFUSED, desk_page, sent_from
from tournament.views.round_pages import draft_seen


@desk("organiser")
def by_hand(request: HttpRequest, championship: Championship) -> HttpResponse:
    """The tables as they were given out, a line each; they become the draft of the next round."""
    if request.method != "POST":
        return _page(request, championship, RoundByHandForm())
    form = RoundByHandForm(request.POST)
    if not form.is_valid():
        return _page(request, championship, form)
    typed = _typed(championship, form.cleaned_data["text"])
    if typed.problems:
        return _page(request, championship, form, problem_texts(typed.problems))
    reason = form.cleaned_data["reason"].strip()
    facts = {"reason": reason, "despite_open": reason if is_director(request) else ""}
    try:
        round_ = type_round(
            championship.pk, typed.seating, **facts, seen=draft_seen(request), **sent_from(request)
        )
    except RuleError as refusal:
        return _page(request, championship, form, [_with_line(refusal, typed)])
    text = _("Round %(round)s stands as you typed it. Nobody sees it yet: look at it, then publish it.")
    messages.success(request, text % {"round": round_.number})
    return redirect("desk_round", slug=championship.slug, number=round_.number)


def _typed(championship: Championship, text: str) -> TypedRound:
    playing = {pair.number for pair in present_pairs(championship, next_round_number(championship))}
    return parse_round(text, playing=playing, known=names_of(championship))


def _with_line(refusal: RuleError, typed: TypedRound) -> str:
    """The sentence, and its line where it is about two pairs that meet."""
    return in_line(typed.line_of.get(refusal.facts.get("a", 0), 0), sentence(refusal))


def _page(
    request: HttpRequest, championship: Championship, form: RoundByHandForm, problems: Sequence[str] = ()
) -> HttpResponse:
    number = next_round_number(championship)
    return desk_page(
        request,
        "round_by_hand",
        championship,
        status=REFUSED if form.errors or problems else 200,
        section="rounds",
        form=form,
        problems=problems,
        number=number,
        draft=desk_round(championship, number),
        pairs=present_pairs(championship, number),
    )
