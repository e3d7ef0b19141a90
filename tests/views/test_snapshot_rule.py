"""When a public page is made anew, who waits for it, and how long it is kept; the time is an argument."""

import gzip
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Timer
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client

from scoring.errors import RuleError
from tests import factories
from tests.keeping import kept, kept_for_a_second  # noqa: F401
from tests.services.conftest import DESK, TABLE, published_hall
from tests.views.test_public import address
from tournament.models import Championship, Game
from tournament.publishing import Snapshot, Snapshots
from tournament.queries.versions import Stamp, one_moment, stamp_of
from tournament.services import games, hands, pairs
from tournament.services.hands import HandEntry
from tournament.services.pairs import PairDetails

ROOM = 8 * 2**20


def snapshot(text: str = "page", stamp: Stamp | None = None) -> Snapshot:
    body = text.encode()
    return Snapshot(
        stamp or Stamp(1, None), 200, "text/html", body, gzip.compress(body, mtime=0), f'W/"{text}"'
    )


def in_another_process(of: Championship) -> None:
    """A write of which this process hears nothing but the version."""
    Championship.objects.filter(pk=of.pk).update(version=F("version") + 1)


class Renderer:
    """Makes pages of a championship as it stands, and counts them."""

    def __init__(self, of: Championship) -> None:
        self.slug = of.slug
        self.made = 0

    def __call__(self) -> Snapshot:
        self.made += 1
        stamp = stamp_of(self.slug)
        assert stamp
        return snapshot(f"version {stamp.version}", stamp)

    def read(self, pages: Snapshots, now: float) -> str:
        page = pages.current("page", self.slug, make=self, now=now)
        assert page
        return page.plain.decode()


# --- When it is made anew ----------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_page_is_made_once_a_version() -> None:
    of = factories.championship()
    pages, page = Snapshots(lag=1, most_bytes=ROOM), Renderer(of)
    assert [page.read(pages, now) for now in (0, 0.5, 1, 7)] == ["version 1"] * 4
    assert page.made == 1


@pytest.mark.django_db
def test_however_much_is_written_elsewhere_a_page_is_made_once_a_second() -> None:
    of = factories.championship()
    pages, page = Snapshots(lag=1, most_bytes=ROOM), Renderer(of)
    reads = []
    for twentieth in range(60):
        reads.append(page.read(pages, twentieth / 20))
        in_another_process(of)
    assert page.made == 3
    assert [reads[n] for n in (0, 19, 20, 39, 40)] == [f"version {n}" for n in (1, 1, 21, 21, 41)]


@pytest.mark.django_db(transaction=True)
def test_what_the_desk_corrects_here_is_seen_by_the_next_reader(
    client: Client,
    kept_for_a_second: None,  # noqa: F811
) -> None:
    hall = published_hall()
    path = address(hall.championship)
    client.get(path)
    games.record_totals(hall.games[0].pk, (101, 77), actor=DESK)
    assert b"101 \xe2\x80\x93 77" in client.get(path).content


@pytest.mark.django_db(transaction=True)
def test_hands_of_the_tables_come_with_the_second(kept_for_a_second: None) -> None:  # noqa: F811
    hall = published_hall()
    pages, page = Snapshots(lag=1, most_bytes=ROOM), Renderer(hall.championship)
    first = page.read(pages, 0)
    hands.record_hand(hall.games[0].pk, HandEntry("C", "a", points=20), after=None, actor=TABLE)
    assert page.read(pages, 0.9) == first
    assert page.read(pages, 1.0) != first


@pytest.mark.django_db(transaction=True)
def test_what_was_refused_makes_no_new_page() -> None:
    hall = published_hall()
    pages, page = Snapshots(lag=1, most_bytes=ROOM), Renderer(hall.championship)
    page.read(pages, 0)
    with pytest.raises(RuleError):
        games.confirm(hall.games[0].pk, actor=DESK)
    page.read(pages, 0.5)
    page.read(pages, 1.5)
    assert page.made == 1


