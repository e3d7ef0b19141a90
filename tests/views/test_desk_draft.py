"""A round prepared, drawn and changed by hand at the desk."""

from io import BytesIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from tests.factories import absence, pair
from tests.services.conftest import DESK, Hall, after_round_one, published_hall, seated, settle
from tests.views.desk_visitors import at_desk, queries_of, text_of, with_pairs
from tournament.models import Arrangement, Championship, Membership, Round
from tournament.queries.drawing import seating_of
from tournament.services import arrangements, games, rounds
from tournament.services.arrangements import DrawingSettings

pytestmark = pytest.mark.django_db


def drafted(number: int = 8) -> tuple[Hall, Round]:
    hall = after_round_one(number)
    return hall, rounds.draft(hall.championship.pk, actor=DESK)


def sent(round_: Round, what: str, *chosen: int, **more: object) -> dict[str, object]:
    return {"round": round_.pk, "version": round_.version, "what": what, "pair": list(chosen), **more}


# --- Preparing ---------------------------------------------------------------------------------


def test_the_next_round_is_prepared_before_it_is_drawn() -> None:
    hall = after_round_one(8)
    client, _of, desk = at_desk(hall.championship)
    page = client.get(f"{desk}rondes/2/")
    assert page.context["preview"].draw.meetings
    assert client.post(f"{desk}rondes/2/draft/", {"from": "round"})["Location"] == f"{desk}rondes/2/"


def test_while_games_are_open_the_pairing_so_far_is_shown_as_provisional_and_they_are_named() -> None:
    hall = published_hall(8)
    games.walkover(hall.games[0].pk, "a", actor=DESK)
    client, _of, desk = at_desk(hall.championship)
    page = client.get(f"{desk}rondes/2/")
    words = text_of(page)
    assert "Provisional." in words
    assert "Amb 1 resultat de 4" in words
    assert "taules 2, 3 i 4" in words
    refused = client.post(f"{desk}rondes/2/draft/", {"from": "round"})
    assert (refused.status_code, refused.context["refusal"].code) == (422, "games_open")


def test_a_director_goes_on_without_open_games_and_sees_later_what_would_differ() -> None:
    hall = published_hall(8)
    for game in hall.games[:3]:
        games.walkover(game.pk, "a", actor=DESK)
    client, of, desk = at_desk(hall.championship)
    client.post(f"{desk}rondes/2/draft/", {"from": "round", "reason": "la taula 4 juga encara"})
    assert "Feta sense aquests resultats: taula 4 de la ronda 1." in text_of(client.get(f"{desk}rondes/2/"))
    assert of.log.get(what="draft", round_number=2).reason == "la taula 4 juga encara"
    client.post(f"{desk}rondes/2/publish/")
    second = of.rounds.get(number=2)
    assert second.state == Round.State.PUBLISHED
    games.walkover(hall.games[3].pk, "b", actor=DESK)
    assert "Ara ja hi són" in text_of(client.get(desk))
    page = client.get(f"{desk}rondes/2/")
    assert page.context["differing"]
    assert "seria diferent" in text_of(page) or "serien diferents" in text_of(page)


def test_only_a_director_goes_on_without_open_games() -> None:
    hall = published_hall(8)
    client, of, desk = at_desk(hall.championship, role=Membership.Role.ORGANISER)
    assert 'name="reason"' not in text_of(client.get(f"{desk}rondes/2/"))
    assert client.post(f"{desk}rondes/2/draft/", {"reason": "perquè sí"}).status_code == 403
    assert of.rounds.count() == 1


def test_few_pairs_for_many_rounds_are_told_of_a_round_robin() -> None:
    client, _of, desk = at_desk(with_pairs(7))
    assert "tots contra tots" in text_of(client.get(f"{desk}rondes/1/"))


def test_how_it_is_drawn_is_settled_on_the_same_page() -> None:
    client, of, desk = at_desk(with_pairs(6))
    chosen = {"club_rule": "always", "lot_seed": "tots a taula", "keeps_fixed_tables": "on"}
    assert client.post(f"{desk}rondes/1/drawing/", chosen)["Location"] == f"{desk}rondes/1/"
    of.refresh_from_db()
    assert (of.club_rule, of.lot_seed, of.pairing_method) == ("always", "tots a taula", "adjacent")


