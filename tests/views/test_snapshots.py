"""Public pages as snapshots: the same bytes for everybody, made once, and never older than they may be."""

import gzip
import re
from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.keeping import kept, kept_for_a_second  # noqa: F401
from tests.services.conftest import DESK, published_hall
from tests.site import WebServer
from tests.views.test_public import PAGES, address, running
from tournament import publishing
from tournament.models import Championship
from tournament.publishing import SNAPSHOTS, accepts_gzip
from tournament.services import games, rounds

GZIP = {"accept-encoding": "gzip, deflate"}


# --- The bytes -----------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/", *PAGES])
def test_a_version_has_the_same_bytes_whoever_makes_it(page: str, client: Client) -> None:
    path = "/" if page == "/" else address(running(), page)
    plain, packed = client.get(path), client.get(path, headers=GZIP)
    SNAPSHOTS.forget()
    again, packed_again = client.get(path), client.get(path, headers=GZIP)
    assert plain.content == again.content == gzip.decompress(packed.content)
    assert packed.content == packed_again.content
    assert {each["ETag"] for each in (plain, packed, again, packed_again)} == {plain["ETag"]}
    assert {each["Vary"] for each in (plain, packed)} == {"Accept-Encoding"}
    assert (plain.get("Content-Encoding"), packed["Content-Encoding"]) == (None, "gzip")
    assert packed["Content-Length"] == str(len(packed.content))
    assert [each.cookies for each in (plain, packed)] == [{}, {}]


@pytest.mark.django_db
def test_what_a_reader_has_is_answered_without_a_body_and_without_a_question(
    client: Client,
    kept_for_a_second: None,  # noqa: F811
    django_assert_num_queries: Any,
) -> None:
    path = address(running())
    etag = client.get(path)["ETag"]
    with django_assert_num_queries(0):
        answers = [client.get(path, headers=GZIP | {"if-none-match": each}) for each in (etag, etag[2:], "*")]
        whole = client.get(path, headers={"if-none-match": '"another"'})
    assert [(each.status_code, each.content, each["ETag"]) for each in answers] == [(304, b"", etag)] * 3
    assert {each["Cache-Control"] for each in answers} == {"public, max-age=0, s-maxage=1"}
    assert whole.status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"HTTP_ACCEPT_ENCODING": "gzip"},
        {"HTTP_ACCEPT_ENCODING": "gzip", "HTTP_IF_NONE_MATCH": "*"},
        {"REQUEST_METHOD": "HEAD"},
    ],
)
def test_an_answer_is_the_same_whether_the_site_gives_it_or_what_is_kept(
    asked: dict[str, str],
    kept_for_a_second: None,  # noqa: F811
) -> None:
    path, server = address(running()), WebServer()
    answers = [server.get(path, **asked) for _ in range(3)]
    assert [each.asked_site for each in answers] == [True, False, False]
    assert len({(each.status, tuple(sorted(each.headers.items())), each.body) for each in answers}) == 1
    assert {"Content-Security-Policy", "X-Frame-Options", "Content-Language"} <= set(answers[2].headers)


