"""Every draw made again from its own record: it must come out as it was stored (E 12.1, E 13.3)."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tournament.core.pairing import PairingError, from_record, pair_round
from tournament.models import Championship
from tournament.queries.verification_games import Discrepancy


def draw_findings(championship: Championship) -> Iterator[Discrepancy]:
    """Rounds whose pairing, or a part of it drawn again later, does not follow from what it was drawn from."""
    for round_ in championship.rounds.order_by("number"):
        for drawn in (round_.reasons, *round_.reasons.get("repairs", ())):
            if "input" not in drawn:
                continue
            stored, counted = drawn.get("pairing"), _drawn_again(drawn["input"])
            if stored != counted:
                yield Discrepancy("draw", round_.number, stored=_meetings(stored), counted=_meetings(counted))


def _drawn_again(record: Mapping[str, Any]) -> Any:
    """The pairing as JSON; what cannot be read or drawn is no error but a finding."""
    try:
        return json.loads(json.dumps(pair_round(from_record(record)).as_dict()))
    except (PairingError, KeyError, TypeError, ValueError) as fault:
        return str(fault)


def _meetings(drawn: Any) -> Any:
    return drawn.get("meetings") if isinstance(drawn, dict) else drawn
