"""The printed lists at the desk: who may, under which address and name, and what the rows say on them."""

from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from tests import factories
from tests.services.conftest import DESK, Hall, after_round_one, published_hall
from tests.views.desk_visitors import at_desk, queries_of, text_of, with_pairs
from tournament.models import Championship, Game, Infraction, LogEntry, Membership, Round
from tournament.queries.infractions import Charge
from tournament.queries.prints import placed_pairs
from tournament.queries.standings import standings
from tournament.services import announcements, championships, games, pauses, rounds
from tournament.services.infractions import record_infraction
from tournament.services.replacements import replace_player
from tournament.views import prints_lists

pytestmark = pytest.mark.django_db
HELPER = Membership.Role.HELPER
ALL = (
    "aparellaments/1.pdf",
    "aparellaments/1.pdf?per=nom",
    "classificacio.pdf",
    "classificacio.pdf?ronda=1",
    "quadre.pdf",
    "inscripcions.pdf",
    "faltes.pdf",
    "faltes.pdf?per=article",
    "actes/1.pdf",
    "historial.pdf",
)


def printed(client: Client, base: str, name: str) -> str:
    """The words of a document."""
    response = client.get(f"{base}imprimeix/{name}")
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    pages = PdfReader(BytesIO(response.content), strict=True).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def infraction(of: Championship, **fields: Any) -> Infraction:
    facts = {"code": "16.1.3.5", "severity": "minor", "complained_by": "organisation", "at": factories.START}
    pair = of.pairs.get(number=fields.pop("number", 1))
    return Infraction.objects.create(championship=of, pair=pair, round_number=1, **facts | fields)


@pytest.mark.parametrize("name", ALL)
def test_a_helper_prints_what_a_helper_reads(name: str) -> None:
    client, of, base = at_desk(after_round_one().championship, role=HELPER)
    response = client.get(f"{base}imprimeix/{name}")
    assert response.status_code == 200
    assert response["Content-Disposition"].startswith(f'inline; filename="{of.slug}-')
    assert response["Cache-Control"] == "no-store"


@pytest.mark.parametrize("name", [*ALL, "diplomes.pdf"])
def test_to_nobody_else_it_exists(name: str) -> None:
    of = after_round_one().championship
    stranger, _of, _base = at_desk()
    address = f"/organitzacio/{of.slug}/imprimeix/{name}"
    assert stranger.get(address).status_code == 404
    assert Client().get(address).status_code == 302


@pytest.mark.parametrize(
    "name", ["aparellaments/7.pdf", "actes/7.pdf", "classificacio.pdf?ronda=7", "quadre.pdf?ronda=x"]
)
def test_a_round_that_is_not_there_is_not_found(name: str) -> None:
    client, _of, base = at_desk(after_round_one().championship)
    assert client.get(f"{base}imprimeix/{name}").status_code == 404


@pytest.mark.parametrize("name", [name for name in ALL if name != "historial.pdf"])
def test_forty_pairs_ask_no_more_than_twenty(name: str) -> None:
    few, many = (at_desk(published_hall(number).championship) for number in (20, 40))
    assert queries_of(few[0], f"{few[2]}imprimeix/{name}") == queries_of(
        many[0], f"{many[2]}imprimeix/{name}"
    )


@pytest.mark.parametrize("name", ["faltes.pdf", "actes/1.pdf", "historial.pdf"])
def test_three_records_ask_no_more_than_one(name: str) -> None:
    def asked(number: int) -> int:
        of = published_hall(4).championship
        for _ in range(number):
            infraction(of)
            facts = {"what": "award", "round_number": 1, "table": 1, "via": "desk", "at": factories.START}
            LogEntry.objects.create(championship=of, user=factories.user(), **facts)
        client, _of, base = at_desk(of)
        return queries_of(client, f"{base}imprimeix/{name}")

    assert asked(1) == asked(3)


def test_a_draft_has_no_report_and_its_pairings_are_marked() -> None:
    hall = published_hall(4)
    Round.objects.update(state=Round.State.DRAFT)
    client, _of, base = at_desk(hall.championship, language="en")
    assert client.get(f"{base}imprimeix/actes/1.pdf").status_code == 404
    assert "DRAFT: not published" in printed(client, base, "aparellaments/1.pdf")


