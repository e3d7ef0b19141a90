"""What everybody may read, and what nobody may."""

from typing import Any

import pytest
from django.test import Client

from tests import factories
from tournament.models import Absence, Championship, Game, Pair, Round

pytestmark = pytest.mark.django_db

PAGES = ("", "ronda/1/", "classificacio/", "classificacio/?ronda=1", "parella/1/", "sorteig/")


def address(championship: Championship, page: str = "", language: str = "") -> str:
    return f"{language}/c/{championship.slug}/{page}"


def running(games: int = 1, **fields: Any) -> Championship:
    """Round 1 published: games in play, a bye, an absence."""
    championship = factories.championship(**fields)
    round_ = factories.round_(championship)
    for _ in range(games):
        factories.hand(factories.game(round_), 4, 0)
    factories.confirmed(factories.bye(round_), 51, 0)
    factories.absence(factories.pair(championship), 1)
    return championship


def text(client: Client, path: str, status: int = 200) -> str:
    response = client.get(path)
    assert response.status_code == status
    return response.content.decode()


# --- The same bytes for all --------------------------------------------------------------------


@pytest.mark.parametrize("page", ["/", *PAGES])
def test_a_public_page_sets_no_cookie_and_does_not_vary(page: str, client: Client) -> None:
    path = "/" if page == "/" else address(running(), page)
    response = client.get(path)
    assert response.status_code == 200
    assert response.cookies == {}
    assert response["Vary"] == "Accept-Encoding"
    assert response["Cache-Control"] == "public, max-age=0, s-maxage=1"
    assert "csrf" not in response.content.decode()


@pytest.mark.parametrize("page", PAGES)
def test_who_is_logged_in_reads_the_same_bytes(page: str, client: Client) -> None:
    championship = running()
    path = address(championship, page)
    for_all = client.get(path).content
    client.force_login(factories.member(championship))
    response = client.get(path)
    assert response.content == for_all
    assert response["Vary"] == "Accept-Encoding"


def test_what_has_not_changed_is_not_sent_again(client: Client) -> None:
    path = address(running())
    etag = client.get(path)["ETag"]
    assert client.get(path, headers={"if-none-match": etag}).status_code == 304
    factories.hand(Game.objects.filter(kind=Game.Kind.PLAYED).get(), 0, 8)
    assert client.get(path, headers={"if-none-match": etag}).status_code == 200


def test_public_pages_are_only_read(client: Client) -> None:
    assert client.post(address(running())).status_code == 405


@pytest.mark.parametrize("page", ["/", *PAGES])
def test_players_names_are_nowhere(page: str, client: Client) -> None:
    championship = running()
    Pair.objects.update(player_1="Secreta Tal", player_2="Secret Qual")
    assert "Secret" not in text(client, "/" if page == "/" else address(championship, page))


@pytest.mark.parametrize("page", ["", "ronda/1/", "classificacio/", "parella/1/", "sorteig/"])
def test_names_are_data_never_markup(page: str, client: Client) -> None:
    championship = running(name="<i>Campionat</i>")
    Pair.objects.update(war_name='<script>"a"</script>', club="<b>")
    read = text(client, address(championship, page))
    assert "<script>" not in read
    assert "<i>" not in read
    assert "<b>" not in read
    assert "&lt;script&gt;" in read


# --- Languages ---------------------------------------------------------------------------------


def test_the_language_is_the_address_and_the_others_are_links(client: Client) -> None:
    championship = running()
    read = text(client, address(championship, "classificacio/?ronda=1", "/en"))
    assert '<html lang="en">' in read
    assert f'href="/c/{championship.slug}/classificacio/?ronda=1"' in read
    assert f'href="/fr/c/{championship.slug}/classificacio/?ronda=1"' in read
    assert '<html lang="ca">' in text(client, address(championship))


# --- Home --------------------------------------------------------------------------------------


def test_home_without_championships_says_so(client: Client) -> None:
    assert "no championship yet" in text(client, "/en/")


