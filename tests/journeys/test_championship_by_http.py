"""A whole championship from the desk alone, without a phone: 21 pairs, five rounds, every way a game can end.

Nothing is done but by opening pages and sending the forms that stand on them, and time passes. What is typed is noted
beside it, and in the end the public ranking is what those notes say when the rules are written anew.
"""

import re
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.journeys.reader import Page, Reader
from tests.journeys.recount import TIMES, Paper, Ranked, counted, hand, ranking, sheet
from tournament.models import Championship, Game, Round

PAIRS, ROUNDS = 21, 5
SLUG = "festa-major-de-vilaplana"
LIST = "\n".join(
    ["Nom de guerra;Jugador 1;Jugador 2;Club"]
    + [f"Els de Cal {number:02};Anna {number};Joan d'Or {number};" for number in range(1, PAIRS + 1)]
    + [""]
)


ENDS_A_GAME = ("totals", "stop")
"""What somebody types when a game is over, which takes its time."""


@dataclass
class Desk:
    """The organiser, and what is noted of every game."""

    reader: Reader
    rng: Random = field(default_factory=lambda: Random(2011))
    papers: dict[tuple[int, int], Paper] = field(default_factory=dict)

    def address(self, name: str, *args: object) -> str:
        return reverse(name, args=[SLUG, *args])

    def what_next(self) -> Page:
        return self.reader.open(self.address("desk"))

    def round_step(self, number: int, action: str, *, status: int = 200, **fields: object) -> Page:
        """A button of the round, on the page where it stands."""
        for page in (self.what_next(), self.reader.open(self.address("desk_round", number))):
            if any(form.action.endswith(f"/{action}/") for form in page.forms):
                return self.reader.send(page, f"/{action}/", status=status, **fields)
        raise AssertionError(f"no button {action} for round {number}")

    def open_game(self, number: int, table: int) -> Page:
        """By its table's number, to the page with everything about the game."""
        page = self.reader.open(self.address("desk_entry"), taula=table, ronda=number)
        everything = re.search(r'href="([^"]*/partida/\d+/)"', page.html)
        return self.reader.open(everything[1]) if everything and "/full/" in page.address else page

    def act(self, page: Page, action: str, **fields: object) -> Page:
        if action in ENDS_A_GAME:
            a_game_passes()
        return self.reader.send(page, f"/{action}/", **fields)

    def seated(self, number: int) -> None:
        """Note who sits where, as the hall reads it on the public page."""
        page = Reader().open(self.address("round", number))
        for table, pairs in enumerate(tables_on(page), start=1):
            self.papers[number, table] = Paper(*pairs)
        rests = re.findall(r'class="aside" data-mine="(\d+)">.*?data-say="([^"]*)"', page.html, re.S)
        for pair, said in rests:
            if "51" in said:
                self.papers[number, 0] = Paper(int(pair), kind="bye")

    def note(self, number: int, table: int, **facts: object) -> None:
        self.papers[number, table] = replace(self.papers[number, table], **facts)


def tables_on(page: Page) -> list[tuple[int, ...]]:
    rows = re.findall(r'<tr data-mine="(\d+) (\d+)">', page.html)
    return [(int(a), int(b)) for a, b in rows]


def standings_on(page: Page) -> list[Ranked]:
    """The table of the public page: number, doubled wins, difference, infractions, points for."""
    rows = re.findall(r'<tr[^>]*data-mine="(\d+)"[^>]*>(.*?)</tr>', page.html, re.S)
    ranked = []
    for number, row in rows:
        cells = re.findall(r"<td[^>]*\bnum\b[^>]*>(.*?)</td>", row, re.S)
        wins, difference, infractions, points_for = (cell.strip().replace("−", "-") for cell in cells[-4:])
        whole = wins.replace("½", "") or "0"
        wins2 = 2 * int(whole) + wins.endswith("½")
        ranked.append((int(number), wins2, int(difference), int(infractions), int(points_for)))
    return ranked