# --- Who waits -----------------------------------------------------------------------------------------


def at_once(*tasks: Callable[[], Any]) -> list[Any]:
    def run(task: Callable[[], Any]) -> Any:
        try:
            return task()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(tasks)) as threads:
        return list(threads.map(run, tasks))


class Slow(Renderer):
    """Makes pages that take as long as the test wants, from the second one on."""

    def __init__(self, of: Championship) -> None:
        super().__init__(of)
        self.begun, self.may_end = Event(), Event()

    def __call__(self) -> Snapshot:
        if self.made:
            self.begun.set()
            assert self.may_end.wait(10)
        return super().__call__()


@pytest.mark.django_db(transaction=True)
def test_forty_who_come_together_have_it_made_once() -> None:
    of = factories.championship()
    pages, page = Snapshots(lag=1, most_bytes=ROOM), Renderer(of)
    assert at_once(*[lambda: page.read(pages, 0)] * 40) == ["version 1"] * 40
    assert page.made == 1


@pytest.mark.django_db(transaction=True)
def test_while_one_makes_the_new_page_the_others_get_the_one_before() -> None:
    of = factories.championship()
    pages, page = Snapshots(lag=1, most_bytes=ROOM), Slow(of)
    page.read(pages, 0)
    in_another_process(of)

    def others() -> list[str]:
        assert page.begun.wait(10)
        read = [page.read(pages, now) for now in (1.1, 1.9)]
        page.may_end.set()
        return read

    assert at_once(lambda: page.read(pages, 1), others) == ["version 2", ["version 1", "version 1"]]
    assert page.made == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", ["too old", "published", "written at the desk"])
def test_nobody_gets_a_page_that_is_too_old_or_of_another_draw(what: str) -> None:
    of = factories.championship()
    pages, page = Snapshots(lag=1, most_bytes=ROOM), Slow(of)
    page.read(pages, 0)
    if what == "published":
        factories.round_(of)
    if what == "written at the desk":
        pairs.register(of.pk, PairDetails("Els Nous", "Anna", "Joan"), actor=DESK)
    else:
        in_another_process(of)

    def another() -> str:
        assert page.begun.wait(10)
        Timer(0.1, page.may_end.set).start()
        return page.read(pages, 2.0 if what == "too old" else 1.1)

    assert at_once(lambda: page.read(pages, 1), another) == ["version 2", "version 2"]
    assert page.made == 2


# --- What is kept --------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_what_was_asked_for_least_recently_makes_room() -> None:
    slug = factories.championship().slug
    size = snapshot("x" * 1000).size
    pages = Snapshots(lag=1, most_bytes=3 * size)
    made: list[int] = []

    def read(number: int) -> None:
        def make() -> Snapshot:
            made.append(number)
            return snapshot("x" * 1000)

        pages.current(number, slug, make=make, now=0)

    for number in (1, 2, 3, 1, 4, 1, 2):
        read(number)
    assert made == [1, 2, 3, 4, 2]
    assert len(pages.shelf) == 3


@pytest.mark.django_db
def test_an_error_is_not_kept_and_the_next_reader_gets_the_page() -> None:
    of = factories.championship()
    pages, page = Snapshots(lag=1, most_bytes=ROOM), Renderer(of)

    def breaks() -> Snapshot:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        pages.current("page", of.slug, make=breaks, now=0)
    assert page.read(pages, 0) == "version 1"


@pytest.mark.django_db(transaction=True)
def test_all_questions_of_a_page_see_one_moment() -> None:
    hall = published_hall()
    game = hall.games[0]
    with one_moment():
        before = stamp_of(hall.championship.slug)
        at_once(lambda: games.walkover(game.pk, "a", actor=DESK))
        assert stamp_of(hall.championship.slug) == before
        assert Game.objects.get(pk=game.pk).state == Game.State.PLAYING
    assert stamp_of(hall.championship.slug) != before
    assert Game.objects.get(pk=game.pk).state != Game.State.PLAYING
