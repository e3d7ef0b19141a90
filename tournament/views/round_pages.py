"""The page of a round at the desk, one of three: to be prepared, a draft, or published."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.errors import RuleError
from tournament.access import is_director
from tournament.forms.championships import AnnounceEndForm
from tournament.forms.drawing import ArrangementForm, DrawingForm
from tournament.forms.writing import WritingForm
from tournament.models import Championship, Round
from tournament.queries import desk as queries
from tournament.queries import meetings
from tournament.queries.drawing import next_round_number
from tournament.queries.games import open_games, regulation_of
from tournament.queries.late import late_pairs
from tournament.queries.rounds import desk_round
from tournament.queries.standings import results_counted
from tournament.views.desk_page import REFUSED, desk_page


def page_of_round(
    request: HttpRequest,
    championship: Championship,
    number: int,
    *,
    refusal: RuleError | None = None,
    forms: dict[str, WritingForm] | None = None,
    **facts: Any,
) -> HttpResponse:
    """The round as it stands, with what was refused and everything that had been chosen or typed."""
    found = desk_round(championship, number)
    if found is None and not is_preparable(championship, number):
        return _not_there(request, championship, number)
    forms = forms or {}
    refused = refusal is not None or any(form.errors for form in forms.values())
    context = {
        "number": number,
        "refusal": refusal,
        "rested": meetings.rested(championship, before=number),
        "next": queries.what_next(championship, timezone.now()),
        **facts,
    }
    if found is None:
        template, more = "round_prepare", _prepare(request, championship, number)
    elif found.state == Round.State.DRAFT:
        template, more = "round_draft", _draft(request, championship, found)
    else:
        template, more = "round", _published(championship, found)
    status = REFUSED if refused else 200
    return desk_page(
        request, template, championship, status=status, section="rounds", **{**more, **context, **forms}
    )


def settings_seen(request: HttpRequest) -> int | None:
    """The version of the settings that the form of the drawing was based on."""
    text = request.POST.get("settings", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def draft_seen(request: HttpRequest) -> tuple[int, int] | None:
    """The draft that was looked at, with its version."""
    texts = request.POST.get("round", ""), request.POST.get("version", "")
    if not all(text.isascii() and text.isdigit() and len(text) < 10 for text in texts):
        return None
    return int(texts[0]), int(texts[1])


def is_preparable(championship: Championship, number: int) -> bool:
    """Whether this is the round that comes next."""
    rounds = regulation_of(championship).rounds or 0
    is_over = championship.state == Championship.State.FINISHED
    return not is_over and number == next_round_number(championship) <= rounds


def _not_there(request: HttpRequest, championship: Championship, number: int) -> HttpResponse:
    if number > next_round_number(championship):
        raise Http404
    messages.warning(request, _("Round %(round)s is not drawn yet.") % {"round": number})
    return redirect("desk_rounds", slug=championship.slug)


def _before_the_draw(request: HttpRequest, championship: Championship, number: int) -> dict[str, Any]:
    """What may be settled before a round is drawn, and who misses it."""
    return {
        "drawing_form": DrawingForm(championship),
        "arrangement_form": ArrangementForm(),
        "arrangements": meetings.arrangements_of(championship, number),
        "missing": [line for line in queries.pair_lines(championship) if line.misses],
        "is_director": is_director(request),
    }


def _prepare(request: HttpRequest, championship: Championship, number: int) -> dict[str, Any]:
    return {
        **_before_the_draw(request, championship, number),
        "preview": meetings.preview(championship),
        "counted": results_counted(championship),
        "open_tables": [(view.game.round.number, view.table) for view in open_games(championship)],
    }


def _draft(request: HttpRequest, championship: Championship, round_: Round) -> dict[str, Any]:
    round_.championship = championship
    draft = meetings.draft_page(round_)
    return {
        **_before_the_draw(request, championship, round_.number),
        "round": round_,
        "draft": draft,
        "draw": draft.draw,
        "chosen": [],
    }


def _published(championship: Championship, round_: Round) -> dict[str, Any]:
    round_.championship = championship
    return {
        "round": round_,
        "draw": meetings.draw_of(round_),
        "left": meetings.left_unplayed(round_),
        "repairs": round_.reasons.get("repairs", []),
        "differing": meetings.would_differ(round_) if round_.reasons.get("open") else (),
        "late": late_pairs(championship, round_, timezone.now()),
        "end_form": AnnounceEndForm(),
        "chosen": [],
    }