def test_home_lists_championships_and_where_they_are(client: Client) -> None:
    factories.championship(name="Sense començar")
    running(name="En marxa")
    read = text(client, "/en/")
    assert read.index("En marxa") < read.index("Round 1") < read.index("Sense començar")


def test_an_unknown_address_is_a_page_with_a_way_on(client: Client) -> None:
    for path in ("/en/c/no-hi-es/", "/en/aixo-tampoc/"):
        assert "There is no such page" in text(client, path, status=404)


# --- Before the first round --------------------------------------------------------------------


def test_before_the_draw_the_pairs_are_listed(client: Client) -> None:
    championship = factories.championship()
    factories.pairs(2, championship)
    read = text(client, address(championship, language="/en"))
    assert "not drawn yet" in read
    assert "Parella 2" in read


@pytest.mark.parametrize("page", ["", "classificacio/", "sorteig/"])
def test_a_championship_without_pairs_is_no_error(page: str, client: Client) -> None:
    read = text(client, address(factories.championship(lot_seed="la-llavor"), page, "/en"))
    assert "yet" in read
    assert "la-llavor" not in read


def test_a_draft_is_seen_nowhere(client: Client) -> None:
    championship = factories.championship(lot_seed="la-llavor")
    draft = factories.round_(championship, state=Round.State.DRAFT)
    game = factories.game(draft, table=77)
    pages = ("", "classificacio/", "parella/1/", "sorteig/")
    reads = [text(client, address(championship, page)) for page in pages]
    reads.append(text(client, address(championship, "ronda/1/"), status=404))
    reads.append(text(client, address(championship, "classificacio/?ronda=1"), status=404))
    for read in reads:
        assert ">77<" not in read
        assert "la-llavor" not in read
        assert game.token not in read


def test_the_next_draft_leaves_the_round_before_as_it_is(client: Client) -> None:
    championship = running()
    before = text(client, address(championship))
    factories.game(factories.round_(championship, state=Round.State.DRAFT), table=77)
    after = text(client, address(championship))
    assert ">77<" not in after
    assert before.count("<tr") == after.count("<tr")
    assert "not published" in text(client, address(championship, "ronda/2/", "/en"), status=404)


# --- A round -----------------------------------------------------------------------------------


def test_a_round_shows_tables_numbers_scores_the_bye_and_who_is_absent(client: Client) -> None:
    championship = factories.championship()
    round_ = factories.round_(championship)
    names = ("Els de Cal Menut", "Les Manilles", "La Penya", "Ribes")
    one, two, rests, absent = (factories.pair(championship, war_name=name) for name in names)
    game = factories.game(round_, a=two, b=one, table=7)
    factories.hand(game, 48, 0)
    factories.hand(game, 0, 61)
    factories.confirmed(factories.bye(round_, rests), 51, 0)
    factories.absence(absent, 1)
    read = text(client, address(championship, language="/en"))
    assert "Round 1 of 5" in read
    facts = read[read.index('data-pair="2"') - 200 : read.index('data-pair="2"') + 200]
    for fact in ('data-table="7"', 'data-against="1"', 'data-against-name="Els de Cal Menut"'):
        assert fact in facts
    assert 'data-score="61 – 48"' in read
    assert '<span class="pair-number">3</span>' in read
    assert "rests this round: it counts as a game won 51–0" in read
    assert "is not in this round" in read
    assert "hand 2" in read


def test_the_clock_is_instants_in_the_championships_zone(client: Client) -> None:
    read = text(client, address(running(), language="/en"))
    assert 'data-instant="start" datetime="2026-07-25T08:00:00+00:00">10:00<' in read
    assert 'data-instant="floor" datetime="2026-07-25T08:50:00+00:00">10:50<' in read
    assert 'data-instant="no-show" datetime="2026-07-25T08:15:00+00:00">10:15<' in read
    assert 'data-instant="ends"' not in read