# --- Every way a game can end -------------------------------------------------------------------


def some_hands(rng: Random, *, until: int = 12) -> tuple[tuple[str, int], ...]:
    """Hands that could have been played: to 101 points, twelve hands, or as many as there was time for."""
    hands: list[tuple[str, int]] = []
    while len(hands) < until and max(sheet(Paper(1, 2, hands=tuple(hands)))) < 101:
        hands.append((rng.choice(tuple(TIMES)), max(0, min(72, round(rng.gauss(36, 11))))))
    return tuple(hands)


def decided(rng: Random, *, until: int = 12) -> tuple[tuple[str, int], ...]:
    while True:
        hands = some_hands(rng, until=until)
        a, b = sheet(Paper(1, 2, hands=hands))
        if a != b and (until == 12 or max(a, b) < 101):
            return hands


def type_hands(desk: Desk, page: Page, hands: tuple[tuple[str, int], ...]) -> Page:
    """Hand by hand: as a row from the paper, or chosen cell by cell in card points."""
    for place, (bid, card_points) in enumerate(hands):
        a, b = hand(bid, card_points)
        if place % 3 == 2:
            cells = {"bid": bid, "side": "a", "points": card_points, "unit": "card_points"}
            page = desk.act(page, "hand", **cells)
        else:
            page = desk.act(page, "hand", row=f"{bid.lower()} {a} {b}")
    return page


def played_to_its_end(desk: Desk, number: int, table: int) -> None:
    hands = decided(desk.rng)
    page = type_hands(desk, desk.open_game(number, table), hands)
    desk.act(page, "confirm")
    desk.note(number, table, hands=hands)


def a_game_passes() -> None:
    """The rounds were published the least time of a game earlier (E 12.3.3.1)."""
    Round.objects.update(published_at=F("published_at") - timedelta(minutes=51))
    Game.objects.exclude(zero_at=None).update(zero_at=F("zero_at") - timedelta(minutes=51))


def ended_by_time(desk: Desk, number: int, table: int) -> None:
    hands = decided(desk.rng, until=5)
    page = type_hands(desk, desk.open_game(number, table), hands)
    page = desk.act(page, "stop", why="time")
    desk.act(page, "confirm")
    desk.note(number, table, hands=hands)


def typed_as_totals(desk: Desk, number: int, table: int) -> None:
    totals = sheet(Paper(1, 2, hands=decided(desk.rng)))
    page = desk.act(desk.open_game(number, table), "totals", total_a=totals[0], total_b=totals[1])
    desk.act(page, "confirm")
    desk.note(number, table, totals=totals)


def level(desk: Desk, number: int, table: int) -> None:
    """Level totals offer no confirmation until somebody says who won the opening draw."""
    page = desk.act(desk.open_game(number, table), "totals", total_a=77, total_b=77)
    assert not any(form.action.endswith("/confirm/") for form in page.forms)
    page = desk.act(page, "draw", side="b")
    desk.act(page, "confirm")
    desk.note(number, table, totals=(77, 77), draw="b")


def above_the_cap(desk: Desk, number: int, table: int) -> None:
    page = desk.act(desk.open_game(number, table), "hand", row="bs 0 320")
    desk.act(page, "confirm")
    desk.note(number, table, hands=(("BS", 16),))


def early() -> dict[str, str]:
    """Why nobody waits any longer, while a missing pair is still waited for (E 13.3)."""
    published = Round.objects.latest("number").published_at
    assert published
    return {"reason": "avís"} if timezone.now() - published < timedelta(minutes=15) else {}


def not_present(desk: Desk, number: int, table: int) -> None:
    desk.act(desk.open_game(number, table), "walkover", side="b", **early())
    desk.note(number, table, kind="walkover", winner="b")


def neither_present(desk: Desk, number: int, table: int) -> None:
    desk.act(desk.open_game(number, table), "both_absent", **early())
    desk.note(number, table, kind="both_absent")


