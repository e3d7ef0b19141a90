"""What every write has in common, in this order: lock the championship's row, give a known form its first answer
again, let the service do its work, keep the answer, bump the version. One transaction."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
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
    client_id = sent.get("client_id", "")
    with transaction.atomic():
        championship = Championship.objects.select_for_update().get(pk=championship_id)
        act = Act(championship, sent["actor"], sent.get("now") or timezone.now())
        known = _known(championship, client_id)
        if known is not None:
            if (known.kind, known.about) != (kind, digest_of(about)):
                raise RuleError("client_id_reused", kind=known.kind)
            act.is_repeat, act.answer = True, known.answer
        yield act
        if act.is_repeat:
            return
        if client_id:
            Submission.objects.create(
                championship=championship,
                client_id=client_id,
                kind=kind,
                about=digest_of(about),
                answer=act.answer,
            )
        Championship.objects.filter(pk=championship_id).update(version=F("version") + 1)


def digest_of(about: tuple[object, ...]) -> str:
    """What a form said, in 64 hexadecimal digits."""
    return sha256(repr(about).encode()).hexdigest()


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
    championship_id = Round.objects.values_list("championship_id", flat=True).filter(pk=round_id).first()
    if championship_id is None:
        raise RuleError("round_gone")
    with writing(championship_id, kind, round_id, *about, **sent) as act:
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
