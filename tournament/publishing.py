"""Public pages as snapshots: rendered once a version, kept as bytes, the same for everybody.

**When a page is made anew.** A process asks for the version of a championship at most once a second, so a page is
rendered at most once a second, however much is written in the hall: twenty hands a second make twenty versions, and
who polled for each would keep the workers rendering. What somebody does at the desk – a result corrected, a name, a
draw published or taken back – does not wait for the second: the process that wrote it asks again at its next page
(`services.writing.written_at_desk`), the others within theirs.

**Who waits.** One page is rendered at a time. Meanwhile everybody else gets the page that was right at the question
before, no older than two seconds. Nobody gets it once a round has been published or taken back, or the desk has
written here: then all wait for the one who renders. So a change is seen everywhere within two seconds, a publication
within one.

**Who answers.** What is at hand is answered before the site is asked (`snapshots_first`, in `wsgi.py`); the site asks
for the version, and renders.

**What is kept.** The bytes, plain and gzipped, rendered from a request of nobody: no cookie, no user, nothing behind
the `?` but what the page knows. All its questions see one moment of the database, so a version has the same bytes at
every worker, and its ETag is a digest of them: build, language and version are what they depend on. An error is not
kept. What was asked for least recently goes when there is no more room.

No page here depends on the time: they hold instants, and the script makes them run. So a snapshot stays right until
the next version.
"""

import gzip
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial, wraps
from hashlib import sha256
from http import HTTPStatus
from threading import Lock
from time import monotonic
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.http import parse_etags
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournament.queries.versions import Stamp, one_moment, stamp_of, stamp_of_all
from tournament.services.writing import written_at_desk

COMPRESSION = 6
MOST_ADDRESSES = 4096
# What the headers of a page, and whether it may be read at all, depend on.
ADDRESS = ("wsgi.url_scheme", "HTTP_HOST", "SCRIPT_NAME", "PATH_INFO", "QUERY_STRING")
# Readers always ask; a proxy in front may answer them for a second. Pages of other sites may read it too: there is
# nothing here that not everybody may know.
FOR_EVERYBODY: Mapping[str, str] = MappingProxyType(
    {
        "Cache-Control": "public, max-age=0, s-maxage=1",
        "Vary": "Accept-Encoding",
        "Access-Control-Allow-Origin": "*",
    }
)
OF_A_PAGE = ("ETag", "Content-Type", "Content-Length", "Content-Encoding", *FOR_EVERYBODY)

View = Callable[..., HttpResponse]
Site = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


@dataclass(frozen=True)
class Snapshot:
    """A page as it was rendered, and what it was rendered from."""

    stamp: Stamp
    status: int
    content_type: str
    plain: bytes
    gzipped: bytes
    etag: str

    @property
    def size(self) -> int:
        return len(self.plain) + len(self.gzipped)


@dataclass(frozen=True)
class Kept:
    """A snapshot, and the stamp for which it was asked: what it was made from may already have been a later one."""

    snapshot: Snapshot
    asked: Stamp

    def is_of(self, stamp: Stamp | None) -> bool:
        return stamp in (self.asked, self.snapshot.stamp)


@dataclass
class Shelf:
    """The snapshots of a process, no more than so many bytes of them."""

    most_bytes: int
    _kept: OrderedDict[Hashable, Kept] = field(default_factory=OrderedDict)
    _bytes: int = 0
    _lock: Lock = field(default_factory=Lock)

    def take(self, page: Hashable) -> Kept | None:
        with self._lock:
            kept = self._kept.get(page)
            if kept is not None:
                self._kept.move_to_end(page)
            return kept

    def put(self, page: Hashable, kept: Kept) -> None:
        with self._lock:
            self._drop(page)
            self._kept[page] = kept
            self._bytes += kept.snapshot.size
            while self._bytes > self.most_bytes:
                self._drop(next(iter(self._kept)))

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self._bytes = 0

    def __len__(self) -> int:
        return len(self._kept)

    def _drop(self, page: Hashable) -> None:
        if page in self._kept:
            self._bytes -= self._kept.pop(page).snapshot.size


@dataclass(frozen=True)
class Reading:
    """The stamp as it was read, at a monotonic time in seconds. The stamp `before` may be served until `until`."""

    stamp: Stamp
    at: float
    written: int
    before: Stamp | None = None
    until: float = 0.0