def test_infractions_are_printed_as_their_page_narrows_them_and_without_real_names() -> None:
    of = published_hall(4).championship
    infraction(of, number=1, player=1, told="<b>un</b> cop")
    infraction(of, number=2, code="7.4.4", withdrawn_at=factories.START, withdrawn_reason="era un error")
    client, _of, base = at_desk(of, language="en")
    words = printed(client, base, "faltes.pdf")
    assert "«<b>un</b> cop»" in words
    assert "era un error" in words
    assert "1 Parella 1 1 counts" in words
    assert "2 Parella 2 0 count" in words
    assert "Anna 1" not in words
    assert "Parella 2" not in printed(client, base, "faltes.pdf?parella=1")
    by_article = printed(client, base, "faltes.pdf?per=article")
    assert by_article.index("7.4.4") < by_article.index("16.1.3.5")


def test_the_report_of_a_round_tells_results_walkovers_infractions_and_corrections() -> None:
    hall = after_round_one()
    of = hall.championship
    infraction(of)
    LogEntry.objects.create(
        championship=of, via="desk", at=factories.START, what="correct", round_number=1, table=1,
        before={"totals": [88, 101]}, after={"totals": [101, 88]}, reason="del revés",
    )  # fmt: skip
    client, _of, base = at_desk(of, language="en")
    words = printed(client, base, "actes/1.pdf")
    view = hall.view(1)
    for said in (
        "Published at 10:00.",
        f"{view.a.number} {view.a.war_name} 51–0 {view.b.number} {view.b.war_name}",
        f"pair {view.b.number} did not come",
        "16.1.3.5",
        "Corrected the confirmed sheet",
        "88–101 → 101–88",
        "del revés",
        "Signature of the organisers",
    ):
        assert said in words


def test_the_report_tells_what_was_decided_with_a_reason_and_who_came_for_whom() -> None:
    hall = published_hall(6)
    of, view = hall.championship, hall.view(1)
    soon = factories.START + timedelta(minutes=5)
    games.walkover(hall.games[1].pk, "a", reason="ha avisat", actor=DESK, now=soon)
    announcements.announce_table_last_hand(hall.games[0].pk, reason="tanquen", actor=DESK, now=soon)
    for player, came in ((1, "Maria Puig"), (2, "Pau Riu")):
        at = soon + timedelta(minutes=player)
        replace_player(view.a.pair_id, player, came, is_for_good=False, actor=DESK, now=at)
    client, _of, base = at_desk(of, language="en")
    words = printed(client, base, "actes/1.pdf")
    for said in (
        "Reason: ha avisat",
        f"Winner: pair {hall.view(2).a.number}",
        "Announced the last hand to one table",
        "Reason: tanquen",
        f"Who plays: Anna {view.a.number} → Maria Puig",
        f"Who plays: Joan {view.a.number} → Pau Riu",
    ):
        assert said in words


def test_a_walkover_in_its_time_is_no_decision() -> None:
    hall = published_hall(4)
    late = factories.START + timedelta(minutes=20)
    for game in hall.games:
        games.walkover(game.pk, "a", actor=DESK, now=late)
    client, _of, base = at_desk(hall.championship, language="en")
    assert "There was none." in printed(client, base, "actes/1.pdf")


def test_an_expulsion_is_called_one_on_the_report_and_in_the_history() -> None:
    hall = published_hall(4)
    of, game = hall.championship, hall.games[0]
    number = hall.view(1).b.number
    charge = Charge(number, "16.1.1.1", moment="between_hands", reason="ha pegat")
    record_infraction(of.pk, charge, game_id=game.pk, actor=DESK, now=factories.START)
    client, _of, base = at_desk(of, language="en")
    report, history = (printed(client, base, name) for name in ("actes/1.pdf", "historial.pdf"))
    assert f"pair {number} was expelled (art. 16.1.1.1)" in report
    assert "The game ended because a pair was expelled (art. 16.1.1.1)" in report
    assert f"Expelled: pair {number}" in report
    assert "The pair was expelled (art. 16.1.1.1)" in history
    assert f"pair {number} left" not in report
    assert "a pair was gone" not in report + history


def test_a_pause_that_is_over_says_from_when_to_when_it_was() -> None:
    hall = published_hall(4)
    begins = factories.START + timedelta(minutes=2)
    pauses.begin_pause(hall.championship.pk, reason="sopar", actor=DESK, now=begins)
    client, _of, base = at_desk(hall.championship, language="en")
    assert "Pause since 10:02: sopar" in printed(client, base, "actes/1.pdf")
    pauses.end_pause(hall.championship.pk, begins, ends=begins + timedelta(seconds=20), actor=DESK)
    assert "Pause 10:02–10:02: sopar" in printed(client, base, "actes/1.pdf")