def test_a_fixed_limit_is_not_an_announced_end(client: Client) -> None:
    championship = running(preset="ponent")
    read = text(client, address(championship))
    assert 'data-instant="ends" datetime="2026-07-25T08:55:00+00:00">10:55<' in read
    assert 'data-instant="floor"' not in read
    Round.objects.update(ends_at=factories.START)
    assert 'data-instant="ends" data-announced datetime' in text(client, address(championship))


def test_a_round_that_is_over_has_no_clock(client: Client) -> None:
    championship = factories.championship()
    factories.confirmed(factories.game(factories.round_(championship, state=Round.State.CLOSED)), 101, 5)
    read = text(client, address(championship, language="/en"))
    assert "data-clock" not in read
    assert "closed: all results are in" in read


def test_results_without_play_are_said_in_words(client: Client) -> None:
    championship = factories.championship()
    round_ = factories.round_(championship)
    factories.confirmed(factories.game(round_, kind=Game.Kind.WALKOVER, winner="a"), 51, 0)
    factories.confirmed(factories.game(round_, kind=Game.Kind.BOTH_ABSENT), 0, 0)
    award = {"points": [80, 20], "wins2": [2, 0]}
    factories.confirmed(factories.game(round_, kind=Game.Kind.AWARDED, award=award), 80, 20)
    read = text(client, address(championship, language="/en"))
    for words in ("not present", "neither present", "set by the organisers"):
        assert words in read


def test_a_game_that_waits_for_the_desk_says_so(client: Client) -> None:
    championship = factories.championship()
    factories.game(factories.round_(championship), state=Game.State.COMPLETE, typed_a=101, typed_b=3)
    assert "to be confirmed" in text(client, address(championship, language="/en"))


def test_only_the_first_round_shows_the_lot(client: Client) -> None:
    championship = running(lot_seed="visca la manilla")
    factories.round_(championship)
    assert "visca la manilla" in text(client, address(championship, "ronda/1/"))
    assert "visca la manilla" not in text(client, address(championship, "ronda/2/"))


@pytest.mark.parametrize("games", [1, 3])
@pytest.mark.parametrize(("page", "queries"), [("", 15), ("classificacio/", 12), ("sorteig/", 9)])
def test_pages_take_the_same_queries_for_any_size(
    games: int, page: str, queries: int, client: Client, django_assert_num_queries: Any
) -> None:
    path = address(running(games), page)
    with django_assert_num_queries(queries):
        client.get(path)


# --- Standings ---------------------------------------------------------------------------------


def two_rounds() -> Championship:
    """Pair 1 wins the first round, pair 2 the second one by more."""
    championship = factories.championship()
    one, two = factories.pairs(2, championship)
    first = factories.round_(championship, state=Round.State.CLOSED)
    factories.confirmed(factories.game(first, a=one, b=two), 101, 90)
    second = factories.round_(championship)
    factories.confirmed(factories.game(second, a=one, b=two), 20, 130)
    return championship


def heads(read: str) -> list[str]:
    return [part.split(">", 1)[1].split("<", 1)[0] for part in read.split("<abbr ")[1:]]


def test_standings_show_every_criterion_in_its_order(client: Client) -> None:
    assert heads(text(client, address(two_rounds(), "classificacio/", "/en"))) == [
        "No.",
        "W",
        "Diff.",
        "F",
        "PF",
    ]


def test_a_criterion_that_does_not_decide_has_no_column(client: Client) -> None:
    championship = running(preset="vilaplana-2017")
    read = text(client, address(championship, "classificacio/", "/en"))
    assert heads(read) == ["No.", "W", "Diff.", "PF"]


def test_standings_tell_what_parts_the_pairs_and_how_places_moved(client: Client) -> None:
    read = text(client, address(two_rounds(), "classificacio/", "/en"))
    assert "Ahead of 1 Parella 1 by difference: +99 against −99." in read
    assert "Behind 2 Parella 2 by difference: −99 against +99." in read
    assert read.index("▲") < read.index("▼")


