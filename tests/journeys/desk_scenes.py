"""The scenes in which the forms of the desk stand."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone

from scoring.infractions import Moment
from tests import factories
from tests.journeys.scenes import championship_of, game_at, play, published
from tests.services.conftest import DESK, seated
from tests.views.sheets import played_out
from tournament.models import Championship, Game, Membership, Notice
from tournament.services import (
    announcements,
    arrangements,
    calls,
    drafts,
    games,
    members,
    pauses,
    repairs,
    replacements,
    rounds,
)
from tournament.services.infractions import Charge, record_infraction

Said = dict[str, Any]


@dataclass(frozen=True)
class Scene:
    """A championship, and what an address of it may name."""

    of: Championship
    named: dict[str, Any] = field(default_factory=dict)


# --- Scenes --------------------------------------------------------------------------------------


def set_up() -> Scene:
    of = championship_of(6)
    return Scene(of)


def with_a_fee(is_paid: bool = False) -> Scene:
    of = championship_of(6, fee=10)
    of.pairs.update(paid=is_paid)
    return Scene(of)


def with_pair_1(act: Callable[[Any], Any]) -> Callable[[], Scene]:
    def made() -> Scene:
        scene = set_up()
        act(scene.of.pairs.get(number=1))
        return scene

    return made


def with_all(act: Callable[[int], Any]) -> Callable[[], Scene]:
    def made() -> Scene:
        scene = set_up()
        act(scene.of.pk)
        return scene

    return made


def replaced() -> Scene:
    of = championship_of(6)
    row = replacements.replace_player(
        of.pairs.get(number=1).pk, 1, "Maria Puig", is_for_good=False, actor=DESK
    )
    return Scene(of, {"id": row.pk})


def drafted() -> Scene:
    of = championship_of(6)
    rounds.draft(of.pk, actor=DESK)
    return Scene(of)


def odd_draft() -> Scene:
    of = championship_of(7)
    rounds.draft(of.pk, actor=DESK)
    return Scene(of)


def outdated() -> Scene:
    """Two pairs have come since the draft was drawn."""
    scene = drafted()
    factories.pairs(2, scene.of)
    return scene


def arranged() -> Scene:
    of = championship_of(6)
    arrangements.arrange(of.pk, "apart", 1, 2, actor=DESK)
    return Scene(of, {"id": of.arrangements.get().pk})


def playing(*, minutes_ago: int = 60, number: int = 6) -> Scene:
    """The first round, published so long ago; table 1 is the game that is meant."""
    of = championship_of(number)
    round_ = published(of, now=timezone.now() - timedelta(minutes=minutes_ago))
    (one, _), (two, _) = seated(round_)[:2]
    return Scene(of, {"game": game_at(round_, 1).pk, "one": one, "two": two})


def early() -> Scene:
    return playing(minutes_ago=5)


def by_phone() -> Scene:
    """Pairs sign on phones."""
    of = championship_of(6, changes={"sheet_of_record": "phone"}, phones_at_tables=True)
    return Scene(of, {"game": game_at(published(of), 1).pk})


def with_a_rest() -> Scene:
    return playing(number=5)


def at_table(act: Callable[[Game], Any], **how: Any) -> Callable[[], Scene]:
    """The same after something happened at table 1."""

    def made() -> Scene:
        scene = playing(**how)
        act(Game.objects.get(pk=scene.named["game"]))
        return scene

    return made


def one_hand(game: Game) -> None:
    factories.hand(game, 12, 0, bid="C")


def of_round(act: Callable[[int], Any], **how: Any) -> Callable[[], Scene]:
    def made() -> Scene:
        scene = playing(**how)
        act(scene.of.rounds.get().pk)
        return scene

    return made


def all_confirmed() -> Scene:
    scene = playing()
    for game in scene.of.rounds.get().games.filter(table__isnull=False):
        games.record_totals(game.pk, (101, 60), actor=DESK)
        games.confirm(game.pk, actor=DESK)
    return scene


def closed() -> Scene:
    of = championship_of(6)
    play(of)
    return Scene(of, {"game": game_at(of.rounds.get(), 1).pk})


def finished() -> Scene:
    scene = closed()
    Championship.objects.filter(pk=scene.of.pk).update(state=Championship.State.FINISHED)
    return scene


def confirmed(game: Game) -> None:
    games.record_totals(game.pk, (101, 60), actor=DESK)
    games.confirm(game.pk, actor=DESK)


def called() -> Scene:
    scene = playing()
    calls.call(scene.named["game"], "revoke", actor=DESK)
    return Scene(scene.of, scene.named | {"id": Game.objects.get(pk=scene.named["game"]).calls.get().pk})


def at_game(scene: Callable[[], Scene], act: Callable[[Game], Any]) -> Callable[[], Scene]:
    def made() -> Scene:
        found = scene()
        act(Game.objects.get(pk=found.named["game"]))
        return found

    return made


def charged() -> Scene:
    scene = playing()
    charge = Charge(
        pair=1, code="17.5", moment=Moment.OUTSIDE_GAME, complainant="organisation", reason="crits"
    )
    return Scene(scene.of, {"id": record_infraction(scene.of.pk, charge, actor=DESK)})


def noticed() -> Scene:
    of = championship_of(6)
    return Scene(of, {"id": Notice.objects.create(championship=of, text="El dinar", at=timezone.now()).pk})


def invited() -> Scene:
    of = championship_of(6)
    return Scene(of, {"id": members.invite(of.pk, Membership.Role.HELPER, actor=DESK).pk})


def with_maria() -> Scene:
    of = championship_of(6)
    who = factories.member(of, role=Membership.Role.HELPER)
    return Scene(of, {"id": Membership.objects.get(user=who).pk})


def paused(ends: bool = False) -> Scene:
    scene = playing()
    begins = timezone.now() - timedelta(minutes=10)
    pauses.begin_pause(scene.of.pk, reason="alarma", begins=begins, ends=None, actor=DESK, now=begins)
    if ends:
        pauses.end_pause(scene.of.pk, begins, ends=begins + timedelta(minutes=5), actor=DESK)
    return Scene(scene.of, {"begins": begins.isoformat()})


def rested() -> Scene:
    return with_a_rest()


def exchanged() -> Scene:
    of = championship_of(6)
    draft = rounds.draft(of.pk, actor=DESK)
    (one, _), (other, _) = seated(draft)[:2]
    drafts.exchange(draft.pk, one, other, actor=DESK)
    return Scene(of)


def some_mended() -> Scene:
    scene = playing(minutes_ago=5)
    round_ = scene.of.rounds.get()
    (one, _), (other, _) = seated(round_)[:2]
    repairs.exchange(round_.pk, one, other, reason="germans", actor=DESK)
    return scene


def late_pair() -> Scene:
    scene = playing(number=5, minutes_ago=5)
    factories.pair(scene.of, war_name="Els Tardans")
    pair = scene.of.pairs.get(number=6)
    factories.absence(pair, 1, reason="late", by_publication=True)
    rests = scene.of.rounds.get().games.get(table=None).seats.get().pair.number
    return Scene(scene.of, {"rests": rests})


def two_of(scene: Scene) -> list[int]:
    (one, _), (other, _) = seated(scene.of.rounds.get())[:2]
    return [one, other]


def one_of(scene: Scene) -> list[int]:
    return two_of(scene)[:1]


def both(game: Game) -> None:
    """Hands and totals that do not agree."""
    played_out(game)
    games.record_totals(game.pk, (101, 54), actor=DESK)


def given_minutes(game: Game) -> None:
    pauses.give_table_minutes(game.pk, 5, reason="so", actor=DESK)


def told_last_hand(game: Game) -> None:
    announcements.announce_table_last_hand(game.pk, actor=DESK)


def decided(game: Game) -> None:
    games.walkover(game.pk, "a", actor=DESK)


def typed(game: Game) -> None:
    games.record_totals(game.pk, (101, 60), actor=DESK)


def locked(game: Game) -> None:
    played_out(game)
    Game.objects.filter(pk=game.pk).update(pin_misses=5)


def typed_by_another(game: Game) -> None:
    Championship.objects.update(second_check=True)
    played_out(game)
    typist = factories.member(game.round.championship)
    Game.objects.filter(pk=game.pk).update(state="complete", typed_by=typist, typed_at=timezone.now())


def in_minutes(number: int) -> str:
    return (
        f"{timezone.localtime(timezone.now() + timedelta(minutes=number), ZoneInfo('Europe/Madrid')):%H:%M}"
    )


def finishable() -> Scene:
    of = championship_of(4, changes={"rounds": 1})
    play(of)
    return Scene(of)
