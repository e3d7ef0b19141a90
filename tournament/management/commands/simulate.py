import json
from argparse import ArgumentParser
from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from scoring.errors import RuleError
from scoring.presets import DEFAULT_PRESET, PRESETS
from tournament.management.demo_names import invented_pairs
from tournament.management.hall import Hall
from tournament.management.throwaway import throwaway_database
from tournament.models import Championship, Game, Seat
from tournament.queries.games import GameView, games_of_championship
from tournament.queries.standings import StandingRow, standings
from tournament.services import championships, pairs
from tournament.services.championships import ChampionshipDetails
from tournament.services.writing import Actor
from tournament.texts import sentence

FIRST_ROUND = datetime(2026, 7, 25, 8, 0, tzinfo=UTC)
BETWEEN_ROUNDS = timedelta(minutes=75)


class Command(BaseCommand):
    help = (
        "Plays a whole championship in a throw-away database and prints its ranking. "
        "The configured database is not touched; the same seed gives the same championship."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--pairs", type=int, default=21)
        parser.add_argument("--rounds", type=int, default=None, help="default: as the preset says")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--preset", choices=PRESETS, default=DEFAULT_PRESET)
        parser.add_argument("--json", action="store_true", help="games with their hands, and the ranking")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with throwaway_database():
                championship = played(options)
                games, ranking = games_of_championship(championship), standings(championship)
                report = as_json(games, ranking) if options["json"] else as_text(games, ranking)
        except RuleError as refusal:
            raise CommandError(sentence(refusal)) from refusal
        self.stdout.write(report)


def played(options: dict[str, Any]) -> Championship:
    """The championship from its creation to its end."""
    rng = Random(options["seed"])
    desk = Actor(get_user_model().objects.create_user("simulation"), "system")
    championship = created(desk, options)
    pairs.import_pairs(championship.pk, invented_pairs(options["pairs"], rng), actor=desk)
    hall = Hall(championship, desk, rng)
    for number in range(championship.regulation["rounds"] or 0):
        hall.play_round(FIRST_ROUND + number * BETWEEN_ROUNDS)
    championships.finish(championship.pk, actor=desk)
    return Championship.objects.get(pk=championship.pk)


def created(desk: Actor, options: dict[str, Any]) -> Championship:
    details = ChampionshipDetails("Simulation", FIRST_ROUND.date(), lot_seed=f"simulation-{options['seed']}")
    made = championships.create(details, preset=options["preset"], owner=desk.user, actor=desk)
    if options["rounds"] is not None:
        changes = {"rounds": options["rounds"]}
        championships.update(made.pk, details, changes, version=None, actor=desk)
    made.refresh_from_db()
    if made.regulation["rounds"] is None:
        raise CommandError("This preset has no rounds of its own: say how many with --rounds.")
    return made


def as_json(games: tuple[GameView, ...], ranking: tuple[StandingRow, ...]) -> str:
    return json.dumps(
        {"games": [game_facts(view) for view in games], "ranking": [row_facts(row) for row in ranking]},
        indent=1,
    )


def game_facts(view: GameView) -> dict[str, Any]:
    """A game as plain data, with the points of both sides as they count."""
    seats: list[Seat] = sorted(view.game.seats.all(), key=lambda seat: seat.side)
    a, b = seats[0], seats[1] if len(seats) > 1 else None
    return {
        "round": view.game.round.number,
        "table": view.table,
        "pair_a": view.a.number,
        "pair_b": view.b.number if view.b else None,
        "kind": view.kind.value,
        "opening_draw": view.game.opening_draw or None,
        "stopped": view.game.stopped or None,
        "hands": [{"bid": hand.bid, "card_points_a": hand.card_points} for hand in view.hands],
        "points_a": a.points_for,
        "points_b": a.points_against,
        "wins2_a": a.wins2,
        "wins2_b": b.wins2 if b else 0,
    }


def row_facts(row: StandingRow) -> dict[str, int]:
    names = ("number", "wins2", "difference", "infractions", "points_for")
    return {name: getattr(row, name) for name in names}


def as_text(games: tuple[GameView, ...], ranking: tuple[StandingRow, ...]) -> str:
    lines = ["rank  no.  wins  diff.  inf.  for  pair"]
    lines += [
        f"{row.rank or '–':>4} {row.number:>4} {row.wins2 / 2:>5g} {row.difference:>+6} "
        f"{row.infractions:>5} {row.points_for:>4}  {row.war_name}"
        for row in ranking
    ]
    lines += ["", f"rematches: {rematches(games)}", f"second byes: {second_byes(games)}"]
    return "\n".join(lines)


def rematches(games: tuple[GameView, ...]) -> int:
    """Meetings of two pairs beyond their first."""
    met = Counter(frozenset((view.a.number, view.b.number)) for view in games if view.b)
    return sum(times - 1 for times in met.values())


def second_byes(games: tuple[GameView, ...]) -> int:
    """Rests of a pair beyond its first."""
    rested = Counter(view.a.number for view in games if view.kind == Game.Kind.BYE)
    return sum(times - 1 for times in rested.values())
