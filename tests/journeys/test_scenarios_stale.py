"""Scenarios of pages that lag behind, and of what stands on a page that everybody shares."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from time import perf_counter, sleep
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.signals import template_rendered

from tests import factories
from tests.journeys.scenes import championship_of, game_at, play_out, published
from tests.keeping import kept_for_a_second  # noqa: F401
from tests.services.conftest import DESK, seated
from tests.views.desk_visitors import at_desk
from tests.views.sheets import text_of
from tournament.models import Championship, Game
from tournament.publishing import SNAPSHOTS
from tournament.services import games, pairs, repairs, rounds
from tournament.services.pairs import PairDetails

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("kept_for_a_second")]

READERS = 40


def public_addresses(of: Championship) -> list[str]:
    numbers = of.pairs.values_list("number", flat=True)
    pages = ["", "ronda/1/", "classificacio/", "sorteig/", *(f"parella/{number}/" for number in numbers)]
    return ["/", *(f"/c/{of.slug}/{page}" for page in pages)]


def read(client: Client, of: Championship) -> str:
    """All public pages of the championship."""
    answers = [client.get(address) for address in public_addresses(of)]
    assert {answer.status_code for answer in answers} <= {200, 404}
    return "".join(answer.content.decode() for answer in answers)


def all_at_once(readers: int, address: str) -> list[tuple[Any, float]]:
    """So many ask for a page together: every answer, and how many seconds it took."""

    def ask(_number: int) -> tuple[Any, float]:
        begin = perf_counter()
        try:
            return Client().get(address), perf_counter() - begin
        finally:
            connection.close()

    with ThreadPoolExecutor(readers) as threads:
        return list(threads.map(ask, range(readers)))


@contextmanager
def rendered(name: str) -> Iterator[list[str]]:
    """How often a template is rendered, by whatever thread."""
    made: list[str] = []

    def note(template: Any, **_: Any) -> None:
        if template.name == name:
            made.append(name)

    template_rendered.connect(note)
    try:
        yield made
    finally:
        template_rendered.disconnect(note)


# --- B081: everybody's page, and nobody's ---------------------------------------------------------


def test_b081_nothing_of_who_reads_stands_on_a_page_that_is_kept() -> None:
    of = championship_of(6)
    published(of)
    somebody = Client()
    somebody.force_login(
        factories.member(of, who=factories.user("eulàlia")),
        backend="django.contrib.auth.backends.ModelBackend",
    )
    # A message of the desk waits for its next page; a public page is opened in between.
    desk = f"/organitzacio/{of.slug}/"
    game = game_at(of.rounds.get(), 1)
    assert (
        somebody.post(f"{desk}partida/{game.pk}/totals/", {"total_a": 101, "total_b": 60}).status_code == 303
    )
    own = read(somebody, of)
    assert own == read(Client(), of)
    assert "eulàlia" not in own
    assert "csrf" not in own
    for address in public_addresses(of):
        answer = somebody.get(address)
        assert answer["Cache-Control"] == "public, max-age=0, s-maxage=1"
        assert answer["Vary"] == "Accept-Encoding"
        assert answer.cookies == {}


def test_b081_each_reads_its_own_table_and_private_pages_are_kept_by_nobody() -> None:
    of = championship_of(6)
    round_ = published(of)
    client, _, desk = at_desk(of)
    private = [desk, f"{desk}parelles/", f"{desk}rondes/1/", f"{desk}taules/", f"{desk}entrada/"]
    sheets = {
        game.pk: Client().get(f"/f/{game.token}/") for game in round_.games.filter(kind=Game.Kind.PLAYED)
    }
    for answer in [*sheets.values(), *(client.get(address) for address in private)]:
        assert answer.status_code == 200
        assert "no-store" in answer["Cache-Control"]
    for game, answer in sheets.items():
        assert answer.context["view"].game.pk == game


# --- B082: what was changed is changed everywhere ---------------------------------------------------


def test_b082_no_page_shows_an_old_name_an_old_result_or_an_old_table() -> None:
    of = championship_of(6)
    round_ = published(of)
    visitor = Client()
    game = game_at(round_, 1)
    games.record_totals(game.pk, (101, 44), actor=DESK)
    games.confirm(game.pk, actor=DESK)
    assert "Parella 3" in read(visitor, of)

    third = of.pairs.get(number=3)
    pairs.edit(third.pk, PairDetails("La Penya", third.player_1, third.player_2), actor=DESK)
    now = read(visitor, of)
    assert ("Parella 3" in now, "La Penya" in now) == (False, True)

    games.reopen(game.pk, reason="El full deia una altra cosa", actor=DESK)
    games.record_totals(game.pk, (101, 47), actor=DESK)
    games.confirm(game.pk, actor=DESK)
    now = read(visitor, of)
    assert ("101 – 44" in now, "101 – 47" in now) == (False, True)

    (one, _), (other, _) = seated(round_)[1:3]
    repairs.exchange(round_.pk, one, other, reason="Eren germans", actor=DESK)
    shown = visitor.get(f"/c/{of.slug}/").context["page"].tables
    assert [(view.a.number, view.b.number) for view in shown] == seated(round_)


# --- B083: the draw appears and goes with the first reader --------------------------------------------


def test_b083_the_first_who_asks_after_the_publication_reads_the_draw() -> None:
    of = championship_of(6)
    draft = rounds.draft(of.pk, actor=DESK)
    now, first = f"/c/{of.slug}/", f"/c/{of.slug}/ronda/1/"
    visitor = Client()
    for _ in range(3):
        assert "Les taules sortiran aquí" not in text_of(visitor.get(first))
        assert visitor.get(first).status_code == 404
    waiting = visitor.get(now)
    rounds.publish(draft.pk, actor=DESK)
    shown = visitor.get(now, headers={"if-none-match": waiting["ETag"]})
    assert (shown.status_code, len(shown.context["page"].tables)) == (200, 3)
    assert visitor.get(first).status_code == 200

    rounds.unpublish(draft.pk, actor=DESK)
    assert visitor.get(now, headers={"if-none-match": shown["ETag"]}).status_code == 200
    assert "data-table" not in visitor.get(now).content.decode()
    assert visitor.get(first).status_code == 404


# --- B084: everybody at once --------------------------------------------------------------------------


def test_b084_a_hall_that_reloads_together_has_the_page_made_once() -> None:
    of = championship_of(60)
    draft = rounds.draft(of.pk, actor=DESK)
    address = f"/c/{of.slug}/"
    before = all_at_once(READERS, address)
    rounds.publish(draft.pk, actor=DESK)
    with rendered("public/round.html") as made:
        after = all_at_once(READERS, address)
    assert made == ["public/round.html"]
    assert {answer.status_code for answer, _ in before + after} == {200}
    assert [len({answer.content for answer, _ in answers}) for answers in (before, after)] == [1, 1]
    assert all(answer.content.count(b"data-table=") == 60 for answer, _ in after)
    slow = sorted(seconds for _, seconds in before + after)[int(2 * READERS * 0.95)]
    assert slow < 5
    assert len(SNAPSHOTS.shelf) == 1


# --- B078: a page that has not heard of a sheet ----------------------------------------------------


def sheets_counted(of: Championship) -> int:
    """As the public page says it in its last line."""
    page = text_of(Client().get(f"/en/c/{of.slug}/classificacio/"))
    return int(re.search(r"(\d+) sheets? counted", page)[1])  # type: ignore[index]


def test_b078_page_says_how_many_sheets_it_counts_and_catches_up_with_what_it_was_not_told() -> None:
    of = championship_of(6)
    round_ = play_out(published(of), but=3)
    before = sheets_counted(of)
    factories.confirmed(game_at(round_, 3), 101, 60)  # by another process, which tells this one nothing
    Championship.objects.update(version=F("version") + 1)
    behind = sheets_counted(of)
    sleep(1.1)
    assert (before, behind, sheets_counted(of)) == (2, 2, 3)
