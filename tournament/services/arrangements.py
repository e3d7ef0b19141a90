"""What the organisers settle before a draw: the method, the seed, clubs, who never meets, who meets, who rests."""

from dataclasses import asdict, dataclass
from typing import Unpack

from scoring.errors import RuleError
from tournament.models import Arrangement, Championship, Pair, Round
from tournament.queries.drawing import next_round_number
from tournament.services.writing import Sent, refuse_finished, writing

LONGEST_SEED = 60


@dataclass(frozen=True)
class DrawingSettings:
    """How rounds are drawn. An empty seed leaves the one there is."""

    pairing_method: str
    club_rule: str
    lot_seed: str
    keeps_fixed_tables: bool


def set_drawing(
    championship_id: int, settings: DrawingSettings, *, seen: int | None = None, **sent: Unpack[Sent]
) -> None:
    """Change how the next round is drawn; `seen` is the version of the settings that the form was based on.

    Raises RuleError: "settings_locked" for the seed of a lot already drawn, "stale_version".
    """
    with writing(championship_id, "set_drawing", settings, **sent) as act:
        if act.is_repeat:
            return
        refuse_finished(act.championship)
        after = _plain(act.championship, settings)
        before = {name: getattr(act.championship, name) for name in after}
        changed = sorted(name for name in after if after[name] != before[name])
        if not changed:
            return
        if seen is not None and seen != act.championship.settings_version:
            raise RuleError("stale_version", mine=seen, stored=act.championship.settings_version)
        if "lot_seed" in changed and act.championship.rounds.exclude(state=Round.State.DRAFT).exists():
            raise RuleError("settings_locked", "E 13.3", field="lot_seed")
        for name in changed:
            setattr(act.championship, name, after[name])
        act.championship.settings_version += 1
        act.championship.save()
        act.log(
            "update",
            before={name: before[name] for name in changed},
            after={name: after[name] for name in changed},
        )


def _plain(championship: Championship, settings: DrawingSettings) -> dict[str, str | bool]:
    if len(settings.lot_seed) > LONGEST_SEED:
        raise RuleError("too_long", field="lot_seed", longest=LONGEST_SEED)
    return {**asdict(settings), "lot_seed": settings.lot_seed.strip() or championship.lot_seed}


def arrange(
    championship_id: int, kind: str, one: int, other: int | None = None, **sent: Unpack[Sent]
) -> None:
    """Two pairs never meet ("apart"), two meet in the next round ("together"), or one rests in it ("rests").

    Raises RuleError("pair_unknown" | "same_meeting" | "arranged_already" | "arranged_against").
    """
    with writing(championship_id, "arrange", kind, one, other, **sent) as act:
        if act.is_repeat:
            return
        refuse_finished(act.championship)
        numbers = [one] if other is None else sorted((one, other))
        if len(set(numbers)) < len(numbers):
            raise RuleError("same_meeting", "E 12.1", a=one, b=other)
        pairs = [_pair(act.championship, number) for number in numbers]
        number = None if kind == Arrangement.Kind.APART else next_round_number(act.championship)
        _check_free(act.championship, kind, number, numbers)
        act.championship.arrangements.create(
            kind=kind, one=pairs[0], other=pairs[1] if len(pairs) > 1 else None, round_number=number
        )
        act.log("arrange", round_number=number, after={"arrangement": kind, "pairs": numbers})


def _pair(championship: Championship, number: int) -> Pair:
    found = championship.pairs.filter(number=number).first()
    if found is None:
        raise RuleError("pair_unknown", "E 14.5", pair=number)
    return found


def _check_free(championship: Championship, kind: str, number: int | None, pairs: list[int]) -> None:
    """What contradicts itself is told at once, before any draw."""
    for each in championship.arrangements.select_related("one", "other"):
        others = [pair.number for pair in (each.one, each.other) if pair is not None]
        if sorted(others) == pairs and (each.kind, each.round_number) == (kind, number):
            raise RuleError("arranged_already", "E 12.1", pairs=pairs)
        if Arrangement.Kind.APART in (kind, each.kind):
            clash = sorted(others) == pairs and each.kind != kind
        else:
            clash = each.round_number == number and bool({*others} & {*pairs})
            clash = clash or (kind == each.kind == Arrangement.Kind.RESTS and each.round_number == number)
        if clash:
            raise RuleError("arranged_against", "E 12.1", pairs=pairs, others=others, arrangement=each.kind)


def unarrange(championship_id: int, arrangement_id: int, **sent: Unpack[Sent]) -> None:
    """What was settled is settled no more; nothing happens when it is gone already."""
    with writing(championship_id, "unarrange", arrangement_id, **sent) as act:
        if act.is_repeat:
            return
        found = act.championship.arrangements.filter(pk=arrangement_id).select_related("one", "other").first()
        if found is None:
            return
        numbers = [pair.number for pair in (found.one, found.other) if pair is not None]
        after = {"arrangement": found.kind, "pairs": numbers}
        act.log("unarrange", round_number=found.round_number, before=after)
        found.delete()