def walkover_undone_and_played(desk: Desk, number: int, table: int) -> None:
    page = desk.act(desk.open_game(number, table), "walkover", side="a", **early())
    desk.act(page, "undo_ruling")
    typed_as_totals(desk, number, table)


def set_by_the_organisers(desk: Desk, number: int, table: int) -> None:
    fields = {"points_a": 40, "points_b": 60, "wins": "0-2", "reason": "Full perdut (art. 17.2)"}
    desk.act(desk.open_game(number, table), "award", **fields)
    desk.note(number, table, award=((40, 60), (0, 2)))


def mistyped_and_mended(desk: Desk, number: int, table: int) -> None:
    """A hand too much is undone, another is changed on its own page; what cannot be is refused and kept."""
    hands = decided(desk.rng, until=4)
    page = type_hands(desk, desk.open_game(number, table), (("", 36), *hands[1:], ("C", 40)))
    refused = desk.act(page, "hand", row="c 7 -", status=422)
    assert 'value="c 7 -"' in refused.html
    page = desk.act(refused, "undo")
    a, b = hand(*hands[0])
    change = desk.reader.open(page.address, dat=1)
    page = desk.act(change, "change_hand", row=f"{hands[0][0].lower()} {a} {b}")
    page = desk.act(page, "stop", why="last_hand")
    desk.act(page, "confirm")
    desk.note(number, table, hands=hands)


def reopened_and_corrected(desk: Desk, number: int, table: int) -> None:
    typed_as_totals(desk, number, table)
    page = desk.open_game(number, table)
    page = desk.act(page, "reopen", reason="Girats els costats")
    totals = sheet(desk.papers[number, table])[::-1]
    page = desk.act(page, "totals", total_a=totals[0], total_b=totals[1])
    desk.act(page, "confirm")
    desk.note(number, table, totals=totals)


def totals_and_hands_that_differ(desk: Desk, number: int, table: int) -> None:
    hands = decided(desk.rng)
    page = type_hands(desk, desk.open_game(number, table), hands)
    page = desk.act(page, "totals", total_a=101, total_b=99)
    assert not any(form.action.endswith("/confirm/") for form in page.forms)
    page = desk.act(page, "choose", source="hands")
    desk.act(page, "confirm")
    desk.note(number, table, hands=hands)


WAYS = {
    1: {1: not_present, 2: played_to_its_end, 3: level, 5: mistyped_and_mended},
    2: {1: played_to_its_end, 2: neither_present, 4: reopened_and_corrected, 6: ended_by_time},
    3: {1: above_the_cap, 2: set_by_the_organisers, 3: totals_and_hands_that_differ},
    4: {2: walkover_undone_and_played, 5: played_to_its_end, 7: level},
    5: {1: played_to_its_end, 3: ended_by_time, 4: above_the_cap},
}


# --- The championship ---------------------------------------------------------------------------


def log_in(reader: Reader) -> Page:
    factories.user("director")
    page = reader.open(reverse("desk_home"))
    return reader.send(page, reverse("login"), username="director", password="secret")


def set_up(desk: Desk) -> None:
    page = desk.reader.open(reverse("desk_new"))
    day = date(2026, 7, 25).isoformat()
    details = {"name": "Festa Major de Vilaplana", "day": day, "preset": "vilaplana-2011"}
    page = desk.reader.send(page, "/nou/", **details, phones_at_tables=None)
    assert page.address == desk.address("desk")
    page = desk.reader.open(desk.address("desk_import"))
    page = desk.reader.send(page, "/importa/", text=LIST)
    desk.reader.send(page, "/importa/", action="import")


def play_round(desk: Desk, number: int) -> None:
    desk.round_step(number, "draft")
    desk.round_step(number, "publish")
    desk.seated(number)
    if number == 1:
        print_the_sheets(desk)
    tables = [table for each, table in desk.papers if each == number and table]
    for table in tables[:-1]:
        WAYS[number].get(table, typed_as_totals)(desk, number, table)
    if number == 1:
        close_too_early(desk, tables[-1])
        announce_and_take_back(desk)
    typed_as_totals(desk, number, tables[-1])
    desk.round_step(number, "close")


