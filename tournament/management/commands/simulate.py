import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from time import perf_counter
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from scoring.errors import RuleError
from scoring.presets import DEFAULT_PRESET, PRESETS
from tournament.core import trials
from tournament.core.trials import Trial, trial
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

DEFAULT_PAIRS = 21
CHECKED_PAIRS = (8, 20, 21, 40, 65)
CHECKED_ROUNDS = 5
FAULTS_SHOWN = 20


class Command(BaseCommand):
    help = (
        "Plays a whole championship in a throw-away database and prints its ranking. "
        "The configured database is not touched; the same seed gives the same championship. "
        "With --check: plays many without any database and looks for faults in how they were paired."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        several = " ".join(map(str, CHECKED_PAIRS))
        parser.add_argument(
            "--pairs", type=int, nargs="+", help=f"default: {DEFAULT_PAIRS}; with --check {several}"
        )
        rounds_help = f"default: as the preset says; with --check {CHECKED_ROUNDS}"
        parser.add_argument("--rounds", type=int, default=None, help=rounds_help)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--preset", choices=PRESETS, default=DEFAULT_PRESET)
        parser.add_argument("--json", action="store_true", help="games with their hands, and the ranking")
        parser.add_argument("--check", action="store_true", help="uses pairs, rounds, seed and championships")
        parser.add_argument("--championships", type=int, default=1000, help="with --check: of each size")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["check"]:
            self._check(options)
        else:
            self._simulate(options | {"pairs": one_number(options["pairs"])})

    def _simulate(self, options: dict[str, Any]) -> None:
        try:
            with throwaway_database():
                championship = played(options)
                games, ranking = games_of_championship(championship), standings(championship)
                report = as_json(games, ranking) if options["json"] else as_text(games, ranking)
        except RuleError as refusal:
            raise CommandError(sentence(refusal)) from refusal
        self.stdout.write(report)

    def _check(self, options: dict[str, Any]) -> None:
        sizes = options["pairs"] or CHECKED_PAIRS
        rounds = CHECKED_ROUNDS if options["rounds"] is None else options["rounds"]
        if min(*sizes, rounds, options["championships"]) < 1:
            raise CommandError("--pairs, --rounds and --championships are at least 1.")
        seeds = range(options["seed"], options["seed"] + options["championships"])
        self.stdout.write(CHECK_HEAD)
        checks = []
        for pairs_at_start in sizes:
            drawn = (trial(pairs_at_start, rounds=rounds, seed=seed) for seed in seeds)
            checks.append(checked(pairs_at_start, drawn))
            self.stdout.write(check_line(checks[-1]))
        self.stdout.write(verdict(checks))


def one_number(given: list[int] | None) -> int:
    """One championship has one number of pairs."""
    if given is None:
        return DEFAULT_PAIRS
    if len(given) > 1:
        raise CommandError("--pairs takes one number; several go with --check.")
    return given[0]


@dataclass(frozen=True)
class Check:
    """What many championships of one size showed; `faults` in words, with the size and the seed."""

    pairs: int
    championships: int
    rounds: int
    rematches: int
    second_byes: int
    faults: tuple[str, ...]
    seconds: float


def checked(pairs_at_start: int, drawn: Iterable[Trial]) -> Check:
    """Judges each championship as it is played, so that none has to be kept."""
    began = perf_counter()
    counted: Counter[str] = Counter()
    faults: list[str] = []
    for tried in drawn:
        counted["championships"] += 1
        counted["rounds"] += len(tried.rounds)
        counted["rematches"] += trials.rematches(tried)
        counted["second_byes"] += trials.second_byes(tried)
        faults += [f"{pairs_at_start} pairs, seed {tried.seed}, {fault}" for fault in trials.faults(tried)]
    numbers = (counted[name] for name in ("championships", "rounds", "rematches", "second_byes"))
    return Check(pairs_at_start, *numbers, tuple(faults), perf_counter() - began)


CHECK_HEAD = "pairs  championships  rounds  rematches  second byes  faults  seconds"
NO_FAULTS = (
    "No faults: no round with a rematch could have done without one, no bye was due to another pair, "
    "and every record gives its round again."
)


def check_line(check: Check) -> str:
    return (
        f"{check.pairs:>5}  {check.championships:>13}  {check.rounds:>6}  {check.rematches:>9}  "
        f"{check.second_byes:>11}  {len(check.faults):>6}  {check.seconds:>7.1f}"
    )


def verdict(checks: Iterable[Check]) -> str:
    """Raises CommandError naming the first faults, if there is any."""
    faults = [fault for check in checks for fault in check.faults]
    if faults:
        shown = "\n".join(faults[:FAULTS_SHOWN])
        raise CommandError(f"faults: {len(faults)}\n{shown}")
    return NO_FAULTS


def played(options: dict[str, Any]) -> Championship:
    """The championship from its creation to its end."""
    rng = Random(options["seed"])
    desk = Actor(get_user_model().objects.create_user("simulation"), "system")
    championship = created(desk, options)
    made = invented_pairs(options["pairs"], rng)
    pairs.import_pairs(championship.pk, made, are_namesakes=True, actor=desk)
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
