"""A round that was made by hand, without light, comes back into the program (E 12.1, E 17.2)."""

from typing import Unpack

from tournament.core.seating import Seating
from tournament.models import Round
from tournament.services import drafts, rounds
from tournament.services.writing import Sent, writing


def type_round(
    championship_id: int,
    typed: Seating,
    *,
    reason: str = "",
    despite_open: str = "",
    seen: tuple[int, int] | None = None,
    **sent: Unpack[Sent],
) -> Round:
    """The draft of the next round, exactly as typed: it is drawn, and changed by hand into this, in one step that is
    taken back as any other. So what it gives up against the draw is shown as for any other.

    Raises RuleError as `rounds.draft` and `drafts.place`; nothing is written then.
    """
    about = sorted(typed.tables.items()), typed.bye, reason, despite_open
    with writing(championship_id, "type_round", *about, **sent) as act:
        if not act.is_repeat:
            round_ = rounds.draft(
                championship_id, despite_open=despite_open, seen=seen, actor=act.actor, now=act.now
            )
            drafts.place(round_.pk, typed, reason=reason, actor=act.actor, now=act.now)
            act.answer = {"round": round_.pk}
        return rounds.drafted(act.answer["round"])