@dataclass
class Readings:
    """What was last read of each championship ("": of all), asked again after `lag` seconds or a write of the desk."""

    lag: float
    _read: dict[str, Reading] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def fresh(self, slug: str, now: float) -> Reading | None:
        """What was last read, where it need not be asked again yet."""
        known = self._read.get(slug)
        is_fresh = known and now - known.at < self.lag and known.written == written_at_desk.times
        return known if is_fresh else None

    def read(self, slug: str, now: float) -> Reading | None:
        """None where there is no such championship."""
        with self._lock:
            if known := self.fresh(slug, now):
                return known
            known = self._read.get(slug)
            written = written_at_desk.times  # before the question: a later write asks again
            stamp = stamp_of(slug) if slug else stamp_of_all()
            if stamp is None:
                self._read.pop(slug, None)
                return None
            fresh = self._read[slug] = _following(known, Reading(stamp, now, written), 2 * self.lag)
            return fresh

    def clear(self) -> None:
        with self._lock:
            self._read.clear()


def _following(known: Reading | None, fresh: Reading, oldest: float) -> Reading:
    """The fresh reading, and whether pages of the one before may be served while the new ones are made."""
    if known is None or known.written != fresh.written:
        return fresh
    if known.stamp == fresh.stamp:
        return Reading(fresh.stamp, fresh.at, fresh.written, known.before, known.until)
    if known.stamp.published_at != fresh.stamp.published_at:
        return fresh
    return Reading(fresh.stamp, fresh.at, fresh.written, known.stamp, known.at + oldest)


@dataclass(frozen=True)
class Address:
    """The page that stands at an address, and the headers that the rest of the house gives to every answer there."""

    page: Hashable
    slug: str
    headers: dict[str, str]


class Snapshots:
    """The pages of this process. `lag` is the second of the rule above, `most_bytes` the room for what is kept."""

    def __init__(self, *, lag: float, most_bytes: int) -> None:
        self.readings = Readings(lag)
        self.shelf = Shelf(most_bytes)
        self.addresses: dict[Hashable, Address] = {}
        self._making = Lock()

    def at_hand(self, page: Hashable, slug: str, now: float) -> Snapshot | None:
        """The page, where nothing has to be asked or made for it: as it stands, or while another thread is at it."""
        kept, reading = self.shelf.take(page), self.readings.fresh(slug, now)
        if kept is None or reading is None:
            return None
        is_enough = kept.is_of(reading.stamp) or (_may_lag(kept, reading, now) and self._making.locked())
        return kept.snapshot if is_enough else None

    def current(
        self, page: Hashable, slug: str, *, make: Callable[[], Snapshot], now: float
    ) -> Snapshot | None:
        """The page as it stands at a monotonic time; None where there is no such championship."""
        reading = self.readings.read(slug, now)
        if reading is None:
            return None
        kept = self.shelf.take(page)
        if kept and kept.is_of(reading.stamp):
            return kept.snapshot
        if not self._making.acquire(blocking=not (kept and _may_lag(kept, reading, now))):
            return kept.snapshot if kept else None
        try:
            return self._made(page, reading.stamp, make)
        finally:
            self._making.release()

    def _made(self, page: Hashable, stamp: Stamp, make: Callable[[], Snapshot]) -> Snapshot:
        """What somebody made while we waited, or made now."""
        kept = self.shelf.take(page)
        if kept and kept.is_of(stamp):
            return kept.snapshot
        made = make()
        self.shelf.put(page, Kept(made, stamp))
        return made

    def forget(self) -> None:
        """As in a process that has just been started."""
        self.shelf.clear()
        self.addresses.clear()
        self.readings.clear()


def _may_lag(kept: Kept, reading: Reading, now: float) -> bool:
    """Whether the page may still be served while the one after it is made."""
    return now < reading.until and kept.is_of(reading.before)


SNAPSHOTS = Snapshots(lag=settings.PUBLIC_PAGES_LAG, most_bytes=settings.PUBLIC_PAGES_BYTES)


def published(*asked: str) -> Callable[[View], View]:
    """The view's page as a snapshot. `asked` names what may be asked behind the `?`; anything else is no other page."""

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, **about: Any) -> HttpResponse:
            query = {name: request.GET[name] for name in asked if request.GET.get(name)}
            page = (view.__name__, get_language(), *about.values(), *query.items())
            make = partial(_rendered, view, request, about, query)
            found = SNAPSHOTS.current(page, about.get("slug", ""), make=make, now=monotonic())
            if found is None:
                raise Http404
            status, headers, body = _answer(request.META, found)
            response = HttpResponse(body, status=status, headers=headers)
            if status is HTTPStatus.NOT_MODIFIED:
                del response["Content-Type"]
            response.snapshot_of = (page, about.get("slug", ""))  # type: ignore[attr-defined]
            return response

        guarded: View = require_safe(answer)
        return guarded

    return decorate


