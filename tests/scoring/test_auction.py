"""The auction: whose turn it is, what may be said, how it ends (G 8, E 8.3, D 1, D 9)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bids import Auction, Bid, Call, allowed_bids
from scoring.cards import Suit
from scoring.errors import RuleError
from scoring.presets import PRESETS
from scoring.regulation import Regulation
from tests.scoring.hands import DEFAULT, few, regulations

GOOD, CONTRO, RECONTRO, SANT_VICENC = Call.GOOD, Call.CONTRO, Call.RECONTRO, Call.SANT_VICENC
GAMES = {Call.OROS, Call.COPES, Call.ESPASES, Call.BASTOS, Call.BOTIFARRA}


def after(*calls: Call, regulation: Regulation = DEFAULT, barred: bool = False, maker: int = 0) -> Auction:
    auction = Auction(regulation, maker, botifarra_barred=barred)
    for call in calls:
        auction = auction.say(call)
    return auction


def speakers(*calls: Call, maker: int = 0) -> list[int]:
    return [seat for seat, _ in after(*calls, maker=maker).calls]


def refused(auction: Auction, call: Call, seat: int | None = None) -> tuple[str, str]:
    with pytest.raises(RuleError) as error:
        auction.say(call, seat=seat)
    speaker = auction.turn if seat is None else seat
    assert error.value.facts == {"call": call.value, "seat": speaker, "turn": auction.turn}
    return error.value.code, error.value.article


# --- Whose turn it is ---------------------------------------------------------------------------


def test_the_maker_speaks_first() -> None:
    """E 8.3.2.1."""
    assert [after(maker=maker).turn for maker in range(4)] == [0, 1, 2, 3]


def test_delegating_keeps_the_turn_and_the_partner_must_call() -> None:
    """G 8.1.1.2, E 8.3.2.2."""
    auction = after(Call.DELEGATE)
    assert (auction.turn, auction.allowed) == (2, GAMES)


def test_the_other_pair_speaks_next_the_player_to_the_right_of_the_last_speaker_first() -> None:
    """E 8.3.1: 1 stands to the right of 0; after a delegation 3 stands to the right of 2."""
    assert speakers(Call.OROS, GOOD, GOOD) == [0, 1, 3]
    assert speakers(Call.DELEGATE, Call.OROS, GOOD, GOOD) == [0, 2, 3, 1]


@pytest.mark.parametrize(("maker", "pair"), [(0, 0), (1, 1), (2, 0), (3, 1)])
def test_the_makers_stay_the_makers_when_the_partner_calls(maker: int, pair: int) -> None:
    """G 8.1.1.2: whoever of the two calls, that pair makes trumps."""
    assert (after(maker=maker).maker_pair, after(Call.DELEGATE, Call.OROS, maker=maker).maker_pair) == (
        pair,
        pair,
    )


def test_each_doubling_gives_the_turn_to_the_other_pair() -> None:
    """E 8.3.2.4, E 8.3.2.5."""
    assert speakers(Call.COPES, GOOD, CONTRO, GOOD, RECONTRO, GOOD, SANT_VICENC) == [0, 1, 3, 0, 2, 3, 1]


def test_who_speaks_out_of_turn_is_refused() -> None:
    """E 8.3.1."""
    assert refused(after(), Call.OROS, seat=2) == ("auction_turn", "E 8.3.1")
    assert refused(after(Call.OROS), GOOD, seat=3) == ("auction_turn", "E 8.3.1")
    assert refused(after(Call.OROS), CONTRO, seat=3) == ("auction_turn", "E 8.3.1")
    assert after(Call.OROS).say(CONTRO, seat=1).bid == Bid.C


# --- What may be said ---------------------------------------------------------------------------


def test_the_maker_calls_or_delegates() -> None:
    """G 8.1.1."""
    assert after().allowed == GAMES | {Call.DELEGATE}
    assert refused(after(), GOOD) == ("call_missing", "G 8.1.1")
    assert refused(after(), CONTRO) == ("call_missing", "G 8.1.1")


def test_nobody_delegates_back() -> None:
    """G 8.1.1.2."""
    assert refused(after(Call.DELEGATE), Call.DELEGATE) == ("delegated_twice", "G 8.1.1.2")


def test_trumps_are_made_once() -> None:
    """E 8.3.2.3."""
    for call in (Call.COPES, Call.BOTIFARRA, Call.DELEGATE):
        assert refused(after(Call.OROS), call) == ("called_twice", "E 8.3.2.3")


def test_contro_is_said_once_and_by_the_other_pair() -> None:
    """G 8.2.4."""
    assert after(Call.OROS).allowed == {GOOD, CONTRO}
    assert refused(after(Call.OROS), CONTRO, seat=2) == ("doubling_other_pair", "G 8.2.4")
    assert refused(after(Call.OROS, CONTRO), CONTRO) == ("doubled_twice", "G 8.2.4")


def test_recontro_is_said_by_the_makers_after_a_contro() -> None:
    """G 8.2.5."""
    assert after(Call.OROS, CONTRO).allowed == {GOOD, RECONTRO}
    assert refused(after(Call.OROS), RECONTRO) == ("doubling_too_early", "G 8.2.5")
    assert refused(after(Call.OROS, CONTRO), RECONTRO, seat=1) == ("doubling_other_pair", "G 8.2.5")
    assert refused(after(Call.OROS, CONTRO), RECONTRO, seat=0) == ("auction_turn", "E 8.3.1")


def test_sant_vicenc_is_said_by_the_pair_that_had_doubled() -> None:
    """G 8.2.6."""
    auction = after(Call.OROS, CONTRO, RECONTRO)
    assert auction.allowed == {GOOD, SANT_VICENC}
    assert refused(after(Call.OROS, CONTRO), SANT_VICENC) == ("doubling_too_early", "G 8.2.6")
    assert refused(auction, SANT_VICENC, seat=2) == ("doubling_other_pair", "G 8.2.6")


def test_botifarra_is_barred_after_a_first_misdeal() -> None:
    """E 7.4.5.2, D 9."""
    auction = after(barred=True)
    assert auction.allowed == GAMES - {Call.BOTIFARRA} | {Call.DELEGATE}
    assert refused(auction, Call.BOTIFARRA) == ("botifarra_barred", "E 7.4.5.2")
    assert refused(auction.say(Call.DELEGATE), Call.BOTIFARRA) == ("botifarra_barred", "E 7.4.5.2")


# --- How it ends --------------------------------------------------------------------------------


def test_two_goods_of_one_pair_in_one_turn_end_it() -> None:
    """G 8.2.7, G 8.2.8: the count starts anew with each turn."""
    assert not after(Call.OROS, GOOD).is_over
    assert not after(Call.OROS, GOOD, CONTRO, GOOD).is_over
    ended = after(Call.OROS, GOOD, CONTRO, GOOD, GOOD)
    assert (ended.is_over, ended.turn, ended.allowed, ended.bid) == (True, None, frozenset(), Bid.C)


def test_sant_vicenc_ends_it_at_once() -> None:
    """G 8.2.8."""
    ended = after(Call.BOTIFARRA, CONTRO, RECONTRO, SANT_VICENC)
    assert (ended.is_over, ended.bid, ended.trump) == (True, Bid.BS, None)


def test_recontro_ends_it_where_there_is_no_sant_vicenc() -> None:
    """D 1: ponent has none at all, girona none on a botifarra."""
    ponent, girona = PRESETS["ponent"], PRESETS["girona-2016"]
    assert after(Call.OROS, CONTRO, RECONTRO, regulation=ponent).is_over
    assert after(Call.BOTIFARRA, CONTRO, RECONTRO, regulation=girona).is_over
    assert not after(Call.OROS, CONTRO, RECONTRO, regulation=girona).is_over


def test_sant_vicenc_is_refused_where_there_is_none() -> None:
    """D 1."""
    girona, ponent = PRESETS["girona-2016"], PRESETS["ponent"]
    for calls, regulation in (((Call.BOTIFARRA, CONTRO), girona), ((Call.OROS, CONTRO), ponent)):
        assert refused(after(*calls, regulation=regulation), SANT_VICENC) == ("doubling_forbidden", "D 1")


def test_nothing_is_said_after_the_end() -> None:
    """G 8.2.8."""
    ended = after(Call.OROS, GOOD, GOOD)
    for call in Call:
        assert refused(ended, call) == refused(ended, call, seat=3) == ("auction_over", "G 8.2.8")


def test_a_refusal_names_the_call_and_the_seat_that_spoke() -> None:
    """G 8.2.4, E 8.3.1: seat 2 doubles its own pair's game while seat 1 has the turn."""
    with pytest.raises(RuleError) as error:
        after(Call.OROS).say(CONTRO, seat=2)
    assert error.value.facts == {"call": "contro", "seat": 2, "turn": 1}
    with pytest.raises(RuleError) as error:
        after(Call.OROS).say(RECONTRO)
    assert error.value.facts == {"call": "recontro", "seat": 1, "turn": 1}


