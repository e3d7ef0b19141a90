"""Infractions (E 16): what an organiser is offered at a table, and what is proposed for a pair with its history.

Only organisers record infractions, on a complaint (E 16, E 17.8). Everything here is a proposal: `propose` says what
the documents say of a breach at its moment, `soften` what an organiser may make of its sanction (`scoring.sanctions`).
The rows themselves stand in `scoring.breaches`.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.bids import LEVEL_CARD_POINTS, Bid, points_at_stake
from scoring.breaches import (
    ADMITTED_REVOKE,
    ALIASES,
    ANY_OTHER,
    CATALOGUE,
    FIFTH_SERIOUS,
    REVOKE,
    THIRD_MINOR,
    THIRD_SERIOUS,
    Basis,
    Breach,
    Complainant,
    Effect,
    Severity,
    basis_of,
    breach,
)
from scoring.errors import RuleError
from scoring.regulation import Regulation
from scoring.sanctions import (
    SANCTIONS,
    History,
    Moment,
    Need,
    Proposal,
    Record,
    Sanction,
    Share,
    eliminate,
    faults,
    soften,
)

__all__ = [
    "ALIASES",
    "CATALOGUE",
    "Acceptances",
    "Basis",
    "Breach",
    "Complainant",
    "Effect",
    "History",
    "Moment",
    "Need",
    "Proposal",
    "Record",
    "Sanction",
    "Severity",
    "Share",
    "breach",
    "eliminate",
    "faults",
    "offered",
    "propose",
    "soften",
    "stake_at",
]

MINORS_IN_A_GAME = 3
SERIOUS_IN_A_GAME = 3
SERIOUS_IN_A_CHAMPIONSHIP = 5
_WITH_A_CONTRACT = (Moment.IN_HAND, Moment.ON_REVIEW)


@dataclass(frozen=True)
class Acceptances:
    """What the boxes of the sheet say (E 15.3): one for articles 7, 8 and 9 of E, one for 11.1–11.2.

    A sheet on which nobody has ticked anything has accepted nothing (E 15.3.1.1.4): that is the default.
    """

    articles_7_8_9: bool = False
    article_11: bool = False

    @classmethod
    def from_boxes(
        cls,
        articles_7_8_9: bool | None,
        article_11: bool | None = None,
        *,
        agreed: bool = True,
        agreed_on_11: bool = True,
    ) -> "Acceptances":
        """Read the two boxes: True for Yes, False for No, None where none is ticked.

        Pairs that do not agree have the articles in force, whatever is ticked (E 15.3.1.1.2); no tick renounces
        them (E 15.3.1.1.4). The second box follows the same rule, ticked by an organiser only (E 15.3.2).
        """
        return cls(articles_7_8_9 is True or not agreed, article_11 is True or not agreed_on_11)

    def cover(self, basis: Basis) -> bool:
        """Whether what rests on these articles is in force at this table."""
        if basis is Basis.EVERYBODY:
            return True
        return self.article_11 if basis is Basis.ARTICLE_11 else self.articles_7_8_9


def offered(acceptances: Acceptances, *, regulation: Regulation | None = None) -> tuple[Breach, ...]:
    """The rows that an organiser is offered at a table, in the order of the articles.

    What rests on a waived article is not (E 15.3.1.1.4), nor what comes by escalation only (D 7), nor, where the
    regulation is given, a misdeal that is no rung of its ladder (D 9).
    """
    return tuple(
        row
        for row in CATALOGUE.values()
        if not row.by_escalation
        and acceptances.cover(row.basis)
        and (regulation is None or _is_on_the_ladder(row, regulation))
    )


def stake_at(moment: Moment, regulation: Regulation, *, bid: Bid | None = None) -> int:
    """Points at stake at the moment of the breach (D 6).

    36 × the multiplier of a hand with a contract, 36 of a begun hand without one, else nothing.
    Raises RuleError: "bid_missing" (D 6) for a hand with a contract, "bid_forbidden" (D 1).
    """
    if moment is Moment.BEFORE_CONTRACT:
        return LEVEL_CARD_POINTS
    if moment not in _WITH_A_CONTRACT:
        return 0
    if bid is None:
        raise RuleError("bid_missing", "D 6", moment=moment.value)
    return points_at_stake(bid, regulation)


def propose(
    code: str,
    history: History,
    acceptances: Acceptances,
    *,
    regulation: Regulation,
    moment: Moment,
    bid: Bid | None = None,
    article: str = "",
    reason: str = "",
) -> Proposal:
    """What to record of a pair that committed `code`, and what it costs (E 16.1, E 16.2, D 6, D 7).

    `history` are the pair's earlier records, `article` the one broken where the row names none (E 16.1.3.1). A
    `reason` in writing overrules what is refused with *.
    Raises RuleError: "infraction_unknown" (E 16), "bid_missing" (D 6); *"article_waived" (E 15.3.1.1.4),
    *"infraction_by_escalation" (D 7), *"infraction_has_a_row" (E 16.1.3.1), *"misdeal_off_the_ladder" (D 9),
    *"revoke_without_hand" (D 10).
    """
    row = breach(code)
    if not reason.strip():
        _check_in_force(row, acceptances, article)
        _check_row(row, article, regulation=regulation, moment=moment)
    recorded = _raised(row, history, in_a_game=moment is not Moment.OUTSIDE_GAME)
    sanction = SANCTIONS[recorded.severity]
    costs = sanction in (Sanction.POINTS, Sanction.EXPULSION)
    stake = stake_at(moment, regulation, bid=bid) if costs else 0
    return Proposal(
        breach=row,
        code=recorded.code,
        severity=recorded.severity,
        sanction=sanction,
        stake=stake,
        points=stake if sanction is Sanction.POINTS else 0,
        moment=moment,
        own_effects=row.effects_under(regulation),
        escalated_from=row.code if recorded is not row else None,
        reason=reason.strip(),
    )


def _check_in_force(row: Breach, acceptances: Acceptances, article: str) -> None:
    """What the table has waived is not punished, under its own row or as any other breach."""
    for basis in (row.basis, basis_of(article)):
        if not acceptances.cover(basis):
            raise RuleError("article_waived", "E 15.3.1.1.4", infraction=row.code, waived=basis.value)


def _check_row(row: Breach, article: str, *, regulation: Regulation, moment: Moment) -> None:
    facts = {"infraction": row.code}
    if row.by_escalation:
        raise RuleError("infraction_by_escalation", "D 7", **facts)
    if not _is_on_the_ladder(row, regulation):
        raise RuleError("misdeal_off_the_ladder", "D 9", **facts)
    number = article.removeprefix("E ").strip()
    if row.code == ANY_OTHER and (number in CATALOGUE or number in ALIASES):
        raise RuleError("infraction_has_a_row", "E 16.1.3.1", infraction=breach(number).code)
    if row.code in (REVOKE, ADMITTED_REVOKE) and moment not in _WITH_A_CONTRACT:
        raise RuleError("revoke_without_hand", "D 10", **facts)


def _is_on_the_ladder(row: Breach, regulation: Regulation) -> bool:
    return row.rung is None or row.rung in regulation.misdeal_ladder


def _raised(row: Breach, history: History, *, in_a_game: bool) -> Breach:
    """The row that the ladders make of this breach: at every third minor, then at every third or fifth serious (D 7).

    A minor breach that is raised is a serious one for the next ladder, so one record may climb both. Where both
    serious ladders are full at once, the one of the game is named.
    """
    counted = [record for record in history if record.counts]
    here = [record for record in counted if record.is_same_game and in_a_game]
    if row.severity is Severity.MINOR and _is_due((record.was_minor for record in here), MINORS_IN_A_GAME):
        row = CATALOGUE[THIRD_MINOR]
    if row.severity is not Severity.SERIOUS:
        return row
    if _is_due((record.was_serious for record in here), SERIOUS_IN_A_GAME):
        return CATALOGUE[THIRD_SERIOUS]
    if _is_due((record.was_serious for record in counted), SERIOUS_IN_A_CHAMPIONSHIP):
        return CATALOGUE[FIFTH_SERIOUS]
    return row


def _is_due(earlier: Iterable[bool], every: int) -> bool:
    """Whether one more makes a full ladder: the third, the sixth …"""
    return (sum(earlier) + 1) % every == 0
