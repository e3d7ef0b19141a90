"""A table's sheet answers a script in JSON: what was written, or why not, in the sentence that a page would say.

A phone keeps its hands until such an answer has come: any other page, like that of a hotel's network, is none.
"""

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.utils.cache import add_never_cache_headers

from scoring.errors import RuleError
from tournament.forms.sheet import FormRefused
from tournament.queries.games import GameView
from tournament.texts import sentence
from tournament.views.desk_page import REFUSED

HTML, JSON = "text/html", "application/json"


def wants_json(request: HttpRequest) -> bool:
    """Whether a script asks: a browser that sends a form prefers a page, and so does whoever does not say."""
    return request.get_preferred_type([HTML, JSON]) == JSON


def written(answer: dict[str, Any] | None) -> JsonResponse:
    """The form was done, now or when it came first."""
    return _uncached(JsonResponse({"ok": True, "answer": answer or {}}))


def refused(why: RuleError | FormRefused, view: GameView) -> JsonResponse:
    """Nothing was written. In a conflict `there` is the id of the hand that stands in that place."""
    if isinstance(why, RuleError):
        facts = {"code": why.code, "sentence": sentence(why), "there": _there(why, view)}
    else:
        said = [str(error) for errors in why.form.errors.values() for error in errors]
        facts = {"code": "form", "sentence": " ".join(said), "there": ""}
    return _uncached(JsonResponse({"ok": False, **facts}, status=REFUSED))


def _there(refusal: RuleError, view: GameView) -> str:
    sequence = refusal.facts["stored"]["sequence"] if refusal.code == "hand_conflict" else None
    return next((hand.client_id for hand in view.hands if hand.sequence == sequence), "")


def _uncached(response: JsonResponse) -> JsonResponse:
    add_never_cache_headers(response)
    return response
