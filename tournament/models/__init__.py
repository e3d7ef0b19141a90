"""The rows of a championship: columns, constraints and `__str__`, nothing else."""

from tournament.models.arrangement import Arrangement
from tournament.models.call import Call
from tournament.models.championship import Championship, LogEntry, Membership, Submission
from tournament.models.game import Game, PlayedHand, Seat
from tournament.models.infraction import Infraction
from tournament.models.invitation import Invitation
from tournament.models.notice import Notice
from tournament.models.pair import Absence, Pair
from tournament.models.remark import Remark
from tournament.models.replacement import Replacement
from tournament.models.round import Round
from tournament.models.signature import Signature
from tournament.models.table import Table

__all__ = [
    "Absence",
    "Arrangement",
    "Call",
    "Championship",
    "Game",
    "Infraction",
    "Invitation",
    "LogEntry",
    "Membership",
    "Notice",
    "Pair",
    "PlayedHand",
    "Remark",
    "Replacement",
    "Round",
    "Seat",
    "Signature",
    "Submission",
    "Table",
]