def test_two_are_kept_apart_and_let_meet_again() -> None:
    client, of, desk = at_desk(with_pairs(6))
    client.post(f"{desk}rondes/1/arrange/", {"kind": "apart", "one": 1, "other": 2})
    assert "no s’enfronten mai" in text_of(client.get(f"{desk}rondes/1/"))
    client.post(f"{desk}rondes/1/unarrange/", {"arrangement": of.arrangements.get().pk})
    assert not of.arrangements.exists()


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"kind": "apart", "one": 1, "other": 99}, "other"),
        ({"kind": "together", "one": 99, "other": 1}, "one"),
        ({"kind": "apart", "one": 1, "other": ""}, "other"),
        ({"kind": "rests", "one": ""}, "one"),
    ],
)
def test_what_cannot_be_settled_is_said_beside_its_field_and_stays_typed(
    typed: dict[str, object], field: str
) -> None:
    client, _of, desk = at_desk(with_pairs(6))
    page = client.post(f"{desk}rondes/1/arrange/", typed)
    form = page.context["arrangement_form"]
    assert (page.status_code, list(form.errors)) == (422, [field])
    assert form["one"].value() == str(typed["one"])
    assert not Arrangement.objects.exists()


def test_who_misses_the_round_is_listed_and_arrives_with_one_press() -> None:
    of = with_pairs(6)
    absence(of.pairs.get(number=4), 1)
    client, of, desk = at_desk(of)
    assert [line.number for line in client.get(f"{desk}rondes/1/").context["missing"]] == [4]
    answer = client.post(f"{desk}parelles/4/present/", {"back": "round"})
    assert answer["Location"] == f"{desk}rondes/1/"
    assert client.get(f"{desk}rondes/1/").context["missing"] == []


def test_a_pair_that_leaves_early_is_noted_for_each_round_that_is_left() -> None:
    hall = published_hall(6)
    client, of, desk = at_desk(hall.championship)
    for number in (3, 4):
        client.post(f"{desk}parelles/2/absent/", {"round_number": number, "reason": "asked"})
    assert sorted(of.pairs.get(number=2).absences.values_list("round_number", flat=True)) == [3, 4]
    page = client.get(f"{desk}parelles/2/")
    assert [each.round_number for each in page.context["coming_absences"]] == [3, 4]
    client.post(f"{desk}parelles/2/present/", {"round_number": 4})
    assert list(of.pairs.get(number=2).absences.values_list("round_number", flat=True)) == [3]
    assert client.post(f"{desk}parelles/2/absent/", {"round_number": 1, "reason": "asked"}).status_code == 422


def test_who_has_rested_stands_beside_the_draft() -> None:
    hall, _ = drafted(7)
    client, _of, desk = at_desk(hall.championship)
    rested = client.get(f"{desk}rondes/2/").context["rested"]
    assert [(each.pair.number, each.rounds) for each in rested] == [(seating_of(hall.round).bye, (1,))]


def test_a_round_without_a_possible_pairing_says_who_is_left_without_opponents() -> None:
    of = with_pairs(4)
    for other in (2, 3, 4):
        Arrangement.objects.create(
            championship=of, kind="apart", one=of.pairs.get(number=1), other=of.pairs.get(number=other)
        )
    client, _of, desk = at_desk(of)
    words = text_of(client.post(f"{desk}rondes/1/draft/", {"from": "round"}))
    assert "No hi ha cap aparellament possible." in words
    assert "la parella 1" in words


# --- By hand -----------------------------------------------------------------------------------


def test_two_ticked_pairs_exchange() -> None:
    hall, round_ = drafted()
    (a, b), (c, d), *_ = seated(round_)
    client, _of, desk = at_desk(hall.championship)
    answer = client.post(f"{desk}rondes/2/change/", sent(round_, "exchange", a, c))
    assert answer["Location"] == f"{desk}rondes/2/#meetings"
    assert {frozenset(t) for t in seated(round_)[:2]} == {frozenset({c, b}), frozenset({a, d})}