def test_standings_after_a_round_are_those_of_then(client: Client) -> None:
    championship = two_rounds()
    now = text(client, address(championship, "classificacio/"))
    then = text(client, address(championship, "classificacio/?ronda=1", "/en"))
    assert now.index("Parella 2<") < now.index("Parella 1<")
    assert then.index("Parella 1<") < then.index("Parella 2<")
    assert "After round 1." in then


@pytest.mark.parametrize("asked", ["3", "0", "x", "-1", "²", "9" * 30])
def test_standings_after_a_round_that_is_not_there_are_a_sentence(asked: str, client: Client) -> None:
    path = address(two_rounds(), f"classificacio/?ronda={asked}", "/en")
    assert "no standings after that round" in text(client, path, status=404)


def test_standings_tell_how_many_results_are_missing(client: Client) -> None:
    assert "1 of 2 results counted" in text(client, address(running(), "classificacio/", "/en"))


def test_half_wins_are_written_as_halves(client: Client) -> None:
    championship = factories.championship(preset="vilaplana-2017")
    factories.confirmed(factories.game(factories.round_(championship)), 80, 80)
    assert text(client, address(championship, "classificacio/")).count(">½</td>") == 2


def test_a_finished_championship_opens_with_its_ranking(client: Client) -> None:
    championship = two_rounds()
    Championship.objects.update(state=Championship.State.FINISHED)
    read = text(client, address(championship, language="/en"))
    assert "Final ranking" in read
    assert "Winners" in read
    assert f'href="/en/c/{championship.slug}/ronda/2/"' in read


# --- A pair ------------------------------------------------------------------------------------


def test_a_pair_has_its_path_and_its_place(client: Client) -> None:
    read = text(client, address(two_rounds(), "parella/1/", "/en"))
    assert "Place 2" in read
    assert "101–90" in read
    assert "20–130" in read
    assert read.index("won") < read.index("lost")


def test_a_path_says_in_words_what_was_not_played(client: Client) -> None:
    championship = factories.championship()
    pair = factories.pair(championship)
    factories.confirmed(factories.bye(factories.round_(championship), pair), 51, 0)
    for number, reason in enumerate(Absence.Reason, start=2):
        factories.round_(championship)
        factories.absence(pair, number, reason=reason)
    factories.round_(championship)
    read = text(client, address(championship, "parella/1/", "/en"))
    for words in (
        "Rests: a game won without playing",
        "Not in the championship yet",
        "Did not play this round",
        "Had left",
        "Not in this round",
    ):
        assert words in read


def test_a_pair_that_is_not_there_is_a_sentence(client: Client) -> None:
    path = address(factories.championship(), "parella/9/", "/en")
    assert "no pair with number 9" in text(client, path, status=404)


@pytest.mark.parametrize("rounds", [1, 3])
def test_a_pairs_page_takes_the_same_queries_for_any_number_of_rounds(
    rounds: int, client: Client, django_assert_num_queries: Any
) -> None:
    championship = factories.championship()
    pair = factories.pair(championship)
    for _ in range(rounds):
        factories.game(factories.round_(championship), a=pair)
    path = address(championship, "parella/1/")
    with django_assert_num_queries(19):
        client.get(path)


# --- The lot and the time ----------------------------------------------------------------------


def test_the_lot_shows_seed_order_and_how_to_check_it(client: Client) -> None:
    championship = factories.championship(lot_seed="visca la manilla")
    pairs = factories.pairs(3, championship)
    round_ = factories.round_(championship)
    factories.game(round_, a=pairs[0], b=pairs[1])
    factories.bye(round_, pairs[2])
    read = text(client, address(championship, "sorteig/", "/en"))
    assert "visca la manilla:1:2" in read
    assert "sha256sum" in read
    order = [read.index(f"Parella {number}<") for number in (2, 1, 3)]
    assert order == sorted(order)


def test_the_servers_time_is_told_in_milliseconds_and_never_kept(client: Client) -> None:
    response = client.get("/ara")
    assert response.json()["ms"] > 1_700_000_000_000
    assert response["Cache-Control"] == "no-store"
    assert response.cookies == {}
