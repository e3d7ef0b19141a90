"""Set up a championship, change its settings, finish it."""

import secrets
from dataclasses import asdict, dataclass
from datetime import date
from decimal import Decimal
from typing import Any, Unpack
from zoneinfo import ZoneInfo, available_timezones

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from scoring.errors import RuleError
from scoring.presets import PRESETS
from scoring.regulation import Regulation
from tournament.models import Championship, LogEntry, Membership, Round
from tournament.queries.discretion import discretion_of
from tournament.queries.games import open_games
from tournament.services.writing import Act, Actor, Sent, refuse_finished, writing, written_at_desk

RESERVED_SLUGS = frozenset({"nou", "entra", "surt", "convida"})
FREE_FIELDS = frozenset({"rounds", "min_minutes", "time_limit_minutes", "no_show_minutes"})
LOCKED_DETAILS = frozenset({"lot_seed"})
LONGEST = {"name": 80, "place": 80, "lot_seed": 60}
HIGHEST_FEE = Decimal("9999.99")
MOST_PAIRS = 9999


@dataclass(frozen=True)
class ChampionshipDetails:
    """What the organisers say about their championship. An empty `lot_seed` is drawn by the program; `fee` is in euros,
    a pair; `capacity` None is no limit."""

    name: str
    day: date
    place: str = ""
    time_zone: str = "Europe/Madrid"
    phones_at_tables: bool = True
    second_check: bool = False
    pairing_method: str = Championship.Method.ADJACENT
    club_rule: str = Championship.ClubRule.NEVER
    lot_seed: str = ""
    fee: Decimal = Decimal(0)
    capacity: int | None = None
    live_scores: bool = True
    secret_last_round: bool = False
    hand_word: str = Championship.HandWord.DAT


def create(
    details: ChampionshipDetails, *, preset: str, owner: AbstractBaseUser, **sent: Unpack[Sent]
) -> Championship:
    """A new championship under a preset's regulation; its owner is its director.

    A form sent twice makes one championship: the client id is looked up among the owner's.
    Raises RuleError("preset_unknown" | "name_missing" | "too_long" | "time_zone" | "fee_range" | "capacity_range").
    """
    _check(details)
    if preset not in PRESETS:
        raise RuleError("preset_unknown", preset=preset)
    with transaction.atomic():
        get_user_model().objects.select_for_update().get(pk=owner.pk)
        client_id = sent.get("client_id", "")
        known = _created_before(owner, client_id)
        if known is not None:
            return known
        championship = _created(details, preset)
        Membership.objects.create(user=owner, championship=championship, role=Membership.Role.DIRECTOR)
        championship.submissions.create(client_id=client_id or new_seed(), kind="create", answer={})
        _log_creation(championship, sent["actor"], preset)
        transaction.on_commit(written_at_desk.note)
    return championship


def _created(details: ChampionshipDetails, preset: str) -> Championship:
    """Its row, under the next free address: another organiser may take the same one at the same moment."""
    columns = {**asdict(details), "lot_seed": details.lot_seed.strip() or new_seed()}
    columns |= {"preset": preset, "regulation": PRESETS[preset].to_dict()}
    while True:
        slug = _free_slug(details.name)
        try:
            with transaction.atomic():
                return Championship.objects.create(slug=slug, **columns)
        except IntegrityError:
            if not Championship.objects.filter(slug=slug).exists():
                raise


def new_seed() -> str:
    """A seed for the lot that can be read aloud: eight hexadecimal digits."""
    return secrets.token_hex(4)


def _created_before(owner: AbstractBaseUser, client_id: str) -> Championship | None:
    if not client_id:
        return None
    mine = Championship.objects.filter(memberships__user=owner)
    return mine.filter(submissions__client_id=client_id, submissions__kind="create").first()


def _log_creation(
    championship: Championship,
    actor: Actor,
    preset: str,
) -> None:
    LogEntry.objects.create(
        championship=championship,
        user=actor.user,
        via=actor.via,
        what="create",
        after={"preset": preset},
        at=timezone.now(),
    )


def _check(details: ChampionshipDetails) -> None:
    if not details.name.strip():
        raise RuleError("name_missing", field="name")
    for field, longest in LONGEST.items():
        if len(getattr(details, field)) > longest:
            raise RuleError("too_long", field=field, longest=longest)
    if details.time_zone not in available_timezones():
        raise RuleError("time_zone", field="time_zone", time_zone=details.time_zone)
    ZoneInfo(details.time_zone)
    if not 0 <= details.fee <= HIGHEST_FEE:
        raise RuleError("fee_range", field="fee", highest=HIGHEST_FEE)
    if details.capacity is not None and not 1 <= details.capacity <= MOST_PAIRS:
        raise RuleError("capacity_range", field="capacity", most=MOST_PAIRS)


