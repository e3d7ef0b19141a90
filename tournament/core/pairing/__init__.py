"""Pairing a round by the Swiss system (E 12.1): `pair_round` and the values that go in and come out.

`engine` is the way through; `field` validates, `reasons` says why. Two paths give the same answer. The fast one goes
from the top down: `descent` settles who rests and who floats, `walk` who meets whom, and `pairable` answers at each
step whether the rest can still be paired. The slow one is for rounds with an unavoidable conflict: `optimum` settles
the bye, rematches, clubs and the number of floats (K1–K5) by `matching`, `floats` who floats (K6), `partners` who
meets whom (K7). `record` writes down what a round was paired from, so that anybody can pair it again.
"""

from tournament.core.pairing.engine import pair_round
from tournament.core.pairing.meetings import (
    Boundary,
    Certificate,
    ClubRule,
    Entrant,
    Method,
    Pairing,
    PairingError,
    PairingInput,
    Reason,
    Shortage,
)
from tournament.core.pairing.partners import lot
from tournament.core.pairing.record import as_record, from_record

__all__ = [
    "Boundary",
    "Certificate",
    "ClubRule",
    "Entrant",
    "Method",
    "Pairing",
    "PairingError",
    "PairingInput",
    "Reason",
    "Shortage",
    "as_record",
    "from_record",
    "lot",
    "pair_round",
]