def test_before_anything_is_called_there_is_no_bid() -> None:
    assert (after().bid, after().trump, after(Call.DELEGATE).bid) == (None, None, None)


@pytest.mark.parametrize(
    ("calls", "bid", "trump"),
    [
        ((Call.OROS, GOOD, GOOD), Bid.TRUMP, Suit.OROS),
        ((Call.BASTOS, CONTRO, GOOD, GOOD), Bid.C, Suit.BASTOS),
        ((Call.ESPASES, CONTRO, RECONTRO, GOOD, GOOD), Bid.R, Suit.ESPASES),
        ((Call.COPES, CONTRO, RECONTRO, SANT_VICENC), Bid.S, Suit.COPES),
        ((Call.BOTIFARRA, GOOD, GOOD), Bid.B, None),
        ((Call.BOTIFARRA, CONTRO, GOOD, GOOD), Bid.BC, None),
        ((Call.BOTIFARRA, CONTRO, RECONTRO, GOOD, GOOD), Bid.BR, None),
    ],
)
def test_an_auction_gives_the_code_of_the_sheet(
    calls: tuple[Call, ...], bid: Bid, trump: Suit | None
) -> None:
    """E 15.2.6, G 8.2.1–6."""
    auction = after(*calls)
    assert (auction.is_over, auction.bid, auction.trump) == (True, bid, trump)