def snapshots_first(site: Site) -> Site:
    """What the web server asks (PEP 3333): what is at hand is answered here, anything else by the site. That costs many
    times as much, and has nothing to say that it did not say when the address was asked for the first time.

    A host that may not ask never gets so far that its address is known.
    """

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        asked = tuple(map(environ.get, ADDRESS))
        known = SNAPSHOTS.addresses.get(asked) if environ["REQUEST_METHOD"] in ("GET", "HEAD") else None
        found = SNAPSHOTS.at_hand(known.page, known.slug, monotonic()) if known else None
        if known is None or found is None:
            response = site(environ, start_response)
            _remember(asked, response)
            return response
        status, headers, body = _answer(environ, found)
        start_response(f"{status.value} {status.phrase}", [*headers.items(), *known.headers.items()])
        return [body]

    return answer


def _remember(asked: Hashable, response: Iterable[bytes]) -> None:
    page, slug = getattr(response, "snapshot_of", (None, ""))
    if page is None or not isinstance(response, HttpResponse):
        return
    if len(SNAPSHOTS.addresses) >= MOST_ADDRESSES:
        SNAPSHOTS.addresses.clear()  # each comes back with its next reader
    others = {name: value for name, value in response.headers.items() if name not in OF_A_PAGE}
    SNAPSHOTS.addresses[asked] = Address(page, slug, others)


def _rendered(view: View, request: HttpRequest, about: dict[str, Any], query: dict[str, str]) -> Snapshot:
    """The page, from a request of nobody."""
    with one_moment():
        stamp = stamp_of(about["slug"]) if "slug" in about else stamp_of_all()
        if stamp is None:
            raise Http404
        response = view(_request_of_nobody(request, about, query), **about)
    plain = response.content
    return Snapshot(
        stamp=stamp,
        status=response.status_code,
        content_type=response["Content-Type"],
        plain=plain,
        gzipped=gzip.compress(plain, COMPRESSION, mtime=0),
        etag=f'W/"{sha256(plain).hexdigest()[:32]}"',
    )


def _request_of_nobody(request: HttpRequest, about: dict[str, Any], query: dict[str, str]) -> HttpRequest:
    """The same address as it is written properly, and nothing of who asks."""
    bare = HttpRequest()
    bare.method = "GET"
    bare.resolver_match = request.resolver_match
    name = request.resolver_match.view_name if request.resolver_match else ""
    bare.path = bare.path_info = reverse(name, kwargs=about)
    bare.GET = QueryDict(mutable=True)
    bare.GET.update(query)
    bare.META = {"QUERY_STRING": bare.GET.urlencode()}
    return bare


def _answer(asked: Mapping[str, str], page: Snapshot) -> tuple[HTTPStatus, dict[str, str], bytes]:
    """Status, headers and body for who asked with these headers."""
    headers = {**FOR_EVERYBODY, "ETag": page.etag}
    if page.status == HTTPStatus.OK and _has(asked.get("HTTP_IF_NONE_MATCH", ""), page.etag):
        return HTTPStatus.NOT_MODIFIED, headers | {"Content-Length": "0"}, b""
    body = page.plain
    if accepts_gzip(asked.get("HTTP_ACCEPT_ENCODING", "")):
        body = page.gzipped
        headers["Content-Encoding"] = "gzip"
    headers |= {"Content-Type": page.content_type, "Content-Length": str(len(body))}
    return HTTPStatus(page.status), headers, b"" if asked["REQUEST_METHOD"] == "HEAD" else body


def _has(known: str, etag: str) -> bool:
    """Whether the reader has this page already, compared as RFC 9110 does where a page is only read: weakly."""
    if known == etag:
        return True
    tags = parse_etags(known)
    return "*" in tags or etag.removeprefix("W/") in [each.removeprefix("W/") for each in tags]


def accepts_gzip(accepted: str) -> bool:
    """Whether `Accept-Encoding` names gzip and does not refuse it (q=0)."""
    for each in accepted.lower().split(","):
        coding, _, weight = each.partition(";")
        if coding.strip() in ("gzip", "*"):
            return weight.strip().removeprefix("q=").strip("0. ") != "" or not weight.strip()
    return False
