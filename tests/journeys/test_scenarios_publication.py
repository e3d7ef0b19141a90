"""Scenarios of what is public and what is not: drafts, the same draw on every page, names that only the desk knows."""

import json
import logging
import re
import secrets
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from tests.journeys.scenes import championship_of, game_at, is_absent, play, play_out, published, withdraw
from tests.services.conftest import DESK, seated
from tests.views.desk_visitors import at_desk
from tests.views.sheets import text_of
from tournament.models import Championship, Game, Round
from tournament.queries.standings import standings
from tournament.services import games, repairs, rounds
from tournament.views.tools import TOOLS

pytestmark = pytest.mark.django_db

LANGUAGES = ("", "/es", "/en", "/fr", "/cs")
UNDER_A_SHEET = ("", "dat/", "dat/1/", "desfes/", "sorteig/", "acaba/")
OF_A_ROUND = (
    "organitzacio/{slug}/rondes/{round}/",
    "organitzacio/{slug}/imprimeix/fulls/{round}.pdf",
    "organitzacio/{slug}/taules/?ronda={round}",
    "organitzacio/{slug}/taules/files/?ronda={round}&v=0",
    "organitzacio/{slug}/entrada/?taula=1&ronda={round}",
    "c/{slug}/ronda/{round}/",
    "c/{slug}/ronda/{round}/?ordre=nom",
    "c/{slug}/ronda/{round}/taula/1/",
    "c/{slug}/ronda/{round}.json",
    "c/{slug}/ronda/{round}.csv",
    "c/{slug}/classificacio/?ronda={round}",
    "c/{slug}/classificacio.json?ronda={round}",
)
OF_ALL = ("", "classificacio/", "sorteig/", "estadistiques/", "reglament/", "pantalla/")
AS_DATA = ("classificacio.json", "classificacio.csv", "parelles.json", "parelles.csv")


def of_round(of: Championship, number: int) -> list[str]:
    """Every address that names a round."""
    return [f"/{each.format(slug=of.slug, round=number)}" for each in OF_A_ROUND]


def of_all(of: Championship) -> list[str]:
    """Every other address that needs no account: also the sheets that a player still has of the first two rounds."""
    numbers = of.pairs.values_list("number", flat=True)
    tokens = Game.objects.filter(round__championship=of, round__number__lt=3).values_list("token", flat=True)
    of_pairs = (f"parella/{number}{kind}" for number in numbers for kind in ("/", ".json"))
    pages = [*OF_ALL, *AS_DATA, *of_pairs]
    return ["/", *(f"/c/{of.slug}/{page}" for page in pages), *(f"/f/{token}/" for token in tokens)]


def answers(client: Client, addresses: list[str]) -> list[tuple[Any, ...]]:
    """What everybody is answered: the status, where it leads, every byte, and how many questions it costs."""
    found = []
    for address in addresses:
        with CaptureQueriesContext(connection) as asked:
            response = client.get(address)
        found.append((address, response.status_code, response.get("Location"), response.content, len(asked)))
    return found