SECRET = "Secret until the ceremony"


@pytest.mark.parametrize("name", ["classificacio.pdf", "quadre.pdf", "actes/1.pdf", "sense-llum.pdf"])
def test_what_tells_a_secret_last_round_says_that_it_is_secret(name: str) -> None:
    of = played_round(secret_last_round=True).championship
    client, _of, base = at_desk(of, language="en")
    assert SECRET in printed(client, base, name)
    Championship.objects.update(screen={"told": 1})
    assert SECRET not in printed(client, base, name)


def test_a_round_before_the_last_is_no_secret() -> None:
    of = after_round_one(4, secret_last_round=True, changes={"rounds": 2}).championship
    client, _of, base = at_desk(of, language="en")
    for name in ("classificacio.pdf", "quadre.pdf", "actes/1.pdf"):
        assert SECRET not in printed(client, base, name)


def test_the_history_is_printed_as_its_page_narrows_it() -> None:
    client, of, base = at_desk(with_pairs(2), language="en")
    for pair in (1, 2):
        facts = {"what": "withdraw", "via": "desk", "at": factories.START}
        LogEntry.objects.create(championship=of, pair_number=pair, reason=f"motiu {pair}", **facts)
    words = printed(client, base, "historial.pdf?parella=2")
    assert "motiu 2" in words
    assert "motiu 1" not in words
    assert "Pair: 2" in words


def test_a_long_history_comes_in_parts_that_lead_to_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prints_lists, "LINES_A_PART", 2)
    client, of, base = at_desk(language="en")
    facts = {"championship": of, "via": "desk", "at": factories.START, "what": "register"}
    LogEntry.objects.bulk_create(LogEntry(**facts) for _ in range(3))
    first = client.get(f"{base}imprimeix/historial.pdf?que=register")
    links = [
        note.get_object()["/A"]["/URI"]
        for page in PdfReader(BytesIO(first.content)).pages
        for note in page.get("/Annots", ())
    ]
    assert links == [f"http://testserver{base}imprimeix/historial.pdf?que=register&part=2"]
    assert "part 2 of 2" in printed(client, base, "historial.pdf?que=register&part=2")


# --- Diplomas -------------------------------------------------------------------------------------


def test_diplomas_wait_for_the_last_round_and_say_so() -> None:
    client, _of, base = at_desk(after_round_one().championship, language="en")
    response = client.get(f"{base}imprimeix/diplomes.pdf")
    assert response.status_code == 404
    assert "round 2 of 5 is not closed" in text_of(response)


def test_a_result_that_was_reopened_holds_the_diplomas_back() -> None:
    hall = after_round_one(changes={"rounds": 1})
    Game.objects.filter(pk=hall.games[0].pk).update(state=Game.State.COMPLETE)
    client, _of, base = at_desk(hall.championship, language="en")
    response = client.get(f"{base}imprimeix/diplomes.pdf")
    assert response.status_code == 404
    assert "table 1" in text_of(response)


def played_round(number: int = 8, **fields: Any) -> Hall:
    """The only round of a championship: each table played, 101–50, and closed."""
    hall = published_hall(number, changes={"rounds": 1}, **fields)
    for game in hall.games:
        factories.confirmed(game, 101, 50)
    rounds.close(hall.round.pk, actor=DESK)
    return hall


def test_the_first_three_get_one_or_as_many_as_are_asked_for() -> None:
    of = played_round().championship
    client, _of, base = at_desk(of, language="en")
    content = client.get(f"{base}imprimeix/diplomes.pdf").content
    pages = PdfReader(BytesIO(content), strict=True).pages
    assert len(pages) == 3
    assert [round(side) for side in pages[0].mediabox[2:]] == [842, 595]
    words = [" ".join(page.extract_text().split()) for page in pages]
    places = ["First place", "Second place", "Third place"]
    assert [place in page for place, page in zip(places, words, strict=True)] == [True] * 3
    assert all("Anna" in page and "Vilaplana" in page for page in words)
    five = client.get(f"{base}imprimeix/diplomes.pdf?llocs=5").content
    assert len(PdfReader(BytesIO(five)).pages) == 5


