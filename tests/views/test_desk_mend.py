"""A published pairing at the desk: mended, late pairs seated; and who may do what, with which round."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import pair
from tests.services.conftest import DESK, Hall, after_round_one, published_hall, seated, settle
from tests.views.desk_visitors import at_desk, text_of, with_pairs
from tournament.models import Arrangement, Championship, Membership, Pair, Round
from tournament.queries.drawing import seating_of
from tournament.queries.verification import verify
from tournament.services import games, rounds

pytestmark = pytest.mark.django_db


def just_published(number: int = 5) -> Hall:
    """As `published_hall`, nine minutes ago by the clock on the wall."""
    hall = published_hall(number)
    Round.objects.filter(pk=hall.round.pk).update(published_at=timezone.now() - timedelta(minutes=9))
    return hall


# --- After the publication ---------------------------------------------------------------------


def test_single_tables_are_mended_with_a_reason_that_the_hall_sees() -> None:
    hall = published_hall(9)
    (a, _), (c, _), *_ = seated(hall.round)
    client, of, desk = at_desk(hall.championship)
    assert 'name="pair"' in text_of(client.get(f"{desk}rondes/1/?mend"))
    form = {"round": hall.round.pk, "what": "exchange", "pair": [a, c]}
    page = client.post(f"{desk}rondes/1/mend/", form)
    assert (page.status_code, page.context["refusal"].code, page.context["chosen"]) == (
        422,
        "reason_missing",
        [a, c],
    )
    client.post(f"{desk}rondes/1/mend/", form | {"reason": "Cadira de rodes a la taula 1"})
    hall_reads = client.get(f"/c/{of.slug}/").content.decode()
    assert "Cadira de rodes a la taula 1" in hall_reads
    assert "Cadira de rodes a la taula 1" in text_of(client.get(f"{desk}rondes/1/"))


def test_a_mending_is_taken_back_from_the_page_of_the_round() -> None:
    hall = published_hall(9)
    before = seated(hall.round)
    client, _of, desk = at_desk(hall.championship)
    form = {"round": hall.round.pk, "what": "exchange", "pair": [before[0][0], before[1][0]]}
    client.post(f"{desk}rondes/1/mend/", form | {"reason": "mal dites"})
    back = {"round": hall.round.pk, "what": "take_back"}
    answer = client.post(f"{desk}rondes/1/mend/", back, follow=True)
    assert "els fulls d’abans tornen a valer" in text_of(answer)
    assert seated(hall.round) == before


def test_a_late_pair_is_seated_with_one_press_from_the_first_page() -> None:
    hall = just_published()
    client, of, desk = at_desk(hall.championship)
    client.post(f"{desk}parelles/nova/", {"war_name": "Tard", "player_1": "Pep", "player_2": "Nuri"})
    late = Pair.objects.get(war_name="Tard")
    resting = seating_of(hall.round).bye
    for page in (desk, f"{desk}rondes/1/", f"{desk}parelles/{late.number}/"):
        assert f"Que jugui contra la {resting}" in text_of(client.get(page))
    client.post(f"{desk}rondes/1/seat/", {"pair": [late.number, resting]})
    assert seating_of(of.rounds.get()).tables[3] == (resting, late.number)


def test_a_pair_that_comes_after_the_fifteen_minutes_is_seated_only_with_a_reason() -> None:
    hall = published_hall()
    Round.objects.filter(pk=hall.round.pk).update(published_at=timezone.now() - timedelta(minutes=20))
    late, resting = pair(hall.championship), seating_of(hall.round).bye
    client, of, desk = at_desk(hall.championship)
    page = client.post(f"{desk}rondes/1/seat/", {"pair": [late.number, resting]})
    assert (page.status_code, page.context["refusal"].code) == (422, "too_late")
    assert 'name="reason"' in text_of(page)
    client.post(f"{desk}rondes/1/seat/", {"pair": [late.number, resting], "reason": "el tren"})
    assert seating_of(of.rounds.get()).table_of(late.number) == 3


def test_a_fixed_table_is_set_on_the_pair_s_page_and_marked_in_public() -> None:
    of = with_pairs(6)
    client, of, desk = at_desk(of)
    client.post(f"{desk}parelles/4/table/", {"fixed_table": 3})
    assert of.pairs.get(number=4).fixed_table == 3
    drawn = rounds.draft(of.pk, actor=DESK)
    assert seating_of(drawn).table_of(4) == 3
    rounds.publish(drawn.pk, actor=DESK)
    assert "taula fixa" in client.get(f"/c/{of.slug}/").content.decode()
    refused = client.post(f"{desk}parelles/5/table/", {"fixed_table": 3})
    assert "fixed_table" in refused.context["table_form"].errors or refused.context["refusal"]


# --- Whose turn it is, and which round ---------------------------------------------------------


def test_a_form_of_a_round_that_was_published_meanwhile_settles_nothing_for_the_next() -> None:
    hall = published_hall(8)
    client, of, desk = at_desk(hall.championship)
    for action, form in (
        ("arrange", {"kind": "rests", "one": 4}),
        ("drawing", {"club_rule": "always", "lot_seed": "una altra"}),
    ):
        page = client.post(f"{desk}rondes/1/{action}/", form)
        assert (page.status_code, page.context["refusal"].code) == (422, "round_published")
    settle(hall)
    rounds.close(hall.round.pk, actor=DESK)
    assert client.post(f"{desk}rondes/1/draft/").context["refusal"].code == "round_published"
    assert (of.arrangements.count(), of.rounds.count()) == (0, 1)


def test_a_helper_is_offered_nothing_that_only_an_organiser_may_do() -> None:
    hall = just_published()
    late, resting = pair(hall.championship), seating_of(hall.round).bye
    client, _of, desk = at_desk(hall.championship, role=Membership.Role.HELPER)
    for page in ("", "rondes/1/", "rondes/2/", "rondes/1/?mend"):
        words = text_of(client.get(f"{desk}{page}"))
        for offer in ("/drawing/", "/arrange/", "/mend/", "/unpublish/", "announce_end", 'href="?mend'):
            assert offer not in words, (page, offer)
    Round.objects.update(published_at=timezone.now() - timedelta(minutes=40))
    form = {"pair": [late.number, resting], "reason": "ho dic jo"}
    assert client.post(f"{desk}rondes/1/seat/", form).status_code == 403
    words = text_of(client.get(f"{desk}parelles/{late.number}/"))
    assert "Ho decideixo jo" not in words
    assert "/rondes/1/seat/" not in words


def test_where_all_have_left_after_a_round_the_championship_can_be_finished() -> None:
    hall = after_round_one(5)
    hall.championship.pairs.update(state=Pair.State.WITHDRAWN)
    client, _of, desk = at_desk(hall.championship)
    assert f"{desk}acaba/" in text_of(client.get(desk))
    assert "/draft/" not in text_of(client.get(f"{desk}rondes/2/"))


def test_a_round_closed_without_a_result_says_so_to_the_hall_and_is_no_discrepancy() -> None:
    hall = published_hall(8)
    for game in hall.games[:3]:
        games.walkover(game.pk, "a", reason="avís", actor=DESK)
    second = rounds.draft(hall.championship.pk, despite_open="la 4 juga", actor=DESK)
    rounds.publish(second.pk, actor=DESK)
    client, of, _desk = at_desk(hall.championship)
    words = client.get(f"/c/{of.slug}/ronda/1/").content.decode()
    assert "falta 1 resultat" in words
    assert "hi ha tots els resultats" not in words
    assert verify(of) == ()


def test_the_reason_of_a_draft_published_as_it_is_is_read_at_the_desk_and_in_the_hall() -> None:
    hall = after_round_one(8)
    rounds.draft(hall.championship.pk, actor=DESK)
    Championship.objects.filter(pk=hall.championship.pk).update(pairing_method="fold")
    client, of, desk = at_desk(hall.championship)
    client.post(f"{desk}rondes/2/publish/", {"reason": "ja s’havia dit"})
    for page in (f"{desk}rondes/2/", f"/c/{of.slug}/"):
        assert "ja s’havia dit" in text_of(client.get(page))


def test_a_pair_that_leaves_after_the_publication_is_named_with_the_way_out() -> None:
    hall = published_hall(8)
    gone = hall.championship.pairs.get(number=seated(hall.round)[0][0])
    Pair.objects.filter(pk=gone.pk).update(state=Pair.State.WITHDRAWN)
    client, _of, desk = at_desk(hall.championship)
    assert f"després de la publicació: la parella {gone.number}" in text_of(client.get(f"{desk}rondes/1/"))


def test_what_was_settled_is_told_beside_the_lot() -> None:
    of = with_pairs(7)
    Arrangement.objects.create(championship=of, kind="rests", one=of.pairs.get(number=2), round_number=1)
    drawn = rounds.draft(of.pk, actor=DESK)
    rounds.publish(drawn.pk, actor=DESK)
    client, of, _desk = at_desk(of)
    words = client.get(f"/c/{of.slug}/sorteig/").content.decode()
    assert "2 Parella 2 descansa" in words
    assert "el número més alt" not in words
