"""One auction from the first word to the last, and the words there are (G 8, E 8.3)."""

import pytest

from scoring.bids import Auction, Bid, Call
from tests.scoring.hands import DEFAULT

WORDS = ["O", "C", "E", "B", "botifarra", "delegate", "good", "contro", "recontro", "sant_vicenc"]


def test_only_the_words_of_the_regulation_are_spoken() -> None:
    """G 8.1.1.1: four suits and botifarra; the others say delego, bé, contro, recontro, Sant Vicenç."""
    assert [call.value for call in Call] == WORDS
    with pytest.raises(ValueError, match="passo"):
        Call("passo")


def test_an_auction_is_spoken_by_the_seats_whose_turn_it_is() -> None:
    """G 8, E 8.3, E 8.3.2: delegated, called, doubled by the second of a pair, answered, doubled to the end."""
    auction, spoken = Auction(DEFAULT, maker=3), []
    for call in (Call.DELEGATE, Call.BOTIFARRA, Call.GOOD, Call.CONTRO, Call.RECONTRO, Call.SANT_VICENC):
        spoken.append((auction.turn, call.value))
        auction = auction.say(call)
    assert spoken == [
        (3, "delegate"),
        (1, "botifarra"),
        (2, "good"),
        (0, "contro"),
        (1, "recontro"),
        (2, "sant_vicenc"),
    ]
    assert (auction.is_over, auction.turn, auction.bid, auction.trump) == (True, None, Bid.BS, None)
