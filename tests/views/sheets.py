"""What the tests of both sheet pages share: their addresses, what a reader sees, and forms as they are sent."""

import re
from datetime import timedelta
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tests import factories
from tournament.models import Championship, Game, PlayedHand, Round, Seat
from tournament.queries.games import view_of

HAND = {"base": "", "doubling": "", "side": "a", "points": "12", "unit": "points", "after": ""}


def new_game(championship: Championship | None = None) -> Game:
    """Table 1 of a round just published: pair 1 on the left, pair 2 on the right."""
    championship = championship or factories.championship(name="Vilaplana 2026")
    round_ = factories.round_(championship, published_at=timezone.now())
    left = factories.pair(championship, war_name="Els de Cal Menut")
    right = factories.pair(championship, war_name="Les Manilles de l'Alta Ribagorça")
    return factories.game(round_, a=left, b=right)


def address(game: Game, action: str = "") -> str:
    return f"/en/f/{game.token}/{action}"


def text_of(response: HttpResponse) -> str:
    """What a reader sees, tags and doubled spaces gone."""
    body = re.sub(r"<script.*?</script>|data-facts=\"[^\"]*\"", "", response.content.decode(), flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())


def shown(client: Client, game: Game, query: str = "") -> str:
    return text_of(client.get(address(game) + query))


def send(client: Client, game: Game, action: str = "dat/", **fields: Any) -> HttpResponse:
    return client.post(address(game, action), fields)


def send_hand(client: Client, game: Game, **fields: Any) -> HttpResponse:
    last = PlayedHand.objects.filter(game=game).last()
    return send(client, game, **HAND | {"after": last.client_id if last else ""} | fields)


def totals(game: Game) -> tuple[int, int]:
    return view_of(Game.objects.get(pk=game.pk)).sheet.totals


def played_out(game: Game) -> None:
    """Pair 1 reaches 108 in three hands."""
    for bid, points in (("BC", (48, 0)), ("C", (0, 12)), ("R", (60, 0))):
        factories.hand(game, *points, bid=bid)


def an_hour_passes(game: Game) -> None:
    """The round was published an hour ago: the least time of a game is over (E 12.3.3.1)."""
    Round.objects.filter(pk=game.round_id).update(published_at=timezone.now() - timedelta(hours=1))


def desk_base(championship: Championship) -> str:
    return f"/en/organitzacio/{championship.slug}/"


def desk_address(game: Game, action: str = "") -> str:
    tail = f"{action}/" if action else ""
    return f"{desk_base(game.round.championship)}partida/{game.pk}/{tail}"


def typed_address(game: Game) -> str:
    """Where the whole sheet of a game is typed."""
    return f"{desk_base(game.round.championship)}entrada/full/{game.pk}/"


def type_sheet(client: Client, game: Game, *rows: str, **foot: Any) -> HttpResponse:
    """A whole sheet, as whoever types it sends it; both pairs have signed it unless `signed` is empty."""
    fields = {"row": list(rows), "signed": "1"} | foot
    return client.post(typed_address(game), {name: said for name, said in fields.items() if said != ""})


def shown_at_desk(client: Client, game: Game) -> str:
    return text_of(client.get(desk_address(game)))


def act(client: Client, game: Game, action: str, **fields: Any) -> HttpResponse:
    """One action of the desk."""
    return client.post(desk_address(game, action), fields)


def type_row(client: Client, game: Game, row: str, **fields: Any) -> HttpResponse:
    last = PlayedHand.objects.filter(game=game).last()
    return act(client, game, "hand", row=row, after=last.client_id if last else "", **fields)


def counted(game: Game) -> list[tuple[int | None, int | None]]:
    """Points and doubled wins of both pairs, as the standings see them."""
    return list(Seat.objects.filter(game=game).order_by("side").values_list("points_for", "wins2"))


def log_in(client: Client, championship: Championship, **role: Any) -> Client:
    who = factories.member(championship, **role)
    client.force_login(who, backend="django.contrib.auth.backends.ModelBackend")
    return client
