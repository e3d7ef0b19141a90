"""Pairs at the desk: registered, found, edited, absent, withdrawn, imported."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.factories import absence, championship, confirmed, game, pair, pairs, round_
from tests.views.desk_visitors import at_desk, queries_of, text_of
from tournament.models import Absence, Membership, Pair

pytestmark = pytest.mark.django_db
BONS = {"war_name": "Els Bons", "player_1": "Joan Puig", "player_2": "Pere Roca", "club": "Penya"}
LIST = "Nom de guerra;Jugador 1;Jugador 2\nEls Bons;Joan;Pere\n\nLes Bones;Núria;Mar\n"


def test_a_pair_is_registered_and_the_form_is_ready_for_the_next() -> None:
    client, of, desk = at_desk()
    pair(of)
    response = client.post(f"{desk}parelles/nova/", BONS)
    made = of.pairs.get(number=2)
    assert (made.war_name, made.player_1, made.player_2, made.club) == tuple(BONS.values())
    assert response["Location"] == f"{desk}parelles/#id_war_name"


def test_the_number_of_the_next_pair_is_shown() -> None:
    client, of, desk = at_desk()
    pairs(2, of)
    assert client.get(f"{desk}parelles/").context["next_number"] == 3


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"war_name": " "}, "war_name"),
        ({"player_2": ""}, "player_2"),
        ({"war_name": "PARELLA  1"}, "war_name"),
        ({"player_1": "x" * 81}, "player_1"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field_and_nothing_typed_is_lost(
    changes: dict[str, str], field: str
) -> None:
    client, of, desk = at_desk()
    pair(of, war_name="Parella 1")
    response = client.post(f"{desk}parelles/nova/", BONS | changes)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert 'value="Penya"' in text_of(response)
    assert of.pairs.count() == 1


def test_a_form_sent_twice_registers_one_pair() -> None:
    client, of, desk = at_desk()
    for _ in range(2):
        client.post(f"{desk}parelles/nova/", BONS | {"client_id": "una-vegada"})
    assert of.pairs.count() == 1


def test_a_pair_is_looked_for_without_accents() -> None:
    client, of, desk = at_desk()
    pair(of, player_1="Núria Vidal")
    pair(of)
    response = client.get(f"{desk}parelles/?q=nuria")
    assert [row.record.number for row in response.context["table"].paginated_rows] == [1]


def test_pairs_come_in_pages_of_fifty_and_sort() -> None:
    client, of, desk = at_desk()
    pairs(51, of)
    first = client.get(f"{desk}parelles/?sort=-number").context["table"]
    numbers = [row.record.number for row in first.paginated_rows]
    assert numbers == list(range(51, 1, -1))


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("per_page=-1", 1),
        ("per_page=2", 1),
        ("page=-3", 1),
        ("page=x", 1),
        ("page=2", 2),
        ("page=99999999999", 2),
    ],
)
def test_whatever_page_is_asked_for_the_nearest_page_of_fifty_is_shown(asked: str, shown: int) -> None:
    client, of, desk = at_desk()
    pairs(51, of)
    table = client.get(f"{desk}parelles/?{asked}").context["table"]
    assert (table.page.number, table.paginator.per_page) == (shown, 50)


def test_names_sort_without_regard_to_case_and_accents() -> None:
    client, of, desk = at_desk()
    for name in ("Zeta", "àgora", "Bitxo"):
        pair(of, war_name=name)
    table = client.get(f"{desk}parelles/?sort=war_name").context["table"]
    assert [row.record.war_name for row in table.paginated_rows] == ["àgora", "Bitxo", "Zeta"]


def test_three_pairs_ask_no_more_than_one() -> None:
    def asked(number: int) -> int:
        client, of, desk = at_desk()
        for each in pairs(number, of):
            absence(each, 1)
        return queries_of(client, f"{desk}parelles/")

    assert asked(1) == asked(3)


def test_a_pair_is_corrected() -> None:
    client, of, desk = at_desk()
    made = pair(of)
    response = client.post(f"{desk}parelles/1/", BONS | {"version": made.version})
    made.refresh_from_db()
    assert response.status_code == 302
    assert made.war_name == "Els Bons"


def test_a_pair_changed_meanwhile_is_compared_and_then_may_be_overwritten() -> None:
    client, of, desk = at_desk()
    made = pair(of)
    client.post(f"{desk}parelles/1/", BONS | {"war_name": "Els Altres", "version": made.version})
    response = client.post(f"{desk}parelles/1/", BONS | {"version": made.version})
    assert response.status_code == 422
    assert response.context["stored"].war_name == "Els Altres"
    assert 'value="Els Bons"' in text_of(response)
    again = BONS | {"version": response.context["form"]["version"].value()}
    assert client.post(f"{desk}parelles/1/", again).status_code == 302
    made.refresh_from_db()
    assert made.war_name == "Els Bons"


def test_the_pair_of_another_championship_is_not_there() -> None:
    client, _of, desk = at_desk()
    pair(championship(), number=7)
    assert client.get(f"{desk}parelles/7/").status_code == 404


def test_withdrawing_and_coming_back_undo_each_other() -> None:
    client, of, desk = at_desk()
    made = pair(of)
    client.post(f"{desk}parelles/1/withdraw/", {"reason": "lesió"})
    made.refresh_from_db()
    assert made.state == Pair.State.WITHDRAWN
    assert of.log.get().reason == "lesió"
    client.post(f"{desk}parelles/1/come_back/")
    made.refresh_from_db()
    assert made.state == Pair.State.REGISTERED


def test_missing_the_next_round_and_playing_it_undo_each_other() -> None:
    client, of, desk = at_desk()
    made = pair(of)
    client.post(f"{desk}parelles/1/absent/", {"reason": "late"})
    missed = made.absences.get()
    assert (missed.round_number, missed.reason) == (1, Absence.Reason.LATE)
    client.post(f"{desk}parelles/1/present/")
    assert not made.absences.exists()


def test_an_absence_without_a_reason_is_asked_for_it() -> None:
    client, of, desk = at_desk()
    pair(of)
    assert client.post(f"{desk}parelles/1/absent/").status_code == 422


def test_what_a_finished_championship_refuses_is_said() -> None:
    client, of, desk = at_desk(championship(state="finished"))
    pair(of)
    response = client.post(f"{desk}parelles/1/withdraw/", {"reason": ""})
    assert response.status_code == 422
    assert 'role="alert"' in text_of(response)


@pytest.mark.parametrize("action", ["esborra", "edit"])
def test_an_unknown_action_is_not_there(action: str) -> None:
    client, of, desk = at_desk()
    pair(of)
    assert client.post(f"{desk}parelles/1/{action}/").status_code == 404


def test_each_row_leads_to_where_a_pair_is_absent_or_leaves_or_comes_back() -> None:
    client, of, desk = at_desk(language="en")
    pair(of)
    pair(of, state=Pair.State.WITHDRAWN)
    found = text_of(client.get(f"{desk}parelles/"))
    assert f'<a href="{desk}parelles/1/#plays" aria-label="Absent or leaves: 1 Parella 1">' in found
    assert f'<a href="{desk}parelles/2/#plays" aria-label="Comes back: 2 Parella 2">' in found
    for number in (1, 2):
        assert 'id="plays"' in text_of(client.get(f"{desk}parelles/{number}/"))


def test_who_has_left_is_counted_apart_from_the_pairs() -> None:
    client, of, desk = at_desk(language="en")
    pairs(3, of)
    pair(of, state=Pair.State.WITHDRAWN)
    assert "3 pairs · 1 more has left · 3 in the draw of round 1" in text_of(client.get(f"{desk}parelles/"))


@pytest.mark.parametrize(("state", "invites"), [("running", True), ("finished", False)])
def test_a_finished_championship_invites_nobody(state: str, invites: bool) -> None:
    client, of, desk = at_desk(championship(state=state), language="en")
    pair(of)
    found = text_of(client.get(f"{desk}parelles/"))
    assert ('action="/en' in found and "/parelles/nova/" in found) is invites
    assert ("in the draw of round 1" in found) is invites
    assert ("#plays" in found) is invites


def test_after_the_last_round_no_further_round_is_spoken_of() -> None:
    of = championship(changes={"rounds": 1})
    confirmed(game(round_(of, state="closed")), 101, 40)
    client, _of, desk = at_desk(of, language="en")
    for page in ("parelles/", "parelles/1/"):
        assert "ound 2" not in text_of(client.get(f"{desk}{page}"))


def test_a_pair_typed_while_the_championship_was_finished_is_not_lost() -> None:
    client, _of, desk = at_desk(championship(state="finished"))
    response = client.post(f"{desk}parelles/nova/", BONS)
    assert response.status_code == 422
    assert 'value="Els Bons"' in text_of(response)


def test_a_refused_form_marks_its_wrong_fields() -> None:
    client, _of, desk = at_desk()
    found = text_of(client.post(f"{desk}parelles/nova/", BONS | {"player_1": "", "player_2": ""}))
    wrong = re.findall(r'<input[^>]* aria-invalid="true"[^>]*>', found)
    assert [re.findall(r' name="(\w+)"', field) for field in wrong] == [["player_1"], ["player_2"]]


# --- Import -----------------------------------------------------------------------------------


def looked_at(text: str, **more: Any) -> Any:
    client, of, desk = at_desk()
    pair(of, war_name="Els Primers")
    return client.post(f"{desk}parelles/importa/", {"text": text, **more}), of


def test_a_list_is_looked_at_before_anything_is_imported() -> None:
    response, of = looked_at(LIST)
    assert response.status_code == 200
    assert [(number, row.war_name) for number, row in response.context["numbered"]] == [
        (2, "Els Bons"),
        (3, "Les Bones"),
    ]
    assert response.context["entries"].blank_lines == (3,)
    assert of.pairs.count() == 1


def test_a_list_that_is_right_is_imported_when_confirmed() -> None:
    response, of = looked_at(LIST, action="import")
    assert response.status_code == 302
    assert list(of.pairs.values_list("number", "war_name")) == [
        (1, "Els Primers"),
        (2, "Els Bons"),
        (3, "Les Bones"),
    ]


@pytest.mark.parametrize("more", [{}, {"action": "import"}])
def test_everything_wrong_is_said_at_once_and_nothing_is_imported(more: dict[str, str]) -> None:
    wrong = LIST + "els bons;Jan;\nels primers;A;B\nNom de guerra;Jugador 1;Jugador 2\n"
    response, of = looked_at(wrong, **more)
    assert response.status_code == 422
    assert [problem.row for problem in response.context["problems"]] == [5, 5, 6, 7]
    assert "els bons;Jan;" in text_of(response)
    assert of.pairs.count() == 1


def test_a_file_of_windows_is_read() -> None:
    client, of, desk = at_desk()
    sent = SimpleUploadedFile("parelles.csv", LIST.encode("cp1252"), content_type="text/csv")
    response = client.post(f"{desk}parelles/importa/", {"file": sent})
    shown = response.context["form"]["text"].value()
    assert "Núria" in shown
    client.post(f"{desk}parelles/importa/", {"text": shown, "action": "import"})
    assert of.pairs.get(number=2).player_1 == "Núria"


def test_an_import_sent_twice_imports_once() -> None:
    client, of, desk = at_desk()
    sent = {"text": LIST, "action": "import", "client_id": "una-vegada"}
    client.post(f"{desk}parelles/importa/", sent)
    client.post(f"{desk}parelles/importa/", sent)
    assert of.pairs.count() == 2


@pytest.mark.parametrize(
    "file", [b"", b"PK\x03\x04\x00", b"\xff\xfe\x00", "A\0;B;C".encode("utf-16"), b"A\0;B;C"]
)
def test_what_is_no_list_is_refused_in_words(file: bytes) -> None:
    client, of, desk = at_desk()
    sent = SimpleUploadedFile("parelles.xlsx", file)
    response = client.post(f"{desk}parelles/importa/", {"file": sent})
    assert response.status_code == 422
    assert 'role="alert"' in text_of(response)
    assert not of.pairs.exists()


def test_letters_of_html_are_letters() -> None:
    response, of = looked_at("<b>Bons</b> &amp; mals,Joan,Pere\n", action="import")
    assert response.status_code == 302
    assert of.pairs.get(number=2).war_name == "<b>Bons</b> &amp; mals"


def test_a_list_of_more_than_a_thousand_rows_is_refused_in_one_sentence() -> None:
    response, of = looked_at("".join(f"Parella {n},Anna,Joan\n" for n in range(1001)), action="import")
    assert response.status_code == 422
    assert len(response.context["problems"]) == 1
    assert of.pairs.count() == 1


def test_control_characters_of_a_list_are_left_out() -> None:
    response, of = looked_at("Els\x07 Bons\x1b,Joan\x0bPuig,Pere\x85Roca\n\x1a", action="import")
    assert response.status_code == 302
    made = of.pairs.get(number=2)
    assert (made.war_name, made.player_1, made.player_2) == ("Els Bons", "Joan Puig", "Pere Roca")


def test_a_player_who_is_in_another_pair_is_asked_about_with_a_tick() -> None:
    client, of, desk = at_desk(language="en")
    pair(of, player_1="Joan Puig")
    asked = client.post(f"{desk}parelles/nova/", BONS)
    assert "Joan Puig plays in pair 1, Parella 1, and nobody plays in two." in text_of(asked)
    assert "It is somebody else of the same name" in text_of(asked)
    client.post(f"{desk}parelles/nova/", BONS | {"is_namesake": "on"})
    assert of.pairs.count() == 2


TWICE = "Els Bons;Núria Pla;Pere\nLes Bones;Mar;NURIA  PLA\n"


def test_who_would_play_in_two_pairs_of_a_list_is_asked_about_and_nothing_is_lost() -> None:
    client, of, desk = at_desk(language="en")
    pair(of, war_name="Els Primers", player_1="Perè")
    sent = {"text": TWICE, "action": "import"}
    asked = client.post(f"{desk}parelles/importa/", sent)
    assert (asked.status_code, asked.context["twice"]) == (
        422,
        [
            "Row 1: Pere (Els Bons) plays already in pair 1, Els Primers.",
            "Row 2: NURIA PLA (Les Bones) stands already in row 1, Els Bons.",
        ],
    )
    assert (asked.context["form"]["text"].value(), of.pairs.count()) == (TWICE, 1)
    assert client.post(f"{desk}parelles/importa/", sent | {"are_namesakes": "on"}).status_code == 302
    assert list(of.pairs.values_list("number", "player_2")) == [(1, "Joan 1"), (2, "Pere"), (3, "NURIA PLA")]


def test_a_list_that_is_only_looked_at_is_not_refused_for_a_question() -> None:
    asked, _of = looked_at(TWICE)
    assert (asked.status_code, len(asked.context["twice"]), len(asked.context["numbered"])) == (200, 1, 2)


def test_a_list_without_namesakes_asks_nothing() -> None:
    assert 'name="are_namesakes"' not in text_of(looked_at(LIST)[0])


def test_a_namesake_beside_an_error_is_answered_at_once_and_the_tick_stays() -> None:
    sent = {"text": TWICE + "Els Mitjos;Pau;\n", "are_namesakes": "on"}
    asked, _of = looked_at(sent["text"])
    assert (len(asked.context["problems"]), text_of(asked).count('name="are_namesakes"')) == (1, 1)
    ticked, _of = looked_at(**sent)
    assert 'name="are_namesakes" form="list" checked' in text_of(ticked)


def test_one_person_twice_in_a_pair_is_refused_beside_the_field() -> None:
    client, of, desk = at_desk(language="en")
    asked = client.post(f"{desk}parelles/nova/", BONS | {"player_2": BONS["player_1"]})
    assert (
        "Joan Puig stands twice, and nobody plays with oneself."
        in asked.context["form"].errors["player_2"][0]
    )
    assert of.pairs.count() == 0


# --- A helper ---------------------------------------------------------------------------------


@pytest.mark.parametrize("action", ["withdraw", "come_back", "absent", "table", "card"])
def test_a_helper_decides_nothing_of_a_pair(action: str) -> None:
    client, of, desk = at_desk(role=Membership.Role.HELPER)
    made = pair(of)
    fields = {"reason": "asked", "fixed_table": "3"}
    assert client.post(f"{desk}parelles/1/{action}/", fields).status_code == 403
    assert f"/parelles/1/{action}/" not in client.get(f"{desk}parelles/1/").content.decode()
    made.refresh_from_db()
    assert (made.state, made.absences.count(), of.log.count()) == (Pair.State.REGISTERED, 0, 0)


def test_a_helper_notes_that_a_pair_is_here_now() -> None:
    client, of, desk = at_desk(role=Membership.Role.HELPER)
    absence(pair(of), 1)
    assert client.post(f"{desk}parelles/1/present/").status_code == 302
    assert not of.pairs.get().absences.exists()
