"""The commands that need no page: demo, verify, print_sheets."""

from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from pypdf import PdfReader

from scoring.bids import Bid
from tests import factories
from tests.services.conftest import DESK, published_hall
from tournament.core.names import folded
from tournament.management.demo_names import invented_pairs
from tournament.models import Championship, Game, PlayedHand, Round, Seat
from tournament.queries.games import games_of_championship
from tournament.queries.verification import verify
from tournament.services import games

pytestmark = pytest.mark.django_db


def printed(*arguments: str, **options: object) -> str:
    output = StringIO()
    call_command(*arguments, stdout=output, **options)
    return output.getvalue()


# --- demo --------------------------------------------------------------------------------------


@pytest.fixture
def director() -> User:
    return User.objects.create_superuser("directora")


def test_demo_plays_three_rounds_and_is_in_the_middle_of_the_fourth(director: User) -> None:
    printed("demo", "--pairs", "21")
    championship = Championship.objects.get()
    rounds = championship.rounds.order_by("number")
    assert [round_.state for round_ in rounds] == ["closed", "closed", "closed", "published"]
    fourth = [view for view in games_of_championship(championship) if view.game.round.number == 4]
    assert len(fourth) == 11
    assert {view.game.state for view in fourth} == {"playing", "complete", "confirmed"}
    assert 4 <= sum(view.is_confirmed for view in fourth) <= 7
    assert verify(championship) == ()
    assert championship.memberships.get().user == director


def test_demo_shows_every_code_a_walkover_a_bye_and_typed_totals(director: User) -> None:
    printed("demo", "--pairs", "15")
    assert set(PlayedHand.objects.values_list("bid", flat=True)) == {bid.value for bid in Bid}
    assert {"played", "walkover", "bye"} == set(Game.objects.values_list("kind", flat=True))
    assert Game.objects.filter(typed_a__isnull=False).exists()


def test_demo_has_a_name_of_its_own_for_every_pair_of_any_number() -> None:
    invented = invented_pairs(1500, Random(1))
    assert len({folded(pair.war_name) for pair in invented}) == 1500
    assert max(len(pair.war_name) for pair in invented) <= 60
    assert all(pair.player_1 and pair.player_2 for pair in invented)


def test_demo_belongs_to_who_is_named() -> None:
    factories.user("anna")
    printed("demo", "--pairs", "4", "--owner", "anna")
    assert Championship.objects.get().memberships.get().user.username == "anna"


@pytest.mark.parametrize(
    "arguments", [("--owner", "ningú"), (), ("--pairs", "3")], ids=["unknown", "nobody to choose", "too few"]
)
def test_demo_makes_nothing_where_it_cannot(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        printed("demo", *arguments)
    assert not Championship.objects.exists()


# --- verify ------------------------------------------------------------------------------------


def played_hall() -> Championship:
    hall = published_hall(9)
    for place, game in enumerate(hall.games, start=1):
        games.record_totals(game.pk, (101, 10 * place), actor=DESK)
        games.confirm(game.pk, actor=DESK)
    return Championship.objects.get(pk=hall.championship.pk)


def test_verify_says_what_it_compared() -> None:
    championship = played_hall()
    said = printed("verify", championship.slug)
    assert "5 confirmed games" in said
    assert "9 pairs" in said


def test_verify_names_the_round_and_the_table_that_differ() -> None:
    championship = played_hall()
    Seat.objects.filter(game__table=3, side="b").update(points_for=31)
    output = StringIO()
    with pytest.raises(CommandError) as failed:
        call_command("verify", championship.slug, stdout=output)
    assert failed.value.returncode == 1
    assert "round 1 table 3" in output.getvalue()
    assert "table 2" not in output.getvalue()


def test_verify_finds_a_hand_changed_behind_its_back() -> None:
    hall = published_hall(4)
    factories.hand(hall.games[0], 104, 0, bid="S", card_points=49)
    games.confirm(hall.games[0].pk, actor=DESK)
    PlayedHand.objects.update(points_a=112)
    with pytest.raises(CommandError):
        printed("verify", hall.championship.slug)


def test_verify_ends_in_words_where_the_regulation_cannot_be_read() -> None:
    championship = played_hall()
    championship.regulation["colour"] = "green"
    championship.save()
    output = StringIO()
    with pytest.raises(CommandError, match="1 differences"):
        call_command("verify", championship.slug, stdout=output)
    assert "championship: regulation" in output.getvalue()
    assert "colour" in output.getvalue()


def test_verify_knows_no_other_championship() -> None:
    with pytest.raises(CommandError, match="cap-lloc"):
        printed("verify", "cap-lloc")


# --- print_sheets ------------------------------------------------------------------------------


def test_print_sheets_writes_a_front_and_a_back_for_every_table(tmp_path: Path) -> None:
    hall = published_hall(5)
    file = tmp_path / "fulls.pdf"
    printed("print_sheets", hall.championship.slug, "1", "-o", str(file))
    assert len(PdfReader(file).pages) == 2 * len(hall.games)


@pytest.mark.parametrize(
    ("asked", "pages"),
    [
        (("--tables", "2"), 2),
        (("--tables", "1", "2", "--two-up"), 2),
        (("--no-back",), 2),
        (("--blank", "3"), 6),
        (("--blank", "3", "--two-up", "--no-back"), 2),
    ],
)
def test_print_sheets_takes_what_the_page_of_prints_offers(
    tmp_path: Path, asked: tuple[str, ...], pages: int
) -> None:
    hall = published_hall(5)
    file = tmp_path / "fulls.pdf"
    printed("print_sheets", hall.championship.slug, "1", "-o", str(file), *asked)
    assert len(PdfReader(file).pages) == pages


def test_print_sheets_says_that_there_is_no_such_table(tmp_path: Path) -> None:
    hall = published_hall(5)
    file = tmp_path / "fulls.pdf"
    with pytest.raises(CommandError, match="No table"):
        printed("print_sheets", hall.championship.slug, "1", "-o", str(file), "--tables", "9")
    assert not file.exists()


def test_print_sheets_prints_no_draft(tmp_path: Path) -> None:
    draft = factories.round_(state=Round.State.DRAFT, published_at=None)
    file = tmp_path / "fulls.pdf"
    with pytest.raises(CommandError, match="1"):
        printed("print_sheets", draft.championship.slug, "1", "-o", str(file))
    assert not file.exists()