def print_the_sheets(desk: Desk) -> None:
    printed = desk.reader.client.get(desk.address("print_sheets", 1))
    assert (printed["Content-Type"], printed.content[:5]) == ("application/pdf", b"%PDF-")


def close_too_early(desk: Desk, table: int) -> None:
    """There is no button for it; a form sent all the same is answered with the table that is missing."""
    page = desk.what_next()
    assert not any(form.action.endswith("/close/") for form in page.forms)
    forged = page.form("/announce_end/").values
    response = desk.reader.client.post(desk.address("desk_round_action", 1, "close"), forged)
    assert response.status_code == 422
    assert re.search(rf"\b{table}\b", Page("", 422, response.content.decode()).text)


def between_rounds(desk: Desk, number: int) -> None:
    """Before round 3 a pair asks to miss it, before round 4 another leaves; round 5 is published too early once."""
    if number == 3:
        page = desk.reader.open(desk.address("desk_pair", 7))
        desk.reader.send(page, "/absent/", reason="asked")
    if number == 4:
        page = desk.reader.open(desk.address("desk_pair", 13))
        desk.reader.send(page, "/withdraw/", reason="Han de marxar")
    if number == 5:
        desk.round_step(5, "draft")
        desk.round_step(5, "publish")
        desk.round_step(5, "unpublish", typed_word="retira")


def announce_and_take_back(desk: Desk) -> None:
    at = timezone.localtime(timezone.now() + timedelta(minutes=75), ZoneInfo("Europe/Madrid"))
    page = desk.reader.send(desk.what_next(), "/announce_end/", at=f"{at:%H:%M}")
    assert f"{at:%H:%M}" in page.text
    page = desk.reader.send(page, "/take_back/")
    assert not any(form.action.endswith("/take_back/") for form in page.forms)


@pytest.mark.django_db
def test_a_championship_from_an_empty_database_to_its_final_ranking() -> None:
    desk = Desk(Reader())
    log_in(desk.reader)
    set_up(desk)
    for number in range(1, ROUNDS + 1):
        between_rounds(desk, number)
        play_round(desk, number)
        expected = ranking(range(1, PAIRS + 1), desk.papers.values())
        assert standings_on(Reader().open(desk.address("standings"))) == expected
    desk.reader.send(desk.what_next(), "/acaba/", typed_word="acaba")
    assert Championship.objects.get().state == Championship.State.FINISHED
    assert standings_on(Reader().open(desk.address("standings"))) == expected
    call_command("verify", SLUG)
    check_the_draws(desk)
    check_the_pages_of_the_rounds(desk)


def check_the_draws(desk: Desk) -> None:
    meetings = [frozenset((paper.a, paper.b)) for paper in desk.papers.values() if paper.b]
    assert len(meetings) == len(set(meetings)) == 50
    rested = [paper.a for paper in desk.papers.values() if paper.kind == "bye"]
    assert len(rested) == len(set(rested)) == 2
    for number, missing in ((1, set()), (3, {7}), (4, {13}), (5, {13})):
        seated = [
            pair for (each, _), paper in desk.papers.items() if each == number for pair in (paper.a, paper.b)
        ]
        assert sorted(filter(None, seated)) == sorted(set(range(1, PAIRS + 1)) - missing)


def check_the_pages_of_the_rounds(desk: Desk) -> None:
    """Each round's public page shows what was counted, table by table."""
    for number in range(1, ROUNDS + 1):
        page = Reader().open(desk.address("round", number))
        shown = re.findall(r'<span class="points side-[ab]">(\d+)</span>', page.html)
        counts = [
            counted(paper)[0]
            for (each, table), paper in sorted(desk.papers.items())
            if each == number and table
        ]
        assert [int(points) for points in shown] == [points for both in counts for points in both]
