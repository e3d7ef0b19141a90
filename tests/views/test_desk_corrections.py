"""The desk's correction of a confirmed sheet: who may, what is shown, what is kept when it is refused; notices."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.factories import START
from tests.journeys.scenes import rows_of
from tests.views.desk_visitors import at_desk
from tests.views.sheets import desk_address, desk_base, new_game, text_of
from tournament.models import Championship, Game, Membership, Notice, Round
from tournament.queries.corrections import protests_of
from tournament.queries.games import view_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(championship: Championship) -> Game:
    """30–20 in two hands, ended by time, confirmed."""
    found = new_game(championship)
    for points in ((30, 0), (0, 20)):
        factories.hand(found, *points)
    Game.objects.filter(pk=found.pk).update(stopped="time")
    return factories.confirmed(found, 30, 20)


@pytest.fixture
def address(game: Game) -> str:
    return desk_address(game, "correccio")


def typed(client: Client, address: str, **changes: str) -> dict[str, str]:
    form = client.get(address).context["form"]
    names = ("rows", "opening_draw", "stopped", "version")
    return (
        {name: str(form[name].value()) for name in names} | {"step": "look", "reason": "Mal copiat"} | changes
    )


def test_the_sheet_is_there_as_one_would_type_it(desk: Client, address: str) -> None:
    page = desk.get(address)
    form = page.context["form"]
    assert form["rows"].value() == "30\n20 -"
    assert (form["stopped"].value(), form["total_a"].value()) == ("time", None)
    assert "Protests against the result: until the next round is published." in text_of(page)


def test_what_it_changes_is_shown_side_by_side(desk: Client, address: str) -> None:
    page = desk.post(address, typed(desk, address, rows="30\nc 36 -"))
    read = text_of(page)
    assert page.status_code == 200
    assert "Now: 30–20" in read and "Corrected: 30–36" in read
    assert "1 Els de Cal Menut: 1 → 2" in read and "2 Les Manilles de l&#x27;Alta Ribagorça: 2 → 1" in read
    assert page.context["announcement"] == "Correction: round 1, table 1: 30–36 instead of 30–20."


def test_the_history_tells_what_the_sheet_was_and_what_it_is(desk: Client, game: Game, address: str) -> None:
    fields = typed(desk, address, rows="30\nc 36 -", reason="Era contro") | {"step": "save", "again": "keep"}
    assert desk.post(address, fields).status_code == 302
    (line,) = [
        row
        for row in rows_of(desk.get(f"{desk_base(game.round.championship)}historial/"))
        if "Corrected" in row
    ]
    assert "Corrected the confirmed sheet" in line and "Era contro" in line
    assert "— 30–0 · — 0–20" in line and "— 30–0 · C 0–36" in line


def test_one_goes_back_to_change_something_with_everything_that_was_typed(desk: Client, address: str) -> None:
    fields = typed(desk, address, rows="30\nc 36 -", reason="Era contro")
    page = desk.post(address, fields | {"step": "edit"})
    form = page.context["form"]
    assert (page.status_code, form["rows"].value(), form["reason"].value()) == (
        200,
        "30\nc 36 -",
        "Era contro",
    )


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"reason": ""}, "Write the reason: it stays in the log."),
        ({"rows": "30\nzz 4"}, "Row 2: “ZZ” is not a code."),
        ({"rows": "30\n\n37"}, "Row 2: "),
        ({"total_a": "3"}, "Write both totals, or neither."),
        ({}, "The sheet would stay as it is."),
        ({"stopped": ""}, "is not over yet"),
        ({"version": "0"}, "Somebody changed this meanwhile."),
    ],
)
def test_what_is_refused_keeps_what_was_typed(
    desk: Client, game: Game, address: str, changes: dict[str, str], said: str
) -> None:
    fields = typed(desk, address, **changes)
    page = desk.post(address, fields)
    assert page.status_code == 422
    assert said in text_of(page)
    assert page.context["form"]["rows"].value() == fields["rows"]
    assert view_of(Game.objects.get(pk=game.pk)).counted == (30, 20)


def test_an_older_sheet_is_refused_once_and_holds_when_it_is_sent_again(
    desk: Client, game: Game, address: str
) -> None:
    fields = typed(desk, address, rows="30\n22 -")
    Game.objects.filter(pk=game.pk).update(version=9)
    page = desk.post(address, fields)
    assert (page.status_code, page.context["form"]["version"].value()) == (422, "9")
    assert desk.post(address, fields | {"version": "9"}).status_code == 200


def test_a_helper_corrects_nothing(client: Client, game: Game) -> None:
    helper, _of, base = at_desk(game.round.championship, Membership.Role.HELPER)
    assert helper.get(f"{base}partida/{game.pk}/correccio/").status_code == 403
    assert helper.get(f"{base}anuncis/").status_code == 403


def test_an_open_sheet_is_typed_and_not_corrected(desk: Client, championship: Championship) -> None:
    game = factories.game(factories.round_(championship))
    page = desk.get(desk_address(game, "correccio"), follow=True)
    assert "Only a confirmed sheet is corrected here" in text_of(page)
    assert page.redirect_chain == [(desk_address(game), 302)]


def test_a_game_that_is_not_of_this_desk_is_not_found(desk: Client, game: Game) -> None:
    assert desk.get(desk_address(game, "correccio").replace(f"/{game.pk}/", "/999999/")).status_code == 404


# --- Protests (D 11) -----------------------------------------------------------------------------


def after_round(*, closed: bool = False, later: bool = False, **changes: Any) -> Game:
    of = factories.championship(changes=changes)
    state = Round.State.CLOSED if closed else Round.State.PUBLISHED
    game = factories.game(factories.round_(of, state=state), typed_a=101, typed_b=20)
    if later:
        factories.round_(of, published_at=START + timedelta(hours=2))
    return factories.confirmed(game, 101, 20)


@pytest.mark.parametrize(
    ("facts", "until", "minutes"),
    [
        ({}, None, None),
        ({"closed": True}, None, None),
        ({"closed": True, "later": True}, START + timedelta(hours=2), None),
        ({"protest_until": 10}, None, 10),
        ({"protest_until": 10, "closed": True}, START + timedelta(minutes=80), 10),
        ({"protest_until": 10, "closed": True, "later": True}, START + timedelta(minutes=80), 10),
    ],
)
def test_until_when_pairs_may_protest(facts: dict[str, Any], until: Any, minutes: int | None) -> None:
    view = view_of(after_round(**facts))
    protests = protests_of(view.game.round, view.regulation)
    assert (protests.until, protests.minutes) == (until, minutes)


def test_afterwards_the_desk_is_told_that_only_the_organisation_corrects() -> None:
    game = after_round(closed=True, later=True)
    client, _of, base = at_desk(game.round.championship, language="en")
    read = text_of(client.get(f"{base}partida/{game.pk}/correccio/"))
    assert "Pairs could protest until 12:00: from then on only the organisation corrects" in read


def test_the_pairs_read_on_their_sheet_until_when_they_may_protest() -> None:
    game = after_round(protest_until=10)
    read = text_of(Client().get(f"/en/f/{game.token}/"))
    assert "Protests against the result: until 10 minutes after the round is closed." in read


def test_the_hall_reads_it_on_the_page_of_the_closed_round() -> None:
    game = after_round(closed=True, protest_until=10)
    read = text_of(Client().get(f"/en/c/{game.round.championship.slug}/"))
    assert "Protests against the result: until 11:20." in read


# --- Notices -------------------------------------------------------------------------------------


def test_a_notice_is_withdrawn_once(desk: Client, championship: Championship) -> None:
    notice = Notice.objects.create(championship=championship, text="Correcció", at=START)
    page = f"/en/organitzacio/{championship.slug}/anuncis/"
    assert "Correcció" in text_of(desk.get(page))
    assert "Withdrawn" in text_of(desk.post(f"{page}{notice.pk}/retira/", follow=True))
    assert "This notice is withdrawn already." in text_of(
        desk.post(f"{page}{notice.pk}/retira/", follow=True)
    )


def test_a_notice_of_another_championship_is_none_of_this_desk(
    desk: Client, championship: Championship
) -> None:
    notice = Notice.objects.create(championship=factories.championship(), text="Aliè", at=START)
    desk.post(f"/en/organitzacio/{championship.slug}/anuncis/{notice.pk}/retira/")
    notice.refresh_from_db()
    assert notice.withdrawn_at is None


# --- The last hand, and results that nobody played --------------------------------------------------


def test_number_of_the_last_hand_is_corrected_with_its_effect_shown(
    desk: Client, game: Game, address: str
) -> None:
    page = desk.post(address, typed(desk, address, last_hand="1"))
    read = text_of(page)
    assert "Now: 30–20" in read and "Corrected: 30–0" in read
    assert "The last hand was hand 1." in read
    assert page.context["typed"]["last_hand"] == "1"
    fields = typed(desk, address, last_hand="1", step="save", again="keep")
    assert desk.post(address, fields).status_code == 302
    assert Game.objects.get(pk=game.pk).last_hand == 1
    assert desk.get(address).context["form"]["last_hand"].value() == 1


def test_number_that_no_hand_can_have_is_refused_and_kept(desk: Client, address: str) -> None:
    page = desk.post(address, typed(desk, address, last_hand="13"))
    assert page.status_code == 422
    assert "The last hand can only be from 1 to 12" in text_of(page)
    assert page.context["form"]["last_hand"].value() == "13"


@pytest.fixture
def walkover(championship: Championship) -> str:
    """Pair 2 was not there: where that is corrected."""
    found = new_game(championship)
    Game.objects.filter(pk=found.pk).update(kind="walkover", winner="a")
    return desk_address(factories.confirmed(found, 51, 0), "correccio")


def ruling(client: Client, address: str, **said: str) -> dict[str, str]:
    version = client.get(address).context["form"]["version"].value()
    return {"step": "look", "reason": "L'altra taula", "version": str(version)} | said


def test_ruling_is_there_as_it_stands(desk: Client, walkover: str) -> None:
    page = desk.get(walkover)
    assert page.context["form"]["ruling"].value() == "walkover_a"
    assert "51–0 for pair 1 Els de Cal Menut: the other one was not present" in text_of(page)
    assert 'href="' + walkover in desk.get(walkover.removesuffix("correccio/")).content.decode()


def test_ruling_is_corrected_after_its_effect_was_shown(desk: Client, walkover: str) -> None:
    page = desk.post(walkover, ruling(desk, walkover, ruling="walkover_b"))
    read = text_of(page)
    assert "Now: 51–0" in read and "Corrected: 0–51" in read
    assert "Pair 2 was not present." in read and "Pair 1 was not present." in read
    assert "1 Els de Cal Menut: 1 → 2" in read
    game = Game.objects.get()
    assert (game.winner, page.context["announcement"]) == (
        "a",
        "Correction: round 1, table 1: 0–51 instead of 51–0.",
    )
    fields = ruling(desk, walkover, ruling="walkover_b", step="save", again="keep")
    assert desk.post(walkover, fields).status_code == 302
    assert Game.objects.get().winner == "b"


def test_ruling_may_become_a_result_of_the_organisers_or_of_nobody(desk: Client, walkover: str) -> None:
    nobody = desk.post(walkover, ruling(desk, walkover, ruling="both_absent"))
    assert "Neither pair was present. No win for either pair." in text_of(nobody)
    points = {"points_a": "0", "points_b": "60", "wins": "0-2"}
    page = desk.post(walkover, ruling(desk, walkover, ruling="awarded", **points))
    assert "Corrected: 0–60" in text_of(page)
    again = desk.post(walkover, page.context["typed"] | {"step": "edit"})
    assert {name: again.context["form"][name].value() for name in points} == points


def test_ruling_that_lacks_its_points_is_refused_and_kept(desk: Client, walkover: str) -> None:
    page = desk.post(walkover, ruling(desk, walkover, ruling="awarded", points_a="40"))
    assert page.status_code == 422
    assert "Write the points of both pairs, and say who wins." in text_of(page)
    assert page.context["form"]["points_a"].value() == "40"


def test_ruling_that_stays_as_it_is_is_refused(desk: Client, walkover: str) -> None:
    page = desk.post(walkover, ruling(desk, walkover, ruling="walkover_a"))
    assert (page.status_code, page.context["form"]["ruling"].value()) == (422, "walkover_a")


# --- What only an organiser lets stand ---------------------------------------------------------------


def test_what_a_correction_breaks_is_said_and_saved_only_with_its_tick(desk: Client, walkover: str) -> None:
    said = {"ruling": "awarded", "points_a": "20", "points_b": "80", "wins": "2-0"}
    page = desk.post(walkover, ruling(desk, walkover, **said))
    assert page.status_code == 200
    assert "The pair with fewer points would win." in text_of(page)
    tick = '<input type="checkbox" name="decided" value="award_backwards" required>'
    assert tick in page.content.decode()
    saving = ruling(desk, walkover, **said, step="save", again="keep")
    refused = desk.post(walkover, saving)
    assert (refused.status_code, tick in refused.content.decode()) == (422, True)
    assert Game.objects.get().kind == "walkover"
    assert desk.post(walkover, saving | {"decided": "award_backwards"}).status_code == 302
    assert Game.objects.get().kind == "awarded"
    history = text_of(desk.get(walkover.split("partida/")[0] + "historial/"))
    assert "Decided otherwise than the article" in history


def test_more_points_than_a_game_counts_are_refused(desk: Client, walkover: str) -> None:
    said = {"ruling": "awarded", "points_a": "999", "points_b": "0", "wins": "2-0"}
    page = desk.post(walkover, ruling(desk, walkover, **said))
    assert page.status_code == 422
    assert "A game counts 136 points at most for a pair (art. 13.4)." in text_of(page)
