"""What every write has in common, in this order: lock the championship's row, give a known form its first answer
again, let the service do its work, keep the answer, bump the version. One transaction."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Required, TypedDict, Unpack

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scoring.errors import RuleError
from tournament.models import Championship, LogEntry, Round, Submission


@dataclass(frozen=True)
class Actor:
    """Who writes, and from where: "desk", "table" (a phone with the sheet's address) or "system"."""

    user: AbstractBaseUser | None
    via: str


class Written:
    """How often this process has written for the desk: public pages look at it (`tournament/publishing.py`)."""

    times = 0

    def note(self) -> None:
        """Two at the same moment may count once: both have been committed by then, and a change is all that tells."""
        self.times += 1


written_at_desk = Written()


class Sent(TypedDict, total=False):
    """What comes with everything that is sent to a service: who sends it, the form's own id ("" in commands), and
    the moment, where it is not now."""

    actor: Required[Actor]
    client_id: str
    now: datetime | None


@dataclass
class Act:
    """One write under way. `is_repeat` says that the form was answered before: `answer` is that answer."""

    championship: Championship
    actor: Actor
    now: datetime
    is_repeat: bool = False
    answer: dict[str, Any] = field(default_factory=dict)

    def log(self, what: str, **facts: Any) -> None:
        """Append to the log: round_number, table, pair_number, before, after, reason."""
        user = self.actor.user
        LogEntry.objects.create(
            championship=self.championship, user=user, via=self.actor.via, what=what, at=self.now, **facts
        )


@contextmanager
def writing(championship_id: int, kind: str, *about: object, **sent: Unpack[Sent]) -> Iterator[Act]:
    """Open one write of a championship. `about` is what the form is about and says, as values.

    Raises RuleError("client_id_reused") for an id that came before with anything else: it was not the same form.
    """
    with transaction.atomic():
        yield from _steps(_locked(pk=championship_id), kind, about, sent)


@contextmanager
def writing_where(gone: str, kind: str, *about: object, part: str, **sent: Unpack[Sent]) -> Iterator[Act]:
    """The same for the championship that something belongs to, which `part` names as a path of the ORM and which is
    the first thing of `about`. Found and locked in one query. Raises RuleError(gone) where there is none.
    """
    with transaction.atomic():
        try:
            championship = _locked(**{part: about[0]})
        except Championship.DoesNotExist:
            raise RuleError(gone) from None
        yield from _steps(championship, kind, about, sent)


def _locked(**which: object) -> Championship:
    """The championship's row, held until the transaction ends; the rows that it is found by are not locked."""
    return Championship.objects.select_for_update(of=("self",)).get(**which)


def _steps(championship: Championship, kind: str, about: tuple[object, ...], sent: Sent) -> Iterator[Act]:
    client_id, digest = sent.get("client_id", ""), digest_of(about)
    act = Act(championship, sent["actor"], sent.get("now") or timezone.now())
    known = _known(championship, client_id)
    if known is not None:
        if (known.kind, known.about) != (kind, digest):
            raise RuleError("client_id_reused", kind=known.kind)
        act.is_repeat, act.answer = True, known.answer
    yield act
    if act.is_repeat:
        return
    if client_id:
        Submission.objects.create(
            championship=championship, client_id=client_id, kind=kind, about=digest, answer=act.answer
        )
    Championship.objects.filter(pk=championship.pk).update(version=F("version") + 1)
    if act.actor.via != "table":
        transaction.on_commit(written_at_desk.note)


def digest_of(about: tuple[object, ...]) -> str:
    """What a form said, in 64 hexadecimal digits. An instant is the same in every time zone."""
    said = tuple(each.astimezone(UTC) if isinstance(each, datetime) else each for each in about)
    return sha256(repr(said).encode()).hexdigest()


def _known(championship: Championship, client_id: str) -> Submission | None:
    if not client_id:
        return None
    return Submission.objects.filter(championship=championship, client_id=client_id).first()


def refuse_finished(championship: Championship) -> None:
    """Raises RuleError("championship_finished"): the way out is to resume it."""
    if championship.state == Championship.State.FINISHED:
        raise RuleError("championship_finished", "E 17.2", championship=championship.name)


@contextmanager
def writing_round(
    round_id: int, kind: str, *about: object, **sent: Unpack[Sent]
) -> Iterator[tuple[Act, Round]]:
    """The same for one round. Raises RuleError("round_gone" | "championship_finished") besides."""
    with writing_where("round_gone", kind, round_id, *about, part="rounds", **sent) as act:
        round_ = act.championship.rounds.filter(pk=round_id).first()
        if round_ is None:
            raise RuleError("round_gone")
        round_.championship = act.championship
        if not act.is_repeat:
            refuse_finished(act.championship)
        yield act, round_


def refuse_stale(round_: Round, version: int | None) -> None:
    """Raises RuleError("stale_version") for a form based on another version of the round (None: no matter)."""
    if version is not None and version != round_.version:
        raise RuleError("stale_version", mine=version, stored=round_.version)


class SentForRound(Sent, total=False):
    """The same for one round, with the version that the form was based on (None: it does not matter)."""

    version: int | None