def _free_slug(name: str) -> str:
    stem = slugify(name)[:50] or "campionat"
    taken = (
        set(Championship.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
        | RESERVED_SLUGS
    )
    candidates = (stem if n == 1 else f"{stem}-{n}" for n in range(1, len(taken) + 2))
    return next(slug for slug in candidates if slug not in taken)


def update(
    championship_id: int,
    details: ChampionshipDetails,
    regulation_changes: dict[str, Any],
    *,
    version: int | None,
    **sent: Unpack[Sent],
) -> None:
    """Change details and regulation. `version` is the `settings_version` that the form was based on.

    Once round 1 is published only times and the number of rounds change freely.
    Raises RuleError("stale_version" | "settings_locked" | "rounds_below_drawn" | "rounds_keep_secret" | regulation_…).
    """
    _check(details)
    with writing(championship_id, "update", details, sorted(regulation_changes.items()), **sent) as act:
        if act.is_repeat:
            return
        championship = act.championship
        if version is not None and version != championship.settings_version:
            raise RuleError("stale_version", mine=version, stored=championship.settings_version)
        before = _plain(championship)
        _apply(championship, details, regulation_changes)
        after = _plain(championship)
        _check_locked(championship, before, after)
        championship.settings_version += 1
        championship.save()
        changed = {name for name in after if after[name] != before.get(name)}
        act.log(
            "update",
            before={name: before.get(name) for name in sorted(changed)},
            after={name: after[name] for name in sorted(changed)},
        )


def _apply(championship: Championship, details: ChampionshipDetails, changes: dict[str, Any]) -> None:
    for name, value in asdict(details).items():
        if name != "lot_seed" or value.strip():
            setattr(championship, name, value)
    merged = {**championship.regulation, **changes}
    championship.regulation = Regulation.from_dict(merged).to_dict()


def _plain(championship: Championship) -> dict[str, Any]:
    details = {name: getattr(championship, name) for name in ChampionshipDetails.__dataclass_fields__}
    texts = {"day": str(details["day"]), "fee": f"{details['fee']:.2f}"}
    return {**details, **texts, **championship.regulation}


def _check_locked(championship: Championship, before: dict[str, Any], after: dict[str, Any]) -> None:
    drawn = championship.rounds.exclude(state=Round.State.DRAFT).count()
    if not drawn:
        return
    if after["rounds"] != before["rounds"] == drawn and _keeps_it(championship):
        raise RuleError("rounds_keep_secret", "", field="rounds", round=drawn)
    for name in sorted((set(championship.regulation) - FREE_FIELDS) | LOCKED_DETAILS):
        if after[name] != before[name]:
            raise RuleError("settings_locked", "", field=name)
    if after["rounds"] is None or after["rounds"] < drawn:
        raise RuleError("rounds_below_drawn", "E 12.2", field="rounds", drawn=drawn)


def _keeps_it(championship: Championship) -> bool:
    """Whether the results of the last round are kept for the ceremony: with more rounds it would be the last no more,
    and all would read them at once."""
    return discretion_of(championship).secret is not None


def finish(championship_id: int, **sent: Unpack[Sent]) -> None:
    """The ranking is final. Raises RuleError("draft_left" | "round_not_closed" | "games_open") naming what is open."""
    with writing(championship_id, "finish", **sent) as act:
        if act.is_repeat:
            return
        refuse_finished(act.championship)
        _check_all_closed(act)
        act.championship.state = Championship.State.FINISHED
        act.championship.save()
        act.log("finish")


def _check_all_closed(act: Act) -> None:
    draft = act.championship.rounds.filter(state=Round.State.DRAFT).first()
    if draft is not None:
        raise RuleError("draft_left", "E 12.2", round=draft.number)
    open_round = act.championship.rounds.filter(state=Round.State.PUBLISHED).first()
    if open_round is not None:
        raise RuleError("round_not_closed", "E 12.2", round=open_round.number)
    if not act.championship.rounds.exists():
        raise RuleError("no_round_played", "E 12.2")
    left_open = open_games(act.championship)
    if left_open:
        tables = [(view.game.round.number, view.table) for view in left_open]
        raise RuleError("games_open", "E 15.2.7.1", tables=tables)


def resume(championship_id: int, **sent: Unpack[Sent]) -> None:
    """Take the end back: results may be corrected and rounds drawn again."""
    with writing(championship_id, "resume", **sent) as act:
        if act.is_repeat or act.championship.state != Championship.State.FINISHED:
            return
        act.championship.state = Championship.State.RUNNING
        act.championship.save()
        act.log("resume")
