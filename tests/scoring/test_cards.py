"""The deck, the order of its cards and what they count (G 1.2, G 4.3, G 5.3)."""

import pytest

from scoring.cards import DECK, RANKS, SCORING_CARDS, Card, Suit, card_points_in
from scoring.errors import RuleError


def suit_of_deck(suit: Suit) -> list[Card]:
    return [card for card in DECK if card.suit is suit]


def test_deck_has_48_different_cards_eights_and_nines_included() -> None:
    """G 1.2."""
    assert set(DECK) == {Card(suit, rank) for suit in Suit for rank in range(1, 13)}
    assert len(DECK) == 48


def test_deck_stands_suit_by_suit_each_from_the_manilla_down() -> None:
    """G 1.2, G 4.3.2."""
    assert [card.suit for card in DECK[::12]] == [Suit.OROS, Suit.COPES, Suit.ESPASES, Suit.BASTOS]
    assert " ".join(map(str, DECK[12:24])) == "C9 C1 C12 C11 C10 C8 C7 C6 C5 C4 C3 C2"


@pytest.mark.parametrize("suit", Suit)
def test_manilla_is_the_strongest_of_its_suit_and_the_two_the_weakest(suit: Suit) -> None:
    """G 4.3.2."""
    assert [card.strength for card in suit_of_deck(suit)] == list(range(11, -1, -1))
    assert tuple(card.rank for card in suit_of_deck(suit)) == RANKS


@pytest.mark.parametrize("suit", Suit)
def test_a_suit_counts_15(suit: Suit) -> None:
    """G 5.3.1: manilla 5, ace 4, king 3, knight 2, jack 1."""
    assert [card.card_points for card in suit_of_deck(suit)] == [5, 4, 3, 2, 1] + [0] * 7
    assert card_points_in(suit_of_deck(suit)) == 15


def test_the_deck_counts_60_by_twenty_cards() -> None:
    """G 5.3.1."""
    assert (card_points_in(DECK), card_points_in(SCORING_CARDS), len(SCORING_CARDS)) == (60, 60, 20)
    assert [card for card in DECK if card.card_points] == list(SCORING_CARDS)


def test_no_cards_count_nothing() -> None:
    assert card_points_in([]) == 0


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_is_written_as_it_is_read(card: Card) -> None:
    assert Card.parse(str(card)) == card


@pytest.mark.parametrize("typed", ["B12", "b12", " b12 ", "B 12", "b\t12\n", "B012"])
def test_a_card_is_read_as_people_write_it(typed: str) -> None:
    assert Card.parse(typed) == Card(Suit.BASTOS, 12)


@pytest.mark.parametrize(
    "typed",
    ["", " ", "O", "9", "9O", "O0", "O13", "X9", "O9.", "O-9", "O9 9", "OO9", "O1_0", "O²", "O٩", "OROS9"],
)
def test_what_is_no_card_is_refused_as_it_was_typed(typed: str) -> None:
    """G 1.2."""
    with pytest.raises(RuleError) as refused:
        Card.parse(f" {typed} ")
    assert (refused.value.code, refused.value.article) == ("card_unknown", "G 1.2")
    assert refused.value.facts == {"card": typed.strip()}


def test_a_card_is_a_value() -> None:
    """The same suit and rank are the same card, in a set too; nobody changes one."""
    card = Card.parse("B10")
    assert {card, Card(Suit.BASTOS, 10)} == {card}
    with pytest.raises(AttributeError):
        card.rank = 9  # type: ignore[misc]
