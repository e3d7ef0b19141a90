"""The history: who, when, what, before and after; searched, and printed."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from tests.factories import START, bye, championship, game, pair, round_, user
from tests.services.conftest import DESK
from tests.views.desk_visitors import at_desk, queries_of, text_of
from tournament.models import Championship, LogEntry
from tournament.services.replacements import replace_player, take_back
from tournament.views.desk_log import LINES_A_PAGE
from tournament.views.log_lines import Change

pytestmark = pytest.mark.django_db


def logged(of: Championship, what: str = "register", **fields: Any) -> LogEntry:
    return LogEntry.objects.create(championship=of, **{"at": START, "via": "desk", "what": what} | fields)


def found(client: Client, desk: str, query: str) -> list[LogEntry]:
    """Which lines are shown, by their tables or pairs."""
    lines = client.get(f"{desk}historial/?{query}").context["lines"]
    return [line.where for line in lines]


def told(client: Client, desk: str) -> list[list[tuple[str, str, str]]]:
    """What changed in each line, in English."""
    lines = client.get(f"{desk}historial/").context["lines"]
    with translation.override("en"):
        return [[(str(each.label), each.before, each.after) for each in line.changes] for line in lines]


def times(of: Championship, *moments: datetime) -> list[str]:
    for moment in moments:
        logged(of, at=moment)
    client, _of, desk = at_desk(of)
    return [line.time for line in client.get(f"{desk}historial/").context["lines"]]


def test_a_line_tells_who_when_what_before_and_after() -> None:
    client, of, desk = at_desk()
    logged(of, "withdraw", user=user("montse"), pair_number=1, before={"state": "registered"},
           after={"state": "withdrawn"}, reason="Han de marxar")  # fmt: skip
    pair(of, war_name="Els de Cal Menut")
    (line,) = client.get(f"{desk}historial/").context["lines"]
    assert (line.time, line.who, line.where, line.reason) == (
        "10:00:00",
        "montse",
        "1 Els de Cal Menut",
        "Han de marxar",
    )
    assert [(change.before, change.after) for change in line.changes] == [("a l’aparellament", "retirada")]


def test_a_side_is_the_number_of_the_pair_that_sat_there_then() -> None:
    """Before the round was published, or before tables were changed, nobody knows."""
    client, of, desk = at_desk(language="en")
    later, last = START + timedelta(minutes=10), START + timedelta(minutes=20)
    held = round_(of)
    game(held, table=1, a=pair(of), b=pair(of), voided_at=later)
    game(held, table=1, a=pair(of), b=pair(of))
    for at in (START - timedelta(minutes=1), START, last):
        logged(of, "walkover", after={"winner": "b"}, round_number=1, table=1, at=at)
    words = [[change[2] for change in line] for line in told(client, desk)][::-1]
    assert words == [["the right pair"], ["pair 2"], ["pair 4"]]
    for table in (1, 9):
        moved = {"before": {"at_table": table}, "after": {"at_table": 10 - table}}
        logged(of, "change_table", round_number=1, table=table, at=last + timedelta(minutes=1), **moved)
    words = [[change[2] for change in line] for line in told(client, desk)][2:][::-1]
    assert words == [["the right pair"]] * 3


def test_who_called_is_told_by_the_number_of_the_pair() -> None:
    client, of, desk = at_desk(language="en")
    game(round_(of), table=1, a=pair(of), b=pair(of))
    hand = {"hand": 1, "kind": "played", "bid": "C", "maker": "b", "points": [0, 4]}
    logged(of, "record_hand", after=hand, round_number=1, table=1)
    assert told(client, desk) == [[("Hand", "", "1: C 0–4 · called by pair 2")]]


@pytest.mark.parametrize(
    ("what", "facts", "said"),
    [
        ("leave", {"side": "b", "points": [51, 0]}, "Goes away: the right pair"),
        ("set_opening_draw", {"side": "a"}, "Opening draw: the left pair"),
        ("type_sheet", {"side": "a", "totals": [101, 80]}, "Opening draw: the left pair"),
        ("correct", {"side": "a", "totals": [101, 80]}, "Opening draw: the left pair"),
        ("walkover", {"winner": "a"}, "Winner: the left pair"),
        ("sign", {"side": "b"}, "Pair: the right pair"),
    ],
)
def test_a_side_of_the_sheet_is_called_what_it_is_in_what_was_done(
    what: str, facts: dict[str, Any], said: str
) -> None:
    client, of, desk = at_desk(language="en")
    logged(of, what, after=facts, round_number=1, table=1)
    (line,) = client.get(f"{desk}historial/").context["lines"]
    with translation.override("en"):
        assert said == next(f"{each.label}: {each.after}" for each in line.changes if "the " in each.after)


def test_what_a_phone_did_says_of_which_table() -> None:
    client, of, desk = at_desk()
    logged(of, "record_hand", via="table", round_number=1, table=7)
    (line,) = client.get(f"{desk}historial/").context["lines"]
    assert line.who == "mòbil de la taula 7"


def test_the_day_is_told_where_it_is_not_that_of_the_championship() -> None:
    of = championship()
    assert times(of, START - timedelta(days=1), START) == ["10:00:00", "24/07/2026 10:00:00"]


def test_each_line_is_found_by_its_round_table_pair_person_and_kind() -> None:
    client, of, desk = at_desk()
    montse = user("montse")
    logged(of, "withdraw", pair_number=3, user=montse)
    logged(of, "record_hand", round_number=1, table=2, via="table")
    logged(of, "confirm", round_number=2, table=2)
    assert found(client, desk, "ronda=1") == ["ronda 1 · taula 2"]
    assert found(client, desk, "taula=2") == ["ronda 2 · taula 2", "ronda 1 · taula 2"]
    assert found(client, desk, "parella=3") == ["3"]
    assert found(client, desk, f"qui={montse.pk}") == ["3"]
    assert found(client, desk, "qui=table") == ["ronda 1 · taula 2"]
    assert found(client, desk, "que=confirm") == ["ronda 2 · taula 2"]
    assert found(client, desk, "que=confirm&ronda=1") == []


def test_a_pair_is_found_at_the_tables_where_it_sat() -> None:
    played = game(table=4)
    of = played.round.championship
    bye(played.round)
    logged(of, "record_hand", round_number=1, table=4)
    logged(of, "record_hand", round_number=1, table=5)
    client, _of, desk = at_desk(of)
    assert found(client, desk, "parella=2") == ["ronda 1 · taula 4"]
    assert found(client, desk, "parella=3") == []


def test_text_is_found_as_it_is_read_whatever_case_and_accents() -> None:
    client, of, desk = at_desk()
    pair(of, war_name="Els Àlamos")
    logged(of, "withdraw", pair_number=1, reason="Han de marxar")
    logged(of, "register", pair_number=2)
    for text in ("ALAMOS", "marxar", "els àlamos  han", "1 els"):
        assert found(client, desk, f"q={text}") == ["1 Els Àlamos"]
    assert found(client, desk, "q=bastos") == []


def test_a_filter_that_is_no_number_is_said_and_breaks_nothing() -> None:
    client, of, desk = at_desk()
    logged(of, pair_number=1)
    page = client.get(f"{desk}historial/?parella=x&taula=99999999999999999999&qui=nobody&que=nothing&page=x")
    assert page.status_code == 200
    assert page.context["form"].errors["parella"] == ["Escriviu un número."]


def test_a_page_has_fifty_lines_and_its_neighbours_keep_what_is_looked_for() -> None:
    client, of, desk = at_desk()
    for _ in range(LINES_A_PAGE + 1):
        logged(of, round_number=1, table=1)
    for query in ("taula=1", "q=taula"):
        page = client.get(f"{desk}historial/?{query}")
        assert len(page.context["lines"]) == LINES_A_PAGE
        assert f'href="?{query}&amp;page=2"' in text_of(page)
        assert len(client.get(f"{desk}historial/?{query}&page=2").context["lines"]) == 1


@pytest.mark.parametrize("query", ["", "parella=1", "q=taula"])
def test_the_history_asks_no_more_for_many_lines_than_for_one(query: str) -> None:
    def asked(lines: int) -> int:
        played = game()
        for _ in range(lines):
            logged(played.round.championship, user=user(), round_number=1, table=1)
        client, _of, desk = at_desk(played.round.championship)
        return queries_of(client, f"{desk}historial/?{query}")

    assert asked(1) == asked(20)


def test_a_game_and_a_pair_lead_to_their_lines() -> None:
    played = game(round_(), table=4)
    client, _of, desk = at_desk(played.round.championship)
    assert f'href="{desk}historial/?parella=1"' in text_of(client.get(f"{desk}parelles/1/"))
    assert f'href="{desk}historial/?ronda=1&amp;taula=4"' in text_of(
        client.get(f"{desk}partida/{played.pk}/")
    )


def test_the_hour_that_is_struck_twice_is_told_with_its_offset() -> None:
    """The clocks of Vilaplana go back on 25 October 2026 at three."""
    of = championship(day=datetime(2026, 10, 25).date())
    first, second = datetime(2026, 10, 25, 0, 30, tzinfo=UTC), datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
    after = datetime(2026, 10, 25, 2, 30, tzinfo=UTC)
    assert times(of, first, second, after) == ["03:30:00", "02:30:00 (+0100)", "02:30:00 (+0200)"]


def test_who_was_replaced_is_read_and_found_though_the_log_holds_no_name() -> None:
    client, of, desk = at_desk(language="en")
    anna = pair(of, player_1="Anna Vila")
    replaced = replace_player(anna.pk, 1, "Maria Puig", is_for_good=False, actor=DESK)
    (line,) = client.get(f"{desk}historial/?text=maria").context["lines"]
    assert line.changes[0] == Change("Who plays", "Anna Vila", "Maria Puig")
    assert "Puig" not in str(list(of.log.values()))
    replaced.delete()
    assert told(client, desk)[0] == [("Player", "", "Anna Vila"), ("For good", "", "no")]


def test_who_plays_again_is_named_as_it_was_then_though_the_log_holds_no_name() -> None:
    client, of, desk = at_desk(language="en")
    anna = pair(of, player_1="Anna Vila")
    replaced = replace_player(anna.pk, 1, "Maria Puig", is_for_good=False, actor=DESK)
    take_back(of.pk, replaced.pk, actor=DESK)
    replace_player(anna.pk, 1, "Núria Pla", is_for_good=True, actor=DESK)
    last, back, _first = told(client, desk)
    assert last == [("Who plays", "Anna Vila", "Núria Pla"), ("For good", "", "yes")]
    assert back == [("Player", "", "Anna Vila"), ("For good", "", "no")]
    assert "Vila" not in str(list(of.log.values()))


@pytest.mark.parametrize("is_turned", [False, True])
def test_a_line_tells_its_facts_in_one_order_however_the_database_keeps_them(is_turned: bool) -> None:
    client, of, desk = at_desk(language="en")
    tables = {"10": [1, 2], "9": [3, 4]}
    facts = {"reason": "Falta gent", "meetings": tables, "rests": 5, "unheard": 1}
    turned = dict(reversed(facts.items())) | {"meetings": dict(reversed(tables.items()))}
    logged(of, "repair", after=turned if is_turned else facts)
    assert told(client, desk)[0] == [
        ("Why", "", "Falta gent"),
        ("Meetings", "", "table 9: 3–4 · table 10: 1–2"),
        ("Rests", "", "5"),
        ("unheard", "", "1"),
    ]
