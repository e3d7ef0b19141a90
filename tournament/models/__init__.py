"""The rows of a championship: columns, constraints and `__str__`, nothing else."""

from tournament.models.arrangement import Arrangement
from tournament.models.championship import Championship, LogEntry, Membership, Submission
from tournament.models.game import Game, PlayedHand, Seat
from tournament.models.pair import Absence, Pair
from tournament.models.round import Round

__all__ = [
    "Absence",
    "Arrangement",
    "Championship",
    "Game",
    "LogEntry",
    "Membership",
    "Pair",
    "PlayedHand",
    "Round",
    "Seat",
    "Submission",
]