def in_substance(answered: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The same without the line that says which version a page is of: what was taken back has happened."""
    return [(*each[:3], without_edition(each[3]), *each[4:]) for each in answered]


def without_edition(page: bytes) -> bytes:
    """A page without its line that says which version it is of, and data without theirs."""
    page = re.sub(rb'<p[^>]*data-live="edition">.*?</p>', b"", page)
    return re.sub(rb'"version": \d+, "at": "[^"]*"', b"", page)


# --- One thing at a time -------------------------------------------------------------------------


def test_b095_the_draw_stays_public_while_results_before_it_come_and_go(client: Client) -> None:
    of = championship_of(8, changes={"rounds": 5})
    third = [play(of) for _ in range(3)][2]
    fourth = published(of)
    draw, ranking = f"/c/{of.slug}/ronda/4/", f"/c/{of.slug}/classificacio/?ronda=3"
    tables, complete = seated(fourth), standings(of, 3)
    game = game_at(third, 1)
    read = [without_edition(client.get(ranking).content)]
    games.reopen(game.pk, reason="El full deia una altra cosa", actor=DESK)
    read.append(without_edition(client.get(ranking).content))
    shown = client.get(draw)
    assert (shown.status_code, [view.table for view in shown.context["page"].tables]) == (200, [1, 2, 3, 4])
    assert standings(of, 3) != complete
    games.confirm(game.pk, actor=DESK)
    read.append(without_edition(client.get(ranking).content))
    assert (client.get(draw).status_code, seated(fourth), standings(of, 3)) == (200, tables, complete)
    assert (read[0] == read[2], read[0] == read[1]) == (True, False)
    assert Round.objects.get(pk=fourth.pk).state == Round.State.PUBLISHED


# --- A draft is as if it were not -----------------------------------------------------------------


def with_two_rounds() -> Championship:
    of = championship_of(7)
    for _ in range(2):
        play(of)
    return of


def visitors() -> Iterator[Client]:
    """Somebody without an account, and somebody of another championship's desk."""
    yield Client()
    yield at_desk()[0]


def test_b096_with_a_draft_every_address_answers_as_it_did_before_there_was_one() -> None:
    of = with_two_rounds()
    addresses = of_round(of, 3) + of_all(of)
    somebody = [*visitors()]
    before = [answers(client, addresses) for client in somebody]
    rounds.draft(of.pk, actor=DESK)
    assert [answers(client, addresses) for client in somebody] == before


def test_b096_a_drafted_round_is_answered_like_a_round_that_does_not_exist() -> None:
    of = with_two_rounds()
    draft = rounds.draft(of.pk, actor=DESK)
    for client in visitors():
        drafted, unknown = answers(client, of_round(of, 3)), answers(client, of_round(of, 4))
        assert [numberless(each) for each in drafted] == [numberless(each) for each in unknown]
        assert {status for _, status, *_ in drafted} <= {302, 404}
        assert [names_in(body, draft) for *_, body, _ in drafted] == [[]] * len(OF_A_ROUND)


def numberless(answer: tuple[Any, ...]) -> tuple[Any, ...]:
    """An answer as if round 4 had been asked for in place of round 3."""
    _, status, leads, body, asked = answer
    return status, str(leads).replace("3", "4"), body.replace(b"3", b"4"), asked


def names_in(body: bytes, draft: Round) -> list[str]:
    numbers = [number for meeting in seated(draft) for number in meeting]
    return [f"Parella {number}" for number in numbers if f"Parella {number}".encode() in body]


def test_b096_the_sheets_of_a_draft_are_answered_like_sheets_that_do_not_exist() -> None:
    of = with_two_rounds()
    draft = rounds.draft(of.pk, actor=DESK)
    for game in draft.games.all():
        unknown = secrets.token_urlsafe(16)
        for page in UNDER_A_SHEET:
            for send in (Client().get, Client().post):
                own, other = send(f"/f/{game.token}/{page}"), send(f"/f/{unknown}/{page}")
                assert own.status_code == other.status_code
                assert own.status_code in (302, 404, 405)
                assert own.get("Location") in (None, f"/f/{game.token}/")
                assert own.content == other.content.replace(unknown.encode(), game.token.encode())
                assert names_in(own.content, draft) == []


def test_b096_games_of_a_draft_are_not_found_at_the_desk_by_their_number() -> None:
    of = with_two_rounds()
    draft = rounds.draft(of.pk, actor=DESK)
    game = game_at(draft, 1)
    for client in visitors():
        own, unknown = (
            client.get(f"/organitzacio/{of.slug}/partida/{number}/") for number in (game.pk, 987654)
        )
        assert own.status_code == unknown.status_code
        assert own.status_code in (302, 404)
        assert names_in(own.content, draft) == []


def test_b096_no_cache_holds_the_answer_back_once_the_round_is_published(client: Client) -> None:
    of = with_two_rounds()
    draft = rounds.draft(of.pk, actor=DESK)
    address = f"/c/{of.slug}/ronda/3/"
    hidden = client.get(address)
    assert hidden.status_code == 404
    assert "La ronda 3 encara no s’ha publicat." in text_of(hidden)
    assert hidden["Cache-Control"] == "public, max-age=0, s-maxage=1"
    rounds.publish(draft.pk, actor=DESK)
    etag = hidden.get("ETag", '"none"')
    assert client.get(address, headers={"if-none-match": etag}).status_code == 200


def test_b096_what_was_published_and_taken_back_is_hidden_again(client: Client) -> None:
    of = with_two_rounds()
    addresses = of_round(of, 3) + of_all(of)
    before = in_substance(answers(client, addresses))
    round_ = published(of)
    etag = client.get(f"/c/{of.slug}/ronda/3/")["ETag"]
    rounds.unpublish(round_.pk, actor=DESK)
    after = in_substance(answers(client, addresses))
    assert after == before
    again = client.get(f"/c/{of.slug}/ronda/3/", headers={"if-none-match": etag})
    assert again.status_code == 404


# --- The same on every page -----------------------------------------------------------------------


def meetings_shown(of: Championship) -> dict[str, set[tuple[int | None, int, int | None]]]:
    """Table, pair and opponent, as each page has them."""
    public, (desk, _, base) = Client(), at_desk(of)
    rounds_shown = [public.get(f"/c/{of.slug}/{page}").context["page"] for page in ("", "ronda/1/")]
    found = {
        f"round {index}": {
            line for view in page.tables for line in both_ways(view.table, view.a.number, view.b.number)
        }
        for index, page in enumerate(rounds_shown)
    }
    found["pairs"] = {step_of(public, of, number) for number in of.pairs.values_list("number", flat=True)}
    data = public.get(f"/c/{of.slug}/ronda/{of.rounds.count()}.json").json()["tables"]
    found["data"] = {
        line for each in data for line in both_ways(each["table"], each["a"]["number"], each["b"]["number"])
    }
    found["own pages"] = {own_step(public, token) for token in of.pairs.values_list("token", flat=True)}
    found["sheets"] = set()
    for token in Game.objects.filter(round__championship=of, voided_at=None, table__gt=0).values_list(
        "token"
    ):
        view = public.get(f"/f/{token[0]}/").context["view"]
        found["sheets"] |= set(both_ways(view.table, view.a.number, view.b.number))
    board = desk.get(f"{base}taules/").context["rows"]
    found["board"] = {
        line
        for row in board
        if row.view.b
        for line in both_ways(row.table, row.view.a.number, row.view.b.number)
    }
    return found


def both_ways(table: int, a: int, b: int) -> tuple[tuple[int, int, int], ...]:
    return (table, a, b), (table, b, a)


def step_of(client: Client, of: Championship, number: int) -> tuple[int | None, int, int | None]:
    ((step, _why),) = client.get(f"/c/{of.slug}/parella/{number}/").context["steps"]
    return step.view.table, number, step.opponent.number


def own_step(client: Client, token: str) -> tuple[int | None, int, int | None]:
    own = client.get(f"/p/{token}/").context["own"]
    return own.now.view.table, own.pair.number, own.now.opponent.number


SHOWN_ON = ("round 0", "round 1", "pairs", "data", "own pages", "sheets", "board")


def test_b097_every_page_shows_the_draw_from_its_publication_on(client: Client) -> None:
    of = championship_of(8)
    draft = rounds.draft(of.pk, actor=DESK)
    assert client.get(f"/c/{of.slug}/ronda/1/").status_code == 404
    assert client.get(f"/f/{game_at(draft, 1).token}/").status_code == 404
    assert client.get(f"/c/{of.slug}/parella/1/").context["steps"] == []
    assert "page" not in client.get(f"/c/{of.slug}/").context
    rounds.publish(draft.pk, actor=DESK)
    drawn = {
        line for table, meeting in enumerate(seated(draft), start=1) for line in both_ways(table, *meeting)
    }
    assert meetings_shown(of) == dict.fromkeys(SHOWN_ON, drawn)


def test_b097_a_table_that_is_made_anew_changes_on_every_page_at_once() -> None:
    of = championship_of(8)
    round_ = published(of)
    (one, _), (other, _) = seated(round_)[:2]
    repairs.exchange(round_.pk, one, other, reason="Eren germans", actor=DESK)
    mended = {
        line for table, meeting in enumerate(seated(round_), start=1) for line in both_ways(table, *meeting)
    }
    assert set(map(frozenset, meetings_shown(of).values())) == {frozenset(mended)}


# --- Real names ------------------------------------------------------------------------------------


SECRETS = ("Filomena", "Casimira", "Policarp")


def with_real_names() -> tuple[Client, Championship, str]:
    """Everything that is done with names: registered, corrected, refused, imported; absent, gone, drawn, played."""
    client, of, desk = at_desk(championship_of(7))
    of.pairs.update(player_1="Filomena Secreta", player_2="Casimira Secreta")
    person = {"war_name": "Els Nous", "player_1": "Filomena Nova", "player_2": "Policarp Nou"}
    assert client.post(f"{desk}parelles/nova/", person).status_code == 302
    renamed = person | {"player_2": "Policarp Canviat"}
    assert client.post(f"{desk}parelles/8/", renamed).status_code == 302
    assert client.post(f"{desk}parelles/nova/", person).status_code == 422
    listed = "Els Llistats;Filomena Llista;Policarp Llista;\n"
    client.post(f"{desk}parelles/importa/", {"text": listed, "action": "import"})
    is_absent(of, 3, 1)
    first = published(of)
    play_out(first)
    withdraw(of, 4)
    published(of)
    assert of.pairs.count() == 9
    return client, of, desk


def test_b099_real_names_are_in_no_public_page_in_any_language() -> None:
    _, of, _ = with_real_names()
    sheets = [f"/f/{token}/" for (token,) in Game.objects.values_list("token")]
    rounds_ = [f"/c/{of.slug}/{page}" for page in ("ronda/1/", "ronda/2/", "classificacio/?ronda=1")]
    tools = ["/eines/", *(f"/eines/{name}/" for name in TOOLS)]
    public = Client()
    for language in LANGUAGES:
        for address in [*of_all(of), *rounds_, *sheets, *tools, "/no-hi-es/"]:
            response = public.get(f"{language}{address}")
            seen = response.content.decode() + str(response.headers)
            assert [name for name in SECRETS if name in seen] == [], address


def test_b099_real_names_are_neither_printed_nor_in_what_a_print_says_of_itself() -> None:
    client, _of, desk = with_real_names()
    response = client.get(f"{desk}imprimeix/fulls/2.pdf")
    pdf = PdfReader(BytesIO(response.content))
    read = "".join(page.extract_text() for page in pdf.pages)
    assert "Els Nous" in read
    said = f"{read} {pdf.metadata} {pdf.xmp_metadata} {response.headers} {pdf.attachments}"
    assert [name for name in SECRETS if name in said or name.encode() in response.content] == []


def test_b099_real_names_are_in_no_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        client, of, desk = with_real_names()
    kept = [of.log.values(), of.submissions.values(), of.rounds.values()]
    assert {"register", "edit_pair", "mark_absent", "withdraw"} <= {entry.what for entry in of.log.all()}
    written = json.dumps([list(rows) for rows in kept], cls=DjangoJSONEncoder, ensure_ascii=False)
    lines = "\n".join(record.getMessage() for record in caplog.records)
    told = text_of(client.get(f"{desk}historial/"))
    assert [name for name in SECRETS if name in written or name in lines or name in told] == []