@pytest.mark.parametrize("chosen", [(), (1,), (1, 2, 3)])
def test_exchanging_needs_two_and_what_was_ticked_stays_ticked(chosen: tuple[int, ...]) -> None:
    hall, round_ = drafted()
    client, _of, desk = at_desk(hall.championship)
    page = client.post(f"{desk}rondes/2/change/", sent(round_, "exchange", *chosen))
    assert (page.status_code, page.context["refusal"].code) == (422, "choose_two_pairs")
    assert page.context["chosen"] == list(chosen)
    assert text_of(page).count(" checked>") >= len(chosen)


def test_every_change_has_its_button_and_its_words() -> None:
    hall, round_ = drafted(8)
    client, _of, desk = at_desk(hall.championship)
    first, second = seated(round_)[:2]
    for what, chosen, says in (
        ("join", (first[0], second[0]), "s’enfronten"),
        ("take_back", (), "S’ha desfet"),
        ("part", first[:1], "està desfeta"),
        ("draw_rest", (), "les altres taules no han canviat"),
        ("part", first[:1], "està desfeta"),
        ("rest", first[:1], "Descansa la parella"),
    ):
        round_.refresh_from_db()
        answer = client.post(f"{desk}rondes/2/change/", sent(round_, what, *chosen), follow=True)
        assert says in text_of(answer), what


def test_a_draft_changed_on_another_screen_is_told_and_nothing_is_done() -> None:
    hall, round_ = drafted()
    client, _of, desk = at_desk(hall.championship)
    (a, _), (c, _), *_ = seated(round_)
    form = sent(round_, "exchange", a, c)
    client.post(f"{desk}rondes/2/change/", form)
    page = client.post(f"{desk}rondes/2/change/", form | {"client_id": "another"})
    assert (page.status_code, page.context["refusal"].code) == (422, "stale_version")
    round_.refresh_from_db()
    rounds.draft(hall.championship.pk, seen=(round_.pk, round_.version), actor=DESK)
    page = client.post(f"{desk}rondes/2/change/", form | {"client_id": "third"})
    assert page.context["refusal"].code == "round_gone"


def test_what_a_change_gives_up_is_said_and_its_publication_asks_for_a_reason() -> None:
    hall, round_ = drafted()
    one, other = seated(hall.round)[0]
    client, of, desk = at_desk(hall.championship)
    client.post(f"{desk}rondes/2/change/", sent(round_, "join", one, other))
    round_.refresh_from_db()
    client.post(f"{desk}rondes/2/change/", sent(round_, "draw_rest"))
    words = text_of(client.get(f"{desk}rondes/2/"))
    assert "Comparat amb el millor aparellament" in words
    assert "Ho decideixo jo (art. 17.2), motiu:" in words
    assert client.post(f"{desk}rondes/2/publish/").context["refusal"].code == "draft_worse"
    client.post(f"{desk}rondes/2/publish/", {"reason": "ho volen"})
    assert of.rounds.get(number=2).state == Round.State.PUBLISHED


def test_an_outdated_draft_says_what_would_be_drawn_now() -> None:
    hall, _ = drafted(8)
    pair(hall.championship)
    client, _of, desk = at_desk(hall.championship)
    page = client.get(f"{desk}rondes/2/")
    assert page.context["draft"].is_outdated
    assert [each.number for each in page.context["draw"].loose] == [9]
    assert page.context["draft"].differing


def test_a_helper_looks_at_a_draft_and_does_not_change_it() -> None:
    hall, round_ = drafted()
    client, _of, desk = at_desk(hall.championship, role=Membership.Role.HELPER)
    assert client.get(f"{desk}rondes/2/").status_code == 200
    assert client.post(f"{desk}rondes/2/change/", sent(round_, "part", 1)).status_code == 403


# --- The same few questions --------------------------------------------------------------------


@pytest.mark.parametrize("mend", ["", "?mend"])
def test_a_published_round_takes_the_same_queries_for_any_size(mend: str) -> None:
    few, many = published_hall(6), published_hall(30)
    counts = []
    for hall in (few, many):
        client, _of, desk = at_desk(hall.championship)
        counts.append(queries_of(client, f"{desk}rondes/1/{mend}"))
    assert counts[0] == counts[1]


