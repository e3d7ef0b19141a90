"""The values of a pairing: what goes in, what comes out, and how it is refused (E 12.1: "Swiss system").

What a best pairing is, strictly in this order: K1 the earlier wins without playing of the pair that rests,
K2 rematches, K3 meetings inside a club, K4 how far from the bottom the pair that rests stands, K5 meetings
across each group boundary, K6 who floats, K7 the partners. K6 and K7 leave exactly one pairing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

NO_FACTS: Mapping[str, Any] = MappingProxyType({})


class PairingError(Exception):
    """A pairing that cannot be made. `code` names why, `facts` are what a sentence about it must say."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        return f"{self.code} {self.facts}"


class ClubRule(StrEnum):
    """When pairs of one club are kept apart where possible (K3)."""

    NEVER = "never"
    FIRST_ROUND = "first_round"
    ALWAYS = "always"


class Method(StrEnum):
    """How a pair chooses among the pairs left in its bracket (K7)."""

    ADJACENT = "adjacent"
    HALVES = "halves"
    FOLD = "fold"
    RANDOM = "random"


@dataclass(frozen=True)
class Entrant:
    """A pair present in this round. `group` is its wins, doubled; the others count rounds and floats."""

    number: int
    group: int
    unplayed_wins: int = field(default=0, kw_only=True)
    floats: int = field(default=0, kw_only=True)
    club: str = field(default="", kw_only=True)


@dataclass(frozen=True)
class PairingInput:
    """Everything a round is paired from: the pairs present in standings order and what is known about them.

    `met` says how often two pairs have met, a walkover counts. Numbers of absent pairs in `met` and `forbidden`
    do no harm. `forced` and `forced_bye` are the organiser's and are kept before anything is chosen.
    """

    entrants: tuple[Entrant, ...]
    met: Mapping[frozenset[int], int] = field(default_factory=dict)
    forbidden: frozenset[frozenset[int]] = field(default=frozenset(), kw_only=True)
    forced: tuple[tuple[int, int], ...] = field(default=(), kw_only=True)
    forced_bye: int | None = field(default=None, kw_only=True)
    club_rule: str = field(default=ClubRule.NEVER, kw_only=True)
    method: str = field(default=Method.ADJACENT, kw_only=True)
    seed: str = field(default="", kw_only=True)
    round_number: int = field(default=1, kw_only=True)

    @property
    def clubs_are_kept_apart(self) -> bool:
        """Whether the club rule is on in this round (K3)."""
        first = self.club_rule == ClubRule.FIRST_ROUND and self.round_number == 1
        return first or self.club_rule == ClubRule.ALWAYS


@dataclass(frozen=True)
class Shortage:
    """Why not everybody can be paired: leave out `opponents`, and what is left falls apart into `parts`.

    Each part has an odd number of pairs and no allowed meeting with another, so each needs one of the `opponents`,
    who are fewer. Where somebody rests, None stands for the bye, as if it were a pair.
    """

    parts: tuple[tuple[int | None, ...], ...]
    opponents: tuple[int | None, ...]

    def as_dict(self) -> dict[str, Any]:
        """The shortage as JSON: `needing` parts have only `possible` opponents."""
        return {
            "parts": [list(part) for part in self.parts],
            "opponents": list(self.opponents),
            "needing": len(self.parts),
            "possible": len(self.opponents),
        }


class Reason(NamedTuple):
    """Why a meeting (or the pair that rests, alone in `pairs`) is as it is: a code and facts, never a sentence."""

    code: str
    pairs: tuple[int, ...]
    facts: Mapping[str, Any] = NO_FACTS

    def as_dict(self) -> dict[str, Any]:
        """The reason as JSON."""
        return {"code": self.code, "pairs": list(self.pairs), "facts": dict(self.facts)}


@dataclass(frozen=True)
class Boundary:
    """Below `group`: `pairs` stand above it (without the one that rests), `floats` meetings cross it (K5)."""

    group: int
    pairs: int
    floats: int

    @property
    def parity(self) -> int:
        """Fewer meetings than this cannot cross: the pairs above are even in number (0) or odd (1)."""
        return self.pairs % 2

    def as_dict(self) -> dict[str, Any]:
        """The boundary as JSON; `proven` where the parity alone shows that it cannot be better."""
        proven = self.floats == self.parity
        facts = {"group": self.group, "pairs": self.pairs, "floats": self.floats}
        return facts | {"parity": self.parity, "proven": proven}


@dataclass(frozen=True)
class Certificate:
    """The digits K1–K5 that were reached, and why they cannot be better. The forced part is not counted.

    `below_bye` (K4) counts the pairs ranked below the one that rests. `shortage` is there when a rematch could not
    be avoided.
    """

    unplayed_wins: int
    rematches: int
    club_meetings: int
    below_bye: int | None
    boundaries: tuple[Boundary, ...]
    shortage: Shortage | None = None

    def as_dict(self) -> dict[str, Any]:
        """The certificate as JSON."""
        return {
            "K1": self.unplayed_wins,
            "K2": self.rematches,
            "K3": self.club_meetings,
            "K4": self.below_bye,
            "K5": [boundary.floats for boundary in self.boundaries],
            "boundaries": [boundary.as_dict() for boundary in self.boundaries],
            "shortage": self.shortage.as_dict() if self.shortage else None,
        }


@dataclass(frozen=True)
class Pairing:
    """A paired round. In a meeting the better-ranked pair comes first; the best-ranked meeting comes first."""

    meetings: tuple[tuple[int, int], ...]
    bye: int | None
    reasons: tuple[Reason, ...]
    certificate: Certificate

    def as_dict(self) -> dict[str, Any]:
        """The pairing as JSON."""
        return {
            "meetings": [list(meeting) for meeting in self.meetings],
            "bye": self.bye,
            "reasons": [reason.as_dict() for reason in self.reasons],
            "certificate": self.certificate.as_dict(),
        }
