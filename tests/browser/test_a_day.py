"""A whole round at the desk, as a hall brings it: once with phones at the tables, once on paper alone."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from playwright.sync_api import Page

from tests.browser.phone_at_table import a_phone, write_down
from tests.journeys.reader import Page as Read
from tests.journeys.recount import Paper, ranking
from tests.journeys.scenes import championship_of, game_at, play, published
from tests.journeys.test_championship_by_http import standings_on
from tests.views.sheets import desk_address, desk_base
from tournament.models import Championship, Game, Pair, Round
from tournament.queries.verification import verify

pytestmark = pytest.mark.django_db(transaction=True)

FIVE_MINUTES_PAST_THE_FLOOR = timedelta(minutes=55)
REVOKE = "16.1.2.2"


@pytest.fixture(params=[True, False], ids=["with phones", "on paper"])
def championship(request: pytest.FixtureRequest) -> Championship:
    """Twenty-one pairs, one round over and the second one in play for 55 minutes."""
    of = championship_of(21, phones_at_tables=request.param)
    play(of)
    round_ = published(of)
    earlier = F("published_at") - FIVE_MINUTES_PAST_THE_FLOOR
    Round.objects.filter(pk=round_.pk).update(published_at=earlier)
    round_.games.update(zero_at=F("zero_at") - FIVE_MINUTES_PAST_THE_FLOOR)
    return of


class Day:
    """Two people at the desk, a phone at the tables if there are phones, and what the papers say."""

    def __init__(self, of: Championship, desk: Page, typist: Page, phone: Page) -> None:
        self.base = desk_base(of)
        self.of, self.desk, self.typist, self.phone = of, desk, typist, phone
        self.first, self.second = of.rounds.order_by("number")
        self.papers: dict[tuple[int, int | None], Paper] = {}
        for game in Game.objects.filter(round__championship=of):
            pairs = [seat.pair.number for seat in game.seats.order_by("side")]
            totals = None if game.typed_a is None else (game.typed_a, game.typed_b)
            kind = "played" if game.table else "bye"
            self.papers[game.round.number, game.table] = Paper(*pairs, kind=kind, totals=totals)

    def says(self, round_: Round, table: int, **facts: Any) -> None:
        """What the paper of a table says in the end."""
        paper = self.papers[round_.number, table]
        self.papers[round_.number, table] = Paper(paper.a, paper.b, **facts)

    def plays(self, table: int, *rows: str) -> Game:
        """Hands of a table, for one side or the other (`12`, `20-`): by its phone, else row by row at the desk."""
        game = game_at(self.second, table)
        if self.of.phones_at_tables:
            self._on_the_phone(game, rows)
        else:
            self.desk.goto(desk_address(game))
            for number, row in enumerate(rows, start=game.hands.count() + 1):
                self.desk.locator("#row").fill(row)
                self.desk.locator("#row").press("Enter")
                self.desk.locator(f"#dat-{number}").wait_for()
        return game

    def _on_the_phone(self, game: Game, rows: tuple[str, ...]) -> None:
        self.phone.goto(f"/en/f/{game.token}/?dats=1")
        for number, row in enumerate(rows, start=game.hands.count() + 1):
            write_down(self.phone, "b" if row.endswith("-") else "a", row.rstrip("-"))
            self.phone.locator(f"#dat-{number}").wait_for()
        self.phone.wait_for_load_state("networkidle")

    def types(self, who: Page, table: int, *rows: str) -> None:
        """A whole sheet by keyboard."""
        who.goto(f"{self.base}entrada/")
        who.locator("#taula:focus").wait_for()
        for keys in (str(table), *rows, "", "1", ""):
            if keys == rows[0]:
                who.wait_for_url("**/entrada/full/**")
                who.locator("#row-1:focus").wait_for()
            who.keyboard.type(keys)
            who.keyboard.press("Enter")
        who.get_by_text(f"Table {table} confirmed").wait_for()

    def acts(self, game: Game, button: str, said: str) -> None:
        self.desk.goto(desk_address(game))
        self.desk.get_by_role("button", name=button).click()
        self.desk.get_by_text(said).first.wait_for()


@pytest.fixture
def day(championship: Championship, at_desk: Any, new_context: Any, live_server: Any) -> Any:
    context: Callable[..., Any] = lambda **facts: new_context(base_url=live_server.url, **facts)  # noqa: E731
    for phone in a_phone(context):
        yield Day(championship, at_desk(championship), at_desk(championship), phone.new_page())


def nobody_came(day: Day) -> None:
    """Table 1: fifteen minutes are long over, and one pair is not there (E 13.3)."""
    came = day.papers[2, 1].b
    day.desk.goto(day.base)
    day.desk.locator("#no-shows summary").first.click()
    absent = day.desk.locator("#no-shows .notice", has_text="Table 1:")
    absent.get_by_role("button", name=re.compile(rf"^51–0 for pair {came}\b")).click()
    day.desk.get_by_text("without play").first.wait_for()
    day.says(day.second, 1, kind="walkover", winner="b")


def a_revoke_is_proven(day: Day) -> int:
    """Table 2: hand 1 was 12 for the pair that revoked; the other one gets its 36 (E 16.1.2.2, E 16.2.2)."""
    game = day.plays(2, "12", "20-")
    if day.of.phones_at_tables:
        day.phone.get_by_text("Ask for an organiser").tap()
        day.phone.locator("button[name=reason][value=revoke]").tap()
        day.phone.get_by_role("heading", name="The organisers have been called").wait_for()
        day.phone.wait_for_load_state("networkidle")
        day.desk.goto(f"{day.base}taules/")
        day.desk.locator("#calls").get_by_text("revoke").first.wait_for()
    offender = game.seats.get(side="a").pair.number
    day.desk.goto(f"{day.base}taules/{game.pk}/faltes/nova/?code={REVOKE}")
    day.desk.locator(f"[name=pair][value='{offender}']").check(force=True)
    day.desk.locator("#moment").select_option("on_review")
    day.desk.locator("#sequence").select_option("1")
    day.desk.locator("#proposal").get_by_text("the 36 points at stake").wait_for()
    day.desk.get_by_role("button", name="Record the infraction").click()
    day.desk.get_by_text("The infraction is recorded.").wait_for()
    if day.of.phones_at_tables:
        day.desk.get_by_role("button", name="Settled").click()
        day.desk.locator("#calls").get_by_text("revoke").first.wait_for(state="detached")
    day.plays(2, "35-", "36-")
    day.acts(game, "Confirm 0 – 127", "Confirmed")
    day.says(day.second, 2, totals=(0, 127))
    return offender


def a_slow_table_is_stopped(day: Day) -> None:
    """Table 3: the third hand is its last (E 12.3.3.2, D 2)."""
    game = day.plays(3, "10", "4-")
    day.desk.goto(desk_address(game))
    day.desk.get_by_text("The clock of this table").click()
    day.desk.get_by_role("button", name="Last hand: hand 3").click()
    day.desk.get_by_text("last hand: 3").first.wait_for()
    day.plays(3, "7-")
    day.acts(game, "Confirm 10 – 11", "Confirmed")
    day.says(day.second, 3, totals=(10, 11))


def a_pair_leaves(day: Day) -> None:
    """Table 5: it has 0, the other one its points or 51, and it is not in the coming rounds (D 8)."""
    game = day.plays(5, "30", "8-")
    day.desk.goto(desk_address(game))
    day.desk.locator("#marxa > summary").click()
    form = day.desk.locator("#marxa")
    form.locator("[name=side][value=a]").check(force=True)
    form.get_by_label("Reason").fill("Es troba malament")
    form.locator("[name=withdraws]").check()
    form.get_by_role("button", name="End the game").click()
    day.desk.get_by_text("0 – 51").first.wait_for()
    day.says(day.second, 5, award=((0, 51), (0, 2)))


def a_player_is_replaced(day: Day) -> None:
    """Table 6: pair, number and results stay."""
    pair = Pair.objects.get(seats__game=game_at(day.second, 6), seats__side="a")
    day.desk.goto(f"{day.base}parelles/{pair.number}/relleu/")
    day.desk.locator("[name=player]").first.check(force=True)
    day.desk.get_by_label("Who plays instead").fill("Quim Substitut")
    day.desk.locator("[name=for_good]").first.check(force=True)
    day.desk.get_by_role("button", name="Replace the player").click()
    day.desk.get_by_text("Quim Substitut plays").first.wait_for()


def a_result_of_the_round_before_is_corrected(day: Day) -> None:
    """Table 4 of round 1 was typed the wrong way round; the pairing is kept and the hall is told."""
    game = game_at(day.first, 4)
    right = (game.typed_b, game.typed_a)
    day.desk.goto(desk_address(game))
    day.desk.get_by_role("link", name="Correct the sheet").click()
    day.desk.wait_for_url("**/correccio/")
    for name, total in zip(("total_a", "total_b"), right, strict=True):
        day.desk.locator(f"[name={name}]").fill(str(total))
    day.desk.get_by_label("Reason").fill("Entrat a l’inrevés")
    day.desk.get_by_role("button", name="See what it changes").click()
    day.desk.get_by_role("heading", name="Ranks that move").wait_for()
    day.desk.get_by_role("button", name="Save the correction").click()
    day.desk.get_by_text("Corrected: the new result counts from now on.").wait_for()
    day.says(day.first, 4, totals=right)


def two_people_type(day: Day) -> None:
    """Tables 4 and 6 to 10, in turn."""
    for table in (4, 6, 7, 8, 9, 10):
        who = day.desk if table % 2 else day.typist
        day.types(who, table, "bc48", f"c{table * 2}-", "r60")
        day.says(day.second, table, totals=(108, table * 2))


def test_round_of_a_hall_counts_as_its_papers_say(day: Day) -> None:
    nobody_came(day)
    offender = a_revoke_is_proven(day)
    a_slow_table_is_stopped(day)
    a_pair_leaves(day)
    a_player_is_replaced(day)
    two_people_type(day)
    a_result_of_the_round_before_is_corrected(day)
    day.desk.goto(day.base)
    day.desk.get_by_role("button", name="Close round 2").click()
    day.desk.get_by_text("Round 2 is closed").first.wait_for()
    address = f"/en/c/{day.of.slug}/classificacio/"
    day.desk.goto(address)
    shown = standings_on(Read(address, 200, day.desk.content()))
    assert shown == ranking(range(1, 22), day.papers.values(), faults={offender: 1})
    assert [str(found) for found in verify(day.of)] == []