@pytest.mark.django_db
def test_what_is_kept_is_asked_of_the_site_again_after_a_second_and_after_a_write_of_the_desk(
    kept_for_a_second: None,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    hall, server = published_hall(), WebServer()
    path, now = address(hall.championship), 100.0
    monkeypatch.setattr(publishing, "monotonic", lambda: now)
    before = [server.get(path) for _ in range(2)]
    now = 101.5
    again = [server.get(path) for _ in range(2)]
    with django_capture_on_commit_callbacks(execute=True):
        games.walkover(hall.games[0].pk, "a", actor=DESK)
    after = [server.get(path) for _ in range(2)]
    assert [each.asked_site for each in (*before, *again, *after)] == [True, False] * 3
    assert len({each.body for each in (*before, *again)}) == 1
    assert after[0].body == after[1].body != before[0].body


@pytest.mark.django_db
def test_what_writes_is_always_asked_of_the_site(kept_for_a_second: None) -> None:  # noqa: F811
    path, server = address(running()), WebServer()
    server.get(path)
    posted = server.get(path, REQUEST_METHOD="POST")
    assert (posted.asked_site, posted.status) == (True, 403)


@pytest.mark.django_db
def test_a_host_that_may_not_ask_is_refused_also_where_a_page_is_kept(
    kept_for_a_second: None,  # noqa: F811
    settings: Any,
) -> None:
    settings.ALLOWED_HOSTS = ["manilla.example"]
    path, server = address(running()), WebServer()
    hosts = ("manilla.example", "manilla.example", "other.example")
    assert [server.get(path, HTTP_HOST=host).status for host in hosts] == [200, 200, 400]


@pytest.mark.django_db
def test_a_new_second_costs_one_question(
    client: Client,
    kept: None,  # noqa: F811
    django_assert_num_queries: Any,
) -> None:
    path = address(running())
    client.get(path)
    with django_assert_num_queries(1):
        client.get(path)


@pytest.mark.django_db
def test_a_head_is_answered_as_the_page_would_be_without_its_body(client: Client) -> None:
    path = address(running())
    page, head = client.get(path, headers=GZIP), client.head(path, headers=GZIP)
    assert head.content == b""
    assert {**head.headers} == {**page.headers}


@pytest.mark.django_db
def test_a_language_is_another_page(client: Client, kept: None) -> None:  # noqa: F811
    of = running()
    reads = {language: client.get(address(of, language=language)) for language in ("", "/es", "/en")}
    assert len({each.content for each in reads.values()}) == 3
    assert len({each["ETag"] for each in reads.values()}) == 3
    assert [each["Content-Language"] for each in reads.values()] == ["ca", "es", "en"]


@pytest.mark.django_db
def test_only_what_a_page_knows_makes_another_one(client: Client, kept: None) -> None:  # noqa: F811
    of = running()
    for page in ("", "?utm=1", "?ronda=1", "classificacio/", "classificacio/?x=%22", "classificacio/?ronda="):
        assert client.get(address(of, page)).status_code == 200
    assert len(SNAPSHOTS.shelf) == 2
    assert client.get(address(of, "classificacio/?x=1&ronda=1")).status_code == 200
    assert client.get(address(of, "classificacio/?ronda=1&y")).status_code == 200
    assert client.get(address(of, "ronda/1/")).content == client.get(address(of, "ronda/0001/")).content
    assert len(SNAPSHOTS.shelf) == 4


@pytest.mark.django_db
def test_a_round_that_is_not_there_is_a_page_too_and_never_answered_with_what_one_has(
    client: Client,
    kept: None,  # noqa: F811
    django_assert_num_queries: Any,
) -> None:
    path = address(running(), "ronda/9/")
    first = client.get(path)
    with django_assert_num_queries(1):
        again = client.get(path, headers={"if-none-match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (404, 404, first.content)


@pytest.mark.django_db
def test_a_championship_that_is_not_there_leaves_nothing(client: Client, kept: None) -> None:  # noqa: F811
    assert [client.get(f"/c/no-hi-es-{n}/").status_code for n in range(3)] == [404] * 3
    assert len(SNAPSHOTS.shelf) == 0


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("", False),
        ("gzip", True),
        ("deflate, GZIP;q=0.5", True),
        ("br, *", True),
        ("gzip;q=0", False),
        ("gzip; q=0.0, br", False),
        ("identity", False),
    ],
)
def test_packed_is_what_the_reader_can_unpack(accepted: str, packed: bool) -> None:
    assert accepts_gzip(accepted) is packed


# --- What a page says of itself --------------------------------------------------------------------


def edition(client: Client, of: Championship) -> list[str]:
    found = re.search(
        r'data-live="edition">(.*?)</p>', client.get(address(of, language="/en")).content.decode()
    )
    assert found
    return re.sub(r"<[^>]+>", "", found[1]).split(" · ")


@pytest.mark.django_db
def test_a_page_says_its_version_the_time_of_it_and_how_many_sheets_count(client: Client) -> None:
    hall = published_hall()
    assert edition(client, hall.championship) == ["Version 1", "10:00", "0 sheets counted"]
    games.walkover(hall.games[0].pk, "a", actor=DESK, now=factories.START.replace(minute=40))
    assert edition(client, hall.championship) == ["Version 2", "10:40", "1 sheet counted"]


@pytest.mark.django_db
def test_a_draft_is_no_new_version(client: Client) -> None:
    hall = published_hall()
    for game in hall.games:
        games.walkover(game.pk, "a", actor=DESK)
    rounds.close(hall.round.pk, actor=DESK)
    path = address(hall.championship)
    etag = client.get(path)["ETag"]
    draft = rounds.draft(hall.championship.pk, actor=DESK)
    assert client.get(path, headers={"if-none-match": etag}).status_code == 304
    rounds.discard(draft.pk, actor=DESK)
    assert client.get(path, headers={"if-none-match": etag}).status_code == 304