@few
@given(regulations(), st.integers(0, 3), st.booleans(), st.data())
def test_whatever_is_said_an_auction_ends_in_a_code_of_the_regulation(
    regulation: Regulation, maker: int, barred: bool, data: st.DataObject
) -> None:
    auction = Auction(regulation, maker, botifarra_barred=barred)
    while auction.allowed:
        assert (auction.is_over, auction.turn in range(4)) == (False, True)
        auction = auction.say(data.draw(st.sampled_from(sorted(auction.allowed))), seat=auction.turn)
    assert (auction.is_over, auction.turn) == (True, None)
    assert auction.bid in allowed_bids(regulation)
    assert len(auction.calls) <= 11


@few
@given(regulations(), st.integers(0, 3), st.booleans(), st.data())
def test_whatever_is_not_allowed_is_refused_and_changes_nothing(
    regulation: Regulation, maker: int, barred: bool, data: st.DataObject
) -> None:
    """E 8.3.1 too: what is allowed is so only from the seat whose turn it is."""
    auction = Auction(regulation, maker, botifarra_barred=barred)
    while not auction.is_over:
        before = replace(auction)
        for call in set(Call) - auction.allowed:
            refused(auction, call)
        for seat in set(range(4)) - {auction.turn}:
            refused(auction, data.draw(st.sampled_from(sorted(auction.allowed))), seat)
        assert auction == before
        auction = auction.say(data.draw(st.sampled_from(sorted(auction.allowed))))
    for call in Call:
        refused(auction, call)
