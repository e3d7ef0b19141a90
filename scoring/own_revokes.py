"""A pair's own illegal card: taking it back while it may be mended (G 10.1.4), admitting it later (E 16.1.2.2.4)."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.bids import Bid
from scoring.breaches import ADMITTED_REVOKE, REVOKE
from scoring.infractions import Acceptances, propose
from scoring.regulation import Mendable, Regulation
from scoring.sanctions import History, Moment, Need, Proposal
from scoring.sheets import HandKind


def may_be_mended(regulation: Regulation, *, next_trick_started: bool, harmed_pair_agrees: bool) -> bool:
    """Whether a card on the table that may be illegal can be taken back (G 10.1.4).

    Once the next trick has begun it lies in an earlier trick, and is a revoke (E 16.1.2.2.1). Until then the harmed
    pair may let it be taken back, and nothing is recorded; where the regulation lets a card be mended until the
    next trick starts (`revoke_mendable_until`), nobody needs to agree.
    """
    if next_trick_started:
        return False
    return harmed_pair_agrees or regulation.revoke_mendable_until is Mendable.NEXT_TRICK


class Choice(StrEnum):
    """What the harmed pair decides on a revoke that its own pair admits (E 16.1.2.2.4).

    `revoke`: serious, as if a review had proven it. The others take it for a minor infraction (E 16.1.3.4): the
    hand goes on, or is replayed under the same number by the same pair, or is passed at 0–0 and counts.
    """

    REVOKE = "revoke"
    CONTINUE = "continue"
    REPLAY = "replay"
    PASS = "pass"


ROWS = {Choice.REPLAY: HandKind.REPLAYED, Choice.PASS: HandKind.PASS}
"""How the hand is written on the sheet where it does not go on."""


@dataclass(frozen=True)
class AdmittedRevoke:
    """What follows from the harmed pair's choice: the proposal against the other pair, and the hand.

    `hand_kind` is the row that the hand becomes, None where it goes on.
    """

    choice: Choice
    proposal: Proposal

    @property
    def hand_kind(self) -> HandKind | None:
        """The sanction's row, where the choice or the ladder made it serious; else the row that was chosen."""
        return self.proposal.hand_kind or ROWS.get(self.choice)

    @property
    def may_bar_suit(self) -> bool:
        """Whether the harmed pair also says if the suit may be touched: only in a hand that goes on (E 16.1.3.4)."""
        return self.hand_kind is None and Need.SUIT_OF_HARMED_PAIR in self.proposal.needs


def admitted_revoke(
    choice: Choice,
    history: History,
    acceptances: Acceptances,
    *,
    regulation: Regulation,
    bid: Bid,
) -> AdmittedRevoke:
    """The harmed pair's choice, carried out (E 16.1.2.2.4). Admitting is done in the hand: its `bid` is known.

    Raises RuleError("bid_forbidden", "D 1") (see `propose`).
    """
    code = REVOKE if choice is Choice.REVOKE else ADMITTED_REVOKE
    proposal = propose(code, history, acceptances, regulation=regulation, moment=Moment.IN_HAND, bid=bid)
    return AdmittedRevoke(choice, proposal)
