"""The revoke review: what its page answers, and how it says what cannot be."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils.html import strip_tags
from django.utils.translation import override

from scoring.cards import Card, Suit
from scoring.duties import Rule
from scoring.revokes import IllegalCard, Reason, Review, Verdict
from tests.factories import championship
from tests.piles import CLEAN, ONE_SUIT_EACH, PAIR_A_REVOKED, REVOKED, SAID, SOMEBODY_REVOKED
from tests.views.desk_visitors import at_desk
from tournament import texts_revoke

PUBLIC = "/en/eines/renunci/"


@pytest.fixture
def read(client: Client) -> Any:
    """What a reader sees of the page after these answers, tags left out."""

    def asked(address: str = PUBLIC, **answers: str) -> str:
        response = client.get(address, answers)
        assert response.status_code == 200
        text = re.sub(r"<svg.*?</svg>", "", response.content.decode(), flags=re.DOTALL)
        return " ".join(unescape(strip_tags(text)).split())

    return asked


def source(client: Client, **answers: str) -> str:
    return client.get(PUBLIC, answers).content.decode()


# --- The form ----------------------------------------------------------------------------------


def test_before_anything_is_asked_nobody_is_told_what_is_missing(read: Any) -> None:
    assert "Not reviewed yet" not in read()
    assert "Do not shuffle: once the cards are shuffled there is no review any more." in read()


def test_a_regulation_is_chosen_and_stays_chosen(client: Client) -> None:
    assert '<option value="lloret-2014" selected>Lloret 2014 · Eastern (obligada)</option>' in source(
        client, reglament="lloret-2014"
    )


@pytest.mark.django_db
def test_the_desk_says_the_rules_of_its_championship_and_offers_no_other(client: Client) -> None:
    rules = {"variant": "eastern", "eastern_safe_charge": True}
    of = championship()
    of.regulation |= rules
    of.save()
    visitor, _, desk = at_desk(of, language="en")
    text = visitor.get(f"{desk}eines/renunci/").content.decode()
    assert "<strong>Eastern (obligada)</strong> · Scoring cards only where it is safe" in text
    assert 'name="reglament"' not in text


def test_all_that_was_sent_stands_in_the_form_again(client: Client) -> None:
    text = source(client, **SAID, **REVOKED)
    for name, value in SAID.items():
        assert re.search(rf'name="{name}" value="{value}"[^>]* checked>', text), name
    assert f">{REVOKED['a']}</textarea>" in text
    assert f">{REVOKED['b']}</textarea>" in text


def test_all_that_is_missing_is_said_at_once_and_what_was_typed_is_kept(read: Any, client: Client) -> None:
    answers = {"recollida": "si", "a": "O9 X3"}
    text = read(**answers)
    assert "Say what was trump, or that it was a botifarra." in text
    assert "Say who led the first trick. If nobody remembers, say that." in text
    assert "Say who won the opening draw: his card lies first in every trick (art. 11.2)." in text
    assert "Pile of pair A, trick 1: “X3” is not a card." in text
    assert ">O9 X3</textarea>" in source(client, **answers)


def test_who_won_the_draw_is_asked_only_where_cards_have_seats(read: Any) -> None:
    assert "Say who won the opening draw" not in read(**SAID | {"recollida": "no", "sorteig": ""}, **CLEAN)


def test_an_answer_that_is_none_of_those_offered_is_asked_again(read: Any) -> None:
    text = read(**SAID | {"trumfo": "Z", "surt": "5", "recollida": "potser"}, **CLEAN)
    assert "Say what was trump" in text
    assert "Say who led the first trick" in text
    assert "Say whether the cards were gathered in seat order (art. 11.2)." in text


@pytest.mark.parametrize(
    "typed",
    [
        "o9 c9 e9 b9 o1 c1 e1 b1",
        "O9 C9 E9 B9\nO1 C1 E1 B1\n",
        "O9,C9,E9,B9;O1,C1,E1,B1",
        "O 9 C 9 E 9 B 9 / O 1 C 1 E 1 B 1 /",
    ],
)
def test_cards_are_read_however_they_are_separated(read: Any, typed: str) -> None:
    assert "Tricks are missing" in read(**SAID, a=typed, b="")


# --- Refusals ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("piles", "says"),
    [
        ({"a": "", "b": ""}, "There are no cards yet: enter the tricks of both piles."),
        ({"a": "O9 C9 E9", "b": ""}, "Pile of pair A, trick 1: it has 3 cards, and four make a trick."),
        (
            {"a": "O9 C9 E9 B9", "b": "O1 C1 E1 B1 C2 / O2 C3 E3 B3"},
            "Pile of pair B, trick 1: it has 5 cards, and four make a trick.",
        ),
        (
            {"a": "O9 C9 E9 B9 / / O1 C1 E1 B1", "b": ""},
            "Pile of pair A, trick 2: it has 0 cards, and four make a trick.",
        ),
        (
            {"a": "O9 C9 E9 B9 / O1 C1 E1 B1", "b": "O12 C12 E9 B12"},
            "The manilla of swords is there twice: in trick 1 of pair A and in trick 1 of pair B.",
        ),
        (
            {"a": ONE_SUIT_EACH["a"], "b": "O9 C9 E9 B9"},
            "There are 13 tricks, 12 of pair A and 1 of pair B, and a hand has 12.",
        ),
        (
            {"a": "O9 C9 E9 B9", "b": "O1 C1 E1 B1"},
            "after 1 tricks of pair A and 0 of pair B no trick can follow as number 2.",
        ),
    ],
)
def test_what_cannot_be_is_said_with_pile_and_trick(read: Any, piles: dict[str, str], says: str) -> None:
    text = read(**SAID, **piles)
    assert "Not reviewed yet" in text
    assert says in text


# --- Answers -----------------------------------------------------------------------------------


def test_a_proven_revoke_is_told_with_trick_player_card_rule_and_sanction(read: Any) -> None:
    text = read(**SAID, **REVOKED)
    assert "Revoke proven" in text
    assert "Pile of pair A, trick 5: player 2 (pair B) played the 2 of clubs. That was not allowed." in text
    assert "In the plainest order of the tricks it was number 5 of the hand." in text
    assert "Who holds cards of the suit led must play one of them (art. 6.3.2.2.2)." in text
    assert "Pair B loses all the points at stake, which go to pair A" in text
    assert "72 botifarra 144 botifarra, contro 288 botifarra, recontro 576 botifarra, Sant Vicenç" in text
    assert "The organiser decides (art. 17.2)." in text


def test_where_only_one_order_is_possible_the_trick_has_its_number(read: Any) -> None:
    first_six = {"a": " / ".join(REVOKED["a"].split(" / ")[:6]), "b": ""}
    text = read(**SAID, **first_six)
    assert "Trick 5: player 2 (pair B) played the 2 of clubs. That was not allowed." in text
    assert "plainest" not in text


def test_the_trick_is_shown_in_the_order_of_play_with_the_illegal_card_marked(client: Client) -> None:
    text = source(client, **SAID, **REVOKED)
    plays = re.findall(
        r'<li( class="is-illegal")?><svg[^>]* aria-label="([^"]+)".*?<span>(player \d)', text, re.DOTALL
    )
    assert plays == [
        ("", "jack of coins", "player 1"),
        (' class="is-illegal"', "2 of clubs", "player 2"),
        ("", "jack of swords", "player 3"),
        ("", "jack of clubs", "player 4"),
    ]
    assert "<strong>illegal</strong>" in text
    legal = text[text.index("What that player could play") :]
    assert re.findall(r'aria-label="([^"]+)"', legal[: legal.index("</ul>")]) == ["6 of coins"]


def test_under_a_trump_the_stakes_are_those_of_a_trump_and_of_the_regulation(read: Any) -> None:
    text = read(**SAID | PAIR_A_REVOKED, reglament="ponent")
    assert "At stake: 36 trump 72 trump, contro 144 trump, recontro The organiser" in text


def test_a_pair_can_be_proven_where_no_card_can(read: Any) -> None:
    text = read(**SAID | PAIR_A_REVOKED)
    assert "Pair A revoked: however these cards were played, one of its cards was illegal." in text
    assert "Which card it was, and which player’s, is not known for certain." in text
    assert (
        "In the plainest order of the tricks it was this: trick 1, player 3 (pair A), the 4 of coins." in text
    )
    assert "Pair A loses all the points at stake, which go to pair B" in text


def test_a_clean_hand_is_said_to_be_clean_and_nothing_else(read: Any) -> None:
    text = read(**SAID, **CLEAN)
    assert (
        "No revoke is proven The tricks can have been played in an order in which all 48 cards were legal."
        in text
    )
    assert "The points of the hand stay as they were made." in text
    assert "At stake" not in text
    assert "Cards that may have been illegal" not in text


def test_a_hand_with_one_order_is_clean_without_further_words(read: Any) -> None:
    assert "No revoke All 48 cards were legal." in read(**SAID, **ONE_SUIT_EACH)


def test_what_cannot_be_proven_is_said_with_its_reason_and_no_sanction(read: Any) -> None:
    text = read(**SAID | SOMEBODY_REVOKED)
    assert "It cannot be proven Somebody revoked, but these piles do not tell which pair." in text
    assert "What would explain it most plainly, and is no proof:" in text
    assert "Without a proof there is no sanction" in text
    assert "At stake" not in text


def test_without_seats_it_is_said_what_would_help(read: Any) -> None:
    text = read(**SAID | {"recollida": "no"}, **REVOKED)
    assert "the same piles can come from a hand without any revoke." in text
    assert "If the cards were gathered in seat order after all (art. 11.2), say so below." in text


def test_a_doubtful_order_leaves_cards_open_and_clears_players(read: Any) -> None:
    text = read(**SAID | {"segur": "no"}, **REVOKED)
    assert "Whether a card was illegal hangs on the order in which the tricks were played" in text
    assert "All their cards were legal for certain: player 1 (pair A), player 3 (pair A)" in text
    assert "Cards that may have been illegal (6)" in text


def test_missing_tricks_are_said_to_be_the_reason(read: Any) -> None:
    first_six = {"a": " / ".join(CLEAN["a"].split(" / ")[:6]), "b": ""}
    assert "Tricks are missing, so nobody can tell what the players still held." in read(**SAID, **first_six)


def test_who_led_may_be_forgotten(read: Any) -> None:
    text = read(**SAID | {"surt": "?"}, **REVOKED)
    assert "Not reviewed yet" not in text
    assert "player by player" in text or "It cannot be proven" in text


@pytest.mark.django_db
def test_the_desk_reviews_under_its_own_regulation() -> None:
    visitor, of, desk = at_desk(language="en")
    of.regulation |= {"sant_vicenc": False, "sant_vicenc_on_botifarra": False}
    of.save()
    text = visitor.get(f"{desk}eines/renunci/", SAID | REVOKED).content.decode()
    assert "Revoke proven" in text
    assert "botifarra, recontro" in text
    assert "botifarra, Sant Vicenç" not in text


# --- Every code has its words ------------------------------------------------------------------


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_is_said(reason: Reason) -> None:
    proven = reason in (Reason.ILLEGAL_CARD, Reason.ILLEGAL_CARD_SOMEWHERE, Reason.PAIR_REVOKED)
    clean = reason in (Reason.ALL_LEGAL, Reason.LEGAL_ORDER_EXISTS)
    verdict = Verdict.PROVEN if proven else Verdict.CLEAN if clean else Verdict.NOT_PROVABLE
    found = Review(verdict=verdict, reason=reason, pairs=frozenset({1}) if proven else frozenset())
    assert all(texts_revoke.sentences(found, 12))


@override("en")
@pytest.mark.parametrize("rule", Rule)
def test_every_rule_is_said(rule: Rule) -> None:
    card = Card(Suit.BASTOS, 2)
    broken = IllegalCard(
        pile="a", place=5, trick=5, seat=1, card=card, legal=frozenset(), rule=rule, article="G 6.3.2.2.2"
    )
    assert texts_revoke.rule_text(broken).endswith(" (art. 6.3.2.2.2).")
    assert texts_revoke.card_line(broken) == "Trick 5: player 2 (pair B), the 2 of clubs"


@override("en")
def test_the_eastern_rules_have_no_article_to_cite() -> None:
    assert texts_revoke.cited("eastern 1") == ""


@override("en")
def test_two_guilty_pairs_leave_the_decision_to_the_organisers() -> None:
    both = frozenset({0, 1})
    found = Review(verdict=Verdict.PROVEN, reason=Reason.PAIR_REVOKED, pairs=both)
    assert texts_revoke.sentences(found, 12)[0].startswith("Both pairs revoked")
    assert "art. 17.3" in texts_revoke.sanction_text(both)