def test_who_never_played_or_was_not_there_to_the_end_gets_no_diploma() -> None:
    hall = played_round(9)
    of = hall.championship
    ranked = [row.number for row in standings(of)]
    rested = hall.bye.seats.get().pair.number
    withdrawn, expelled = (view.b.number for view in (hall.view(1), hall.view(2)))
    of.pairs.filter(number=withdrawn).update(state="withdrawn")
    of.pairs.filter(number=expelled).update(state="expelled")
    factories.pair(of)
    placed = placed_pairs(of, 500)
    out = {rested, withdrawn, expelled}
    assert [each.row.number for each in placed] == [number for number in ranked if number not in out]
    places = {row.number: row.rank for row in standings(of)}
    assert [each.row.rank for each in placed] == [places[each.row.number] for each in placed]


def test_a_win_because_nobody_came_is_no_game_that_was_played() -> None:
    assert placed_pairs(after_round_one(4, changes={"rounds": 1}).championship, 500) == ()


def test_a_championship_that_was_finished_early_has_its_diplomas() -> None:
    hall = published_hall()
    of = hall.championship
    for game in hall.games:
        factories.confirmed(game, 101, 50)
    rounds.close(hall.round.pk, actor=DESK)
    championships.finish(of.pk, actor=DESK)
    client, _of, base = at_desk(of)
    assert client.get(f"{base}imprimeix/diplomes.pdf").status_code == 200


# --- Where the hand is ----------------------------------------------------------------------------


def test_each_page_leads_to_its_paper() -> None:
    of = after_round_one().championship
    infraction(of)
    client, _of, base = at_desk(of)
    for page, paper in (
        ("rondes/1/", "aparellaments/1.pdf"),
        ("rondes/1/", "classificacio.pdf?ronda=1"),
        ("rondes/1/", "actes/1.pdf"),
        ("historial/?parella=1", "historial.pdf?parella=1"),
        ("faltes/?parella=1", "faltes.pdf?parella=1"),
        ("parelles/", "inscripcions.pdf"),
    ):
        assert f'href="{base}imprimeix/{paper}' in text_of(client.get(f"{base}{page}"))


# --- The fee --------------------------------------------------------------------------------------


def test_who_has_paid_is_ticked_where_pairs_are_checked_in_and_taken_back() -> None:
    client, of, base = at_desk(with_pairs(2, fee="12"), role=HELPER, language="en")
    address = f"{base}parelles/presents/"
    tick = {"pair": "2", "action": "paid", "ordre": "numero"}
    answer = text_of(client.post(address, tick, headers={"HX-Request": "true"}))
    assert "2 Parella 2: paid." in answer
    assert 'value="unpaid"' in answer
    assert of.pairs.get(number=2).paid
    assert of.pairs.get(number=2).state == "registered"
    client.post(address, tick | {"action": "unpaid"})
    assert not of.pairs.get(number=2).paid
    assert [entry.what for entry in LogEntry.objects.order_by("id")] == ["paid", "unpaid"]
    assert "The pair has paid" in text_of(client.get(f"{base}historial/"))


def test_nobody_is_asked_for_money_where_there_is_no_fee() -> None:
    client, _of, base = at_desk(with_pairs(1))
    for page in ("parelles/presents/", "parelles/1/", "parelles/"):
        found = text_of(client.get(f"{base}{page}"))
        assert 'name="paid"' not in found
        assert 'value="paid"' not in found


def test_the_tick_is_on_the_form_of_the_pair_and_in_its_history() -> None:
    client, of, base = at_desk(with_pairs(1, fee="12"), language="en")
    form = client.get(f"{base}parelles/1/").context["form"]
    sent = {bound.name: bound.value() for bound in form if bound.value()} | {"paid": "on"}
    assert client.post(f"{base}parelles/1/", sent).status_code == 302
    assert of.pairs.get(number=1).paid
    assert "Changed: paid" in text_of(client.get(f"{base}historial/"))


def test_a_form_without_the_tick_leaves_what_was_paid() -> None:
    client, of, base = at_desk(with_pairs(1))
    of.pairs.update(paid=True)
    form = client.get(f"{base}parelles/1/").context["form"]
    sent = {bound.name: bound.value() for bound in form if bound.value()} | {"club": "Penya"}
    assert client.post(f"{base}parelles/1/", sent).status_code == 302
    assert (of.pairs.get(number=1).paid, of.pairs.get(number=1).club) == (True, "Penya")