def test_preparing_and_drafting_take_the_same_queries_for_any_size() -> None:
    counts = []
    for number in (6, 30):
        hall = published_hall(number)
        settle(hall)
        rounds.close(hall.round.pk, actor=DESK)
        client, _of, desk = at_desk(hall.championship)
        prepared = queries_of(client, f"{desk}rondes/2/")
        with CaptureQueriesContext(connection) as drawn:
            client.post(f"{desk}rondes/2/draft/")
        counts.append((prepared, len(drawn), queries_of(client, f"{desk}rondes/2/")))
    assert counts[0] == counts[1]


def test_only_the_sheets_of_the_tables_asked_for_are_printed() -> None:
    hall = published_hall(9)
    client, _of, desk = at_desk(hall.championship)
    asked = ("", "?taula=2&taula=3")
    answers = [client.get(f"{desk}imprimeix/fulls/1.pdf{each}") for each in asked]
    pages = [len(PdfReader(BytesIO(answer.content)).pages) for answer in answers]
    assert pages == [8, 4]  # both sides of each sheet
    assert client.get(f"{desk}imprimeix/fulls/1.pdf?taula=77").status_code == 422


def test_a_draft_drawn_while_a_round_is_in_play_is_not_forgotten() -> None:
    hall = published_hall(8)
    for game in hall.games[:3]:
        games.walkover(game.pk, "a", actor=DESK)
    rounds.draft(hall.championship.pk, despite_open="la 4 juga", actor=DESK)
    client, _of, desk = at_desk(hall.championship)
    assert "La ronda 2 està aparellada i sense publicar." in text_of(client.get(desk))


# --- Drawn with what is typed ------------------------------------------------------------------


def typed(of: Championship, **fields: str) -> dict[str, str]:
    """The form of the drawing settings, as its page sends it."""
    return {"club_rule": of.club_rule, "settings": str(of.settings_version), "from": "round", **fields}


def test_a_round_is_drawn_by_the_seed_that_is_typed() -> None:
    client, of, desk = at_desk(with_pairs(6))
    client.post(f"{desk}rondes/1/draft/", typed(of, lot_seed="visca la manilla"))
    of.refresh_from_db()
    assert (of.lot_seed, of.rounds.get().seed) == ("visca la manilla", "visca la manilla")
    assert [entry.what for entry in of.log.order_by("pk")][-2:] == ["update", "draft"]


def test_the_button_that_draws_sends_the_form_of_the_settings() -> None:
    client, _of, desk = at_desk(with_pairs(6))
    button = f'form="drawing-form" formaction="{desk}rondes/1/draft/" name="from" value="round"'
    assert client.get(f"{desk}rondes/1/").content.decode().count(button) == 1
    client.post(f"{desk}rondes/1/draft/")
    assert client.get(f"{desk}rondes/1/").content.decode().count(button) == 1


def test_a_seed_that_somebody_else_set_is_not_overwritten_unseen() -> None:
    client, of, desk = at_desk(with_pairs(6))
    before = typed(of, lot_seed="una altra")
    client.post(f"{desk}rondes/1/drawing/", typed(of, lot_seed="visca la manilla"))
    refused = client.post(f"{desk}rondes/1/draft/", before)
    form = refused.context["drawing_form"]
    assert (refused.context["refusal"].code, form["lot_seed"].value()) == ("stale_version", "una altra")
    of.refresh_from_db()
    assert (of.lot_seed, of.rounds.count()) == ("visca la manilla", 0)


def test_a_draft_says_what_has_changed_since() -> None:
    client, of, desk = at_desk(with_pairs(6), language="en")
    client.post(f"{desk}rondes/1/draft/")
    arrangements.set_drawing(of.pk, DrawingSettings(of.pairing_method, "always", "nova", False), actor=DESK)
    said = "Since it was drawn this has changed: how pairs of one club meet, the seed of the lot."
    assert said in text_of(client.get(f"{desk}rondes/1/"))
    pair(of)
    assert "this has changed: who plays the round, how" in text_of(client.get(f"{desk}rondes/1/"))
