from argparse import ArgumentParser
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from scoring.errors import RuleError
from scoring.presets import DEFAULT_PRESET
from scoring.sheets import Side
from tournament.core.simulation import simulated_sheet
from tournament.management.demo_names import invented_pairs
from tournament.management.hall import GAME, Hall, tables
from tournament.models import Championship, Round
from tournament.queries.games import GameView
from tournament.services import championships, games, pairs, rounds
from tournament.services.championships import ChampionshipDetails
from tournament.services.writing import Actor
from tournament.texts import sentence

NAME = "Botifarra de demostració"
PLACE = "Vilaplana"
ZONE = ZoneInfo("Europe/Madrid")
FEWEST_PAIRS = 4
PLAYED_ROUNDS = 3
BETWEEN_ROUNDS = timedelta(minutes=75)
SINCE_THE_FOURTH = timedelta(minutes=26)
A_HAND = timedelta(minutes=4)


class Command(BaseCommand):
    help = (
        "Makes a championship to look around in: three rounds played by a simulator, the fourth published "
        "and half played."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--pairs", type=int, default=21)
        parser.add_argument("--owner", help="user name of its director; default: the only superuser")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["pairs"] < FEWEST_PAIRS:
            raise CommandError(f"A demonstration needs {FEWEST_PAIRS} pairs at least.")
        owner = director(options["owner"])
        try:
            with transaction.atomic():
                championship = demonstration(options["pairs"], owner, Random(options["seed"]))
        except RuleError as refusal:
            raise CommandError(sentence(refusal)) from refusal
        if options["verbosity"]:
            self.stdout.write(f"{championship}: /c/{championship.slug}/")


def director(name: str | None) -> AbstractBaseUser:
    """Whose championship it shall be."""
    users = get_user_model().objects.filter(is_active=True)
    found = users.filter(username=name) if name else users.filter(is_superuser=True)
    if len(found) != 1:
        raise CommandError(f"There is no user “{name}”." if name else "Say whose it shall be with --owner.")
    return found[0]


def demonstration(number: int, owner: AbstractBaseUser, rng: Random) -> Championship:
    """A championship in the middle of its fourth round, which began some minutes ago."""
    desk, fourth = Actor(owner, "desk"), timezone.now() - SINCE_THE_FOURTH
    details = ChampionshipDetails(
        NAME,
        timezone.localdate(fourth, ZONE),
        place=PLACE,
        time_zone=ZONE.key,
        lot_seed=f"visca la manilla {rng.randint(1, 999)}",
    )
    championship = championships.create(details, preset=DEFAULT_PRESET, owner=owner, actor=desk)
    pairs.import_pairs(championship.pk, invented_pairs(number, rng), are_namesakes=True, actor=desk)
    hall = Hall(championship, desk, rng)
    play_first_round(hall, fourth - PLAYED_ROUNDS * BETWEEN_ROUNDS)
    for left in range(PLAYED_ROUNDS - 1, 0, -1):
        hall.play_round(fourth - left * BETWEEN_ROUNDS)
    begin_fourth_round(hall, fourth)
    return Championship.objects.get(pk=championship.pk)


def play_first_round(hall: Hall, at: datetime) -> None:
    """Not everything is played hand by hand: one pair does not come, one sheet is typed as totals."""
    round_ = hall.begin_round(at)
    *played, typed, missed = tables(round_)
    for view in played:
        hall.play_game(view, at)
    type_totals(hall, typed, at + GAME)
    for view in (*played, typed):
        games.confirm(view.game.pk, actor=hall.desk, now=at + GAME)
    no_show = at + timedelta(minutes=view.regulation.no_show_minutes)
    games.walkover(missed.game.pk, Side.A, actor=hall.desk, now=no_show)
    rounds.close(round_.pk, actor=hall.desk, now=at + GAME)


def type_totals(hall: Hall, view: GameView, at: datetime) -> None:
    """A sheet of which the desk types only the last line, decided without the opening draw."""
    sheet = simulated_sheet(view.regulation, hall.rng)
    while sheet.leader is None:
        sheet = simulated_sheet(view.regulation, hall.rng)
    games.record_totals(view.game.pk, sheet.totals, actor=hall.desk, now=at)


def begin_fourth_round(hall: Hall, at: datetime) -> Round:
    """Every other table has finished, the rest are at their hands or have not written any yet."""
    round_ = hall.begin_round(at)
    for place, view in enumerate(tables(round_)):
        if place % 2 == 0:
            finish_early(hall, view, at, confirm=place > 0)
        elif place % 4 == 1:
            sheet = simulated_sheet(view.regulation, hall.rng)
            begun = replace(sheet, hands=sheet.hands[: hall.rng.randint(2, 5)])
            hall.begin_game(view, begun, at, each=A_HAND)
    return round_


def finish_early(hall: Hall, view: GameView, at: datetime, *, confirm: bool) -> None:
    hall.play_game(view, at, takes=SINCE_THE_FOURTH)
    if confirm:
        games.confirm(view.game.pk, actor=hall.desk, now=at + SINCE_THE_FOURTH)
