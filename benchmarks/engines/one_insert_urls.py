"""The one page of `one_insert`."""

from django.http import HttpRequest, JsonResponse
from django.urls import path

from tournament.models import Championship, Submission

CHAMPIONSHIP: list[Championship] = []


def hand(request: HttpRequest, token: str = "") -> JsonResponse:
    if request.method == "POST":
        CHAMPIONSHIP[:] = CHAMPIONSHIP or [Championship.objects.get()]
        client_id = request.POST["client_id"]
        Submission.objects.create(championship=CHAMPIONSHIP[0], client_id=client_id, kind="bare", answer={})
    return JsonResponse({"ok": True})


urlpatterns = [path("ara", hand), path("f/<str:token>/dat/", hand)]
