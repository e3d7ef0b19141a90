"""What the organisers tell the hall: announced with what it is about, and withdrawn when it is over."""

from typing import Unpack

from scoring.errors import RuleError
from tournament.models import Notice
from tournament.services.writing import Act, Sent, writing_where


def announce(act: Act, text: str) -> None:
    """From now on it stands on the public pages, as part of the write that it is about."""
    if text.strip():
        Notice.objects.create(championship=act.championship, text=text.strip(), at=act.now)


def withdraw_notice(notice_id: int, **sent: Unpack[Sent]) -> None:
    """It stands on no page any more. Raises RuleError("notice_gone")."""
    with writing_where("notice_gone", "withdraw_notice", notice_id, part="notices", **sent) as act:
        if act.is_repeat:
            return
        notice = act.championship.notices.get(pk=notice_id)
        if notice.withdrawn_at is not None:
            raise RuleError("notice_gone")
        notice.withdrawn_at = act.now
        notice.save()
        act.log("withdraw_notice", before={"notice": notice.text})
