"""How long the desk waits for a draw: the third round paired, stored and shown, by the number of pairs.

Two rounds of a championship are played by chance in a throw-away database; then the round is drawn and its page
is read, as the desk does it. The last columns are the time against that of the smallest hall, and the questions to the
database, which must not grow.
"""

import os
from random import Random
from time import perf_counter

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
django.setup()

from django.contrib.auth import get_user_model  # noqa: E402
from django.db import connection, reset_queries  # noqa: E402
from django.test import Client, override_settings  # noqa: E402

from scoring.presets import DEFAULT_PRESET  # noqa: E402
from tournament.management.demo_names import invented_pairs  # noqa: E402
from tournament.management.throwaway import throwaway_database  # noqa: E402
from tournament.models import Championship, Game, Round, Seat  # noqa: E402
from tournament.services import championships, pairs, rounds  # noqa: E402
from tournament.services.championships import ChampionshipDetails  # noqa: E402
from tournament.services.writing import Actor  # noqa: E402

SIZES = (20, 200, 1000)
GOAL = 1.0  # seconds, for 500 tables


def half_played(number: int, rng: Random) -> tuple[Championship, Client]:
    """A championship of so many pairs after two rounds, and its director's browser."""
    user = get_user_model().objects.create_user(f"mesura-{number}")
    desk = Actor(user, "system")
    details = ChampionshipDetails(f"Mesura {number}", django.utils.timezone.now().date(), lot_seed="mesura")
    made = championships.create(details, preset=DEFAULT_PRESET, owner=user, actor=desk)
    pairs.import_pairs(made.pk, invented_pairs(number, rng), are_namesakes=True, actor=desk)
    for _ in range(2):
        drawn = rounds.draft(made.pk, actor=desk)
        rounds.publish(drawn.pk, actor=desk)
        confirm_all(drawn, rng)
        rounds.close(drawn.pk, actor=desk)
    client = Client()
    client.force_login(user)
    return made, client


def confirm_all(round_: Round, rng: Random) -> None:
    """Every game decided by chance, all at once."""
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(round=round_, game__table__isnull=False):
        seats.setdefault(seat.game_id, []).append(seat)
    for both in seats.values():
        won, lost = rng.sample(both, 2)
        points = rng.randint(0, 100)
        won.points_for, won.points_against, won.wins2 = 101, points, 2
        lost.points_for, lost.points_against, lost.wins2 = points, 101, 0
    Seat.objects.bulk_update(
        [seat for both in seats.values() for seat in both], ["points_for", "points_against", "wins2"]
    )
    now = django.utils.timezone.now()
    games = Game.objects.filter(pk__in=seats)
    games.update(state=Game.State.CONFIRMED, kind=Game.Kind.WALKOVER, winner="a", confirmed_at=now)


def drawn_and_shown(championship: Championship, client: Client) -> tuple[float, float, int]:
    """Seconds to draw and to show, and the questions of both."""
    desk = f"/organitzacio/{championship.slug}/rondes/3/"
    reset_queries()
    begin = perf_counter()
    client.post(f"{desk}draft/")
    drawn = perf_counter() - begin
    begin = perf_counter()
    page = client.get(desk)
    shown = perf_counter() - begin
    if page.status_code != 200 or championship.rounds.get(number=3).games.count() < 2:
        raise SystemExit("the round was not drawn")
    return drawn, shown, len(connection.queries)


def main() -> None:
    print(f"{'pairs':>7} {'tables':>7} {'drawn':>10} {'shown':>10} {'both':>10} {'ratio':>7} {'queries':>8}")
    first = 0.0
    for number in SIZES:
        championship, client = half_played(number, Random(number))
        drawn_and_shown(championship, client)  # templates and translations are read once
        drawn, shown, queries = min(drawn_and_shown(championship, client) for _ in range(3))
        first = first or drawn + shown
        print(
            f"{number:>7} {number // 2:>7} {drawn * 1000:>7.0f} ms {shown * 1000:>7.0f} ms"
            f" {(drawn + shown) * 1000:>7.0f} ms {(drawn + shown) / first:>7.1f} {queries:>8}"
        )
    print(f"500 tables in {drawn + shown:.2f} s; the goal is {GOAL:.0f} s")


if __name__ == "__main__":
    plain = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    with override_settings(ALLOWED_HOSTS=["testserver"], STORAGES=plain), throwaway_database():
        connection.force_debug_cursor = True
        main()
