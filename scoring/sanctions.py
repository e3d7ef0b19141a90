"""The sanction of an infraction (E 16.2): records of a pair, what is proposed for one breach, how it is softened.

A proposal is a value: an organiser looks at it, softens it if he likes, and only then is it recorded. Points are
points of the sheet; those of a sanction go to the other pair.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.breaches import DISOBEDIENCE, PENALTIES, Breach, Complainant, Effect, Severity, breach, row_kind
from scoring.errors import RuleError
from scoring.sheets import HandKind


class Moment(StrEnum):
    """When the breach was committed – not when it is recorded (D 6)."""

    BEFORE_FIRST_HAND = "before_first_hand"
    BETWEEN_HANDS = "between_hands"
    BEFORE_CONTRACT = "before_contract"
    """The hand is begun (a card is dealt) and has no contract yet."""
    IN_HAND = "in_hand"
    ON_REVIEW = "on_review"
    """What a review proves belongs to the reviewed hand, the last one included."""
    AFTER_LAST_HAND = "after_last_hand"
    OUTSIDE_GAME = "outside_game"


class Sanction(StrEnum):
    """What is done to the pair (E 16.2.1–3); `none` for what has only its own effect."""

    NONE = "none"
    NOTED = "noted"
    POINTS = "points"
    EXPULSION = "expulsion"


SANCTIONS = {
    Severity.NONE: Sanction.NONE,
    Severity.MINOR: Sanction.NOTED,
    Severity.SERIOUS: Sanction.POINTS,
    Severity.VERY_SERIOUS: Sanction.EXPULSION,
}
"""The sanction that a severity brings, before anybody softens it (E 16.2)."""


class Share(StrEnum):
    """How much of the sanction is applied (E 16.2, D 7)."""

    WHOLE = "whole"
    PART = "part"
    NONE = "none"


class Need(StrEnum):
    """What somebody has to say before the record is complete."""

    FREE_TEXT = "free_text"
    """An organiser tells what was done (E 16.1.3.1)."""
    ORGANISER_DECIDES = "organiser_decides"
    """The severity is only proposed: E 11.3 "may be sanctioned", or the ladder led to it (D 7)."""
    SOFTENING_OFFERED = "softening_offered"
    """The organiser is first asked how much of the sanction is meant (E 16.1.1.2)."""
    CHOICE_OF_HARMED_PAIR = "choice_of_harmed_pair"
    """The hand goes on, is replayed or passed (E 16.1.2.2.4)."""
    SUIT_OF_HARMED_PAIR = "suit_of_harmed_pair"
    """Whether the suit is barred (E 16.1.3.4, E 16.1.3.5)."""


@dataclass(frozen=True)
class Record:
    """One recorded infraction of a pair. `escalated_from` is the row that was committed, where a ladder raised it.

    `is_same_game` is said with respect to the game of the breach that is being proposed.
    """

    code: str
    severity: Severity
    escalated_from: str | None = None
    is_same_game: bool = True
    withdrawn: bool = False

    @property
    def counts(self) -> bool:
        """Whatever became of the sanction; not what was withdrawn, nor what has no severity (D 5)."""
        return not self.withdrawn and self.severity is not Severity.NONE

    @property
    def was_minor(self) -> bool:
        """Whether it is a rung of the minor ladder: committed as a minor one, raised or not (D 7)."""
        if self.escalated_from is None:
            return self.severity is Severity.MINOR
        return breach(self.escalated_from).severity is Severity.MINOR

    @property
    def was_serious(self) -> bool:
        """Whether it is a rung of the serious ladder: serious, or raised to more from there (D 7)."""
        raised_further = self.severity is Severity.VERY_SERIOUS and self.escalated_from is not None
        return self.severity is Severity.SERIOUS or raised_further


History = Sequence[Record]


def faults(history: History) -> int:
    """Infractions of a pair as the ranking counts them: one each, of any severity (E 14.3, D 5)."""
    return sum(record.counts for record in history)


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """What the documents say of one breach, as it would be recorded.

    `code` and `severity` are those of the record: the ladder's where it raised the breach, `escalated_from` being
    the row committed then. `stake` are the points at stake at that moment (0 for what costs none), `points` those
    that go to the other pair now. `reason` is why a refusal was overruled or the sanction softened.
    """

    breach: Breach
    code: str
    severity: Severity
    sanction: Sanction
    stake: int
    points: int
    moment: Moment
    own_effects: tuple[Effect, ...]
    escalated_from: str | None = None
    share: Share = Share.WHOLE
    reason: str = ""

    @property
    def effects(self) -> tuple[Effect, ...]:
        """What follows beside the sanction.

        Where the sanction ends the hand (E 16.2.2), or the pair leaves (E 16.2.1), nothing is left to follow from it
        in that hand; where the sanction is softened away, neither do its minor penalties (E 16.2.3).
        """
        dropped: frozenset[Effect] = frozenset()
        if self.share is Share.NONE:
            dropped = PENALTIES
        elif self.sanction is Sanction.EXPULSION:
            dropped = _OF_THE_HAND | {Effect.REPLACES_HAND_POINTS}
        elif self.points:
            dropped = _OF_THE_HAND
        return tuple(effect for effect in self.own_effects if effect not in dropped)

    @property
    def needs(self) -> tuple[Need, ...]:
        """What is to be asked before this is recorded."""
        asked = {
            Need.FREE_TEXT: self.breach.needs_text,
            Need.ORGANISER_DECIDES: self.breach.is_only_proposed or self.escalated_from is not None,
            Need.SOFTENING_OFFERED: self.breach.softening_first and self.share is Share.WHOLE,
            Need.CHOICE_OF_HARMED_PAIR: Effect.HARMED_PAIR_CHOOSES in self.effects,
            Need.SUIT_OF_HARMED_PAIR: Effect.SUIT_MAY_BE_BARRED in self.effects,
        }
        return tuple(need for need, is_asked in asked.items() if is_asked)

    @property
    def complainants(self) -> tuple[Complainant, ...]:
        """Who may complain of it; outside a game the organisation always may (E 16, E 17.8)."""
        if self.moment is Moment.OUTSIDE_GAME:
            return tuple(Complainant)
        return self.breach.complainants

    @property
    def hand_kind(self) -> HandKind | None:
        """The row that the hand becomes; None where it goes on, is dealt anew or there is none."""
        return HandKind.SANCTION if self.points else row_kind(self.effects)

    @property
    def record(self) -> Record:
        """This proposal as a record in the history of its own game."""
        in_a_game = self.moment is not Moment.OUTSIDE_GAME
        return Record(self.code, self.severity, self.escalated_from, is_same_game=in_a_game)


_OF_THE_HAND = frozenset(
    {
        Effect.REDEAL,
        Effect.HAND_UNCOUNTED,
        Effect.TURN_LOST,
        Effect.SUIT_MAY_BE_BARRED,
        Effect.HARMED_PAIR_CHOOSES,
    }
)


def soften(proposal: Proposal, how: Share, *, points: int | None = None, reason: str = "") -> Proposal:
    """The proposal with its sanction applied in whole, in part or not at all; the severity stays (E 16.2, D 7).

    `points` belong to a part: more than none, fewer than all. An expulsion has no half, so its part is a loss of
    points, all that is at stake at most. A softened sanction may be softened further, and whoever softens says why.
    Raises RuleError (E 16.2): "sanction_softened_before" on the way back from none or a part; "sanction_hardened",
    "sanction_part", both with the points asked for and the `most` that is possible; "sanction_without_points" where
    there is nothing to take a part of; "reason_missing".
    """
    most = proposal.stake if proposal.sanction is Sanction.EXPULSION else proposal.points
    if _SHARES.index(how) > _SHARES.index(proposal.share):
        raise RuleError("sanction_softened_before", "E 16.2", infraction=proposal.code)
    if points is not None and points > most:
        raise RuleError("sanction_hardened", "E 16.2", points=points, most=most)
    left = _part(proposal, points, most=most) if how is Share.PART else _all_or_none(proposal, how, points)
    if how is Share.WHOLE:
        return proposal
    if not reason.strip():
        raise RuleError("reason_missing", "E 16.2", field="reason")
    sanction = Sanction.POINTS if left else _NOTHING.get(proposal.severity, Sanction.NOTED)
    return replace(proposal, share=how, sanction=sanction, points=left, reason=reason.strip())


_SHARES = (Share.NONE, Share.PART, Share.WHOLE)
_NOTHING = {Severity.NONE: Sanction.NONE}


def _part(proposal: Proposal, points: int | None, *, most: int) -> int:
    """The points of a part. All of them would be the whole, unless the whole was more than points, or a part before."""
    is_the_whole = proposal.sanction is Sanction.POINTS and proposal.share is Share.WHOLE
    highest = most - 1 if is_the_whole else most
    if highest < 1:
        raise RuleError("sanction_without_points", "E 16.2", infraction=proposal.code)
    if points is None or not 0 < points <= highest:
        raise RuleError("sanction_part", "E 16.2", points=points or 0, most=highest)
    return points


def _all_or_none(proposal: Proposal, how: Share, points: int | None) -> int:
    """The points of the whole sanction or of none; others with them would be a part by another name."""
    meant = proposal.points if how is Share.WHOLE else 0
    if points not in (None, meant):
        raise RuleError("sanction_part", "E 16.2", points=points, most=max(proposal.points - 1, 0))
    return meant


def eliminate(proposal: Proposal, *, reason: str) -> Proposal:
    """The organisation's last measure against who does not accept its decisions, recorded as very serious (E 17.5).

    Raises RuleError: "elimination_elsewhere" (E 17.5) for any other row – a sanction is never hardened –,
    "reason_missing" (E 17.5).
    """
    if proposal.breach.code != DISOBEDIENCE:
        raise RuleError("elimination_elsewhere", "E 17.5", infraction=proposal.code)
    if not reason.strip():
        raise RuleError("reason_missing", "E 17.5", field="reason")
    return replace(
        proposal, severity=Severity.VERY_SERIOUS, sanction=Sanction.EXPULSION, reason=reason.strip()
    )
