"""A round that was made by hand, typed at the desk: it becomes the draft exactly so, or nothing is written."""

from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.services.conftest import Hall, after_round_one, published_hall, settle
from tests.views.desk_visitors import at_desk, text_of, with_pairs
from tournament.models import Championship, Membership, Round
from tournament.queries.drawing import seating_of

pytestmark = pytest.mark.django_db


def sent(client: Client, desk: str, text: str, **more: str) -> Any:
    return client.post(f"{desk}rondes/a-ma/", {"text": text, **more})


def draft(of: Championship) -> Round:
    return of.rounds.get(state=Round.State.DRAFT)


def rematch(hall: Hall) -> tuple[str, str]:
    """A second round in which both pairs of table 1 meet again, and the line in which they do."""
    first, second = hall.view(1), hall.view(2)
    return f"{second.a.number} {second.b.number}\n{first.a.number} {first.b.number}", "Line 2"


@pytest.mark.parametrize("text", ["4 1\n2 3", "4-1\n2-3"])
def test_what_was_typed_is_the_draft_exactly(text: str) -> None:
    client, of, desk = at_desk(with_pairs(4))
    assert sent(client, desk, text)["Location"] == f"{desk}rondes/1/"
    assert {table: set(pairs) for table, pairs in seating_of(draft(of)).tables.items()} == {
        1: {4, 1},
        2: {2, 3},
    }


def test_who_rests_stands_alone() -> None:
    """D 4."""
    client, of, desk = at_desk(with_pairs(5))
    sent(client, desk, "4 1\n3\n7: 2 5")
    seating = seating_of(draft(of))
    assert (seating.bye, sorted(seating.tables)) == (3, [1, 7])


def test_a_table_of_its_own_is_left_where_the_paper_has_the_pair() -> None:
    of = with_pairs(4)
    of.pairs.filter(number=1).update(fixed_table=9)
    client, _of, desk = at_desk(of)
    sent(client, desk, "4 1\n2 3")
    assert sorted(seating_of(draft(of)).tables) == [1, 2]


def test_what_is_wrong_is_named_with_its_line_and_kept_as_typed() -> None:
    client, of, desk = at_desk(with_pairs(4), language="en")
    answer = sent(client, desk, "1 2\n3 77")
    page = text_of(answer)
    assert answer.status_code == 422
    assert "Line 2: there is no pair 77." in page
    assert "Missing: pair 4." in page
    assert "1 2\n3 77" in page
    assert of.rounds.count() == 0


def test_pairs_that_have_met_meet_again_with_a_reason() -> None:
    """E 17.2."""
    hall = after_round_one(4)
    text, line = rematch(hall)
    client, of, desk = at_desk(hall.championship, language="en")
    refused = sent(client, desk, text)
    assert (refused.status_code, f"{line}: Pairs" in text_of(refused)) == (422, False)
    assert "have met before" in text_of(refused)
    assert of.rounds.filter(state=Round.State.DRAFT).exists() is False
    assert sent(client, desk, text, reason="S'ha fet a mà, sense llum").status_code == 302
    assert of.log.filter(what="change_draft").get().reason == "S'ha fet a mà, sense llum"


def test_a_change_by_hand_it_is_and_is_taken_back_as_one() -> None:
    client, of, desk = at_desk(with_pairs(4))
    sent(client, desk, "4 1\n2 3")
    round_ = draft(of)
    assert [step["what"] for step in round_.reasons["steps"]] == ["place"]
    facts = {"what": "take_back", "round": str(round_.pk), "version": str(round_.version)}
    assert client.post(f"{desk}rondes/1/change/", facts).status_code == 302
    assert draft(of).reasons["steps"] == []


def test_it_can_be_published_with_a_reason() -> None:
    client, of, desk = at_desk(with_pairs(4))
    sent(client, desk, "4 1\n2 3")
    round_ = draft(of)
    facts = {"round": str(round_.pk), "version": str(round_.version), "reason": "Ja s'hi juga"}
    client.post(f"{desk}rondes/1/publish/", facts)
    assert of.rounds.get().state == Round.State.PUBLISHED


def test_the_same_form_sent_twice_is_one_round() -> None:
    client, of, desk = at_desk(with_pairs(4))
    for _again in range(2):
        assert sent(client, desk, "4 1\n2 3", client_id="la-mateixa").status_code == 302
    assert of.log.filter(what="change_draft").count() == 1


def test_a_draft_that_somebody_changed_is_not_thrown_away_unseen() -> None:
    client, of, desk = at_desk(with_pairs(4), language="en")
    sent(client, desk, "4 1\n2 3")
    refused = sent(client, desk, "1 2\n3 4")
    assert (refused.status_code, "was changed by hand" in text_of(refused)) == (422, True)
    round_ = draft(of)
    seen = {"round": str(round_.pk), "version": str(round_.version)}
    assert sent(client, desk, "1 2\n3 4", **seen).status_code == 302


def test_while_results_are_missing_a_director_goes_on_with_a_reason() -> None:
    hall = published_hall(4)
    first, second = hall.view(1), hall.view(2)
    text = f"{first.a.number} {second.a.number}\n{first.b.number} {second.b.number}"
    client, _of, desk = at_desk(hall.championship, language="en")
    refused = sent(client, desk, text)
    assert (refused.status_code, "Results are missing" in text_of(refused)) == (422, True)
    assert sent(client, desk, text, reason="Els fulls arriben després").status_code == 302
    organiser, other_hall, _desk = at_desk(published_hall(4).championship, role=Membership.Role.ORGANISER)
    other = text_of(sent(organiser, f"/en/organitzacio/{other_hall.slug}/", text, reason="Els fulls"))
    assert "Results are missing" in other


def test_after_the_last_round_nothing_is_typed() -> None:
    hall = published_hall(4, changes={"rounds": 1})
    settle(hall)
    client, _of, desk = at_desk(hall.championship)
    assert sent(client, desk, "1 2\n3 4").status_code == 422


def test_an_absent_pair_is_named_with_the_way_out() -> None:
    of = with_pairs(5)
    factories.absence(of.pairs.get(number=5), 1)
    client, _of, desk = at_desk(of, language="en")
    page = text_of(sent(client, desk, "1 2\n3 4\n5"))
    assert "Line 3: pair 5 is not in this round" in page


def test_the_page_is_for_organisers() -> None:
    helper, _of, desk = at_desk(role=Membership.Role.HELPER)
    assert helper.get(f"{desk}rondes/a-ma/").status_code == 403


def test_nothing_typed_is_said() -> None:
    client, _of, desk = at_desk(with_pairs(4), language="en")
    assert "Write the tables, a line each." in text_of(sent(client, desk, ""))
