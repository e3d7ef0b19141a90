"""What the organisers tell the hall."""

from tournament.models import Championship, Notice


def notices_of(championship: Championship) -> tuple[Notice, ...]:
    """What the public pages say now, the latest first."""
    return tuple(championship.notices.filter(withdrawn_at=None).order_by("-pk"))
