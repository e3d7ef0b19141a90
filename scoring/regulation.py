"""The rules of one championship as one frozen value, from and to plain dictionaries."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from scoring.errors import RuleError


class Dealer(StrEnum):
    """Who deals: the player on the left of the trump maker (E 7.4.1) or the trump maker himself (G 7)."""

    LEFT_OF_TRUMP_MAKER = "left_of_trump_maker"
    TRUMP_MAKER = "trump_maker"


class Variant(StrEnum):
    """Which cards may be played: western is "lliure" (E 6.5), eastern is "obligada"."""

    WESTERN = "western"
    EASTERN = "eastern"


class AtTime(StrEnum):
    """What becomes of a begun hand when time is up (D 2)."""

    FINISH_HAND = "finish_hand"
    STOP = "stop"


class TieRule(StrEnum):
    """How a level game is decided; `none` where no game can end level."""

    DRAW_WINNER = "draw_winner"
    HALF_WIN = "half_win"
    EXTRA_HANDS = "extra_hands"
    NONE = "none"


class SheetOfRecord(StrEnum):
    """Which sheet is signed and wins where both exist (D 11)."""

    PAPER = "paper"
    PHONE = "phone"


class Criterion(StrEnum):
    """What the ranking looks at, in the championship's order (E 14)."""

    GROUP_POINTS = "group_points"
    WINS = "wins"
    DIFFERENCE = "difference"
    INFRACTIONS = "infractions"
    POINTS_FOR = "points_for"
    NUMBER = "number"


class Misdeal(StrEnum):
    """What follows a misdeal of the same player's own fault, rung by rung (E 7.4.5, D 9)."""

    REDEAL = "redeal"
    REDEAL_NO_BOTIFARRA = "redeal_no_botifarra"
    REDEAL_MINOR = "redeal_minor"
    UNCOUNTED_TURN_LOST = "uncounted_turn_lost"


class Mendable(StrEnum):
    """Until when an illegal card may be taken back."""

    CARD_LAID = "card_laid"
    NEXT_TRICK = "next_trick"


NEXT_ROUND = "next_round"
MOST_POINTS = 500
E14_ORDER = (
    Criterion.WINS,
    Criterion.DIFFERENCE,
    Criterion.INFRACTIONS,
    Criterion.POINTS_FOR,
    Criterion.NUMBER,
)
E7_LADDER = (Misdeal.REDEAL_NO_BOTIFARRA, Misdeal.REDEAL_MINOR, Misdeal.UNCOUNTED_TURN_LOST)
DOUBLING_SCALES = ((2, 4, 8), (2, 3, 5), (2, 4, 10))


@dataclass(frozen=True, kw_only=True)
class Regulation:
    """Every rule in which championships differ. The defaults are Vilaplana 2011 (seed of E and D).

    Points are counted points, times are minutes, `None` means that there is no such limit. `missed_round` is
    doubled wins, points for and against (D 13); `group_points` those of a win, a level game, a loss.
    Raises RuleError naming the first field whose value cannot be: "regulation_field" with its range,
    "regulation_choice", or for what does not go together "regulation_endless" | "_order" | "_cap" | "_bs".
    """

    rounds: int | None = 5
    target_points: int | None = 101
    max_hands: int | None = 12
    min_minutes: int | None = 50
    time_limit_minutes: int | None = None
    at_time: AtTime = AtTime.FINISH_HAND
    no_show_minutes: int = 15
    walkover_points: int = 51
    bye_points: int | None = None
    missed_round: tuple[int, int, int] = (0, 0, 0)
    winner_cap: int | None = 136
    tie_rule: TieRule = TieRule.DRAW_WINNER
    variant: Variant = Variant.WESTERN
    eastern_second_scoring: bool = False
    eastern_safe_charge: bool = False
    dealer: Dealer = Dealer.LEFT_OF_TRUMP_MAKER
    sant_vicenc: bool = True
    sant_vicenc_on_botifarra: bool = True
    doubling_scale: tuple[int, int, int] = (2, 4, 8)
    misdeal_ladder: tuple[Misdeal, ...] = E7_LADDER
    revoke_mendable_until: Mendable = Mendable.CARD_LAID
    sheet_of_record: SheetOfRecord = SheetOfRecord.PAPER
    protest_until: int | str = NEXT_ROUND
    ranking_order: tuple[Criterion, ...] = E14_ORDER
    group_points: tuple[int, int, int] = (2, 1, 0)

    def __post_init__(self) -> None:
        for name, (low, high) in _RANGES.items():
            value = getattr(self, name)
            if value is None and name in _OPTIONAL:
                continue
            if not (_is_whole(value) and low <= value <= high):
                raise RuleError("regulation_field", field=name, value=value, low=low, high=high)
        for name, kind in _KINDS.items():
            if not isinstance(getattr(self, name), kind):
                raise RuleError("regulation_choice", field=name, value=getattr(self, name))
        self._check_choices()
        self._check_together()
        self._check_cap()

    def _check_choices(self) -> None:
        if self.doubling_scale not in DOUBLING_SCALES:
            raise RuleError("regulation_choice", "D 1", field="doubling_scale", value=self.doubling_scale)
        if self.protest_until != NEXT_ROUND and not _is_natural(self.protest_until):
            raise RuleError("regulation_choice", "D 11", field="protest_until", value=self.protest_until)
        if (
            not _is_triple(self.missed_round)
            or self.missed_round[0] > 1
            or max(self.missed_round) > MOST_POINTS
        ):
            raise RuleError("regulation_choice", "D 13", field="missed_round", value=self.missed_round)
        if not _is_triple(self.group_points) or list(self.group_points) != sorted(self.group_points)[::-1]:
            raise RuleError("regulation_choice", field="group_points", value=self.group_points)
        if not self.misdeal_ladder:
            raise RuleError("regulation_choice", "E 7.4.5", field="misdeal_ladder", value=())

    def _check_together(self) -> None:
        if self.target_points is None and self.max_hands is None and self.time_limit_minutes is None:
            raise RuleError("regulation_endless", "E 12.3", field="target_points")
        can_end_level = self.max_hands is not None or self.time_limit_minutes is not None
        if self.tie_rule is TieRule.NONE and can_end_level:
            raise RuleError("regulation_tie", "E 13.2", field="tie_rule")
        floor, limit = self.min_minutes or 0, self.time_limit_minutes
        if limit is not None and limit < floor:
            raise RuleError(
                "regulation_field", "E 12.3.3.1", field="time_limit_minutes", value=limit, low=floor, high=240
            )
        if self.ranking_order and self.ranking_order[-1] is not Criterion.NUMBER:
            raise RuleError("regulation_order", "E 14.5", field="ranking_order")
        if len(set(self.ranking_order)) < len(self.ranking_order):
            raise RuleError("regulation_order", "E 14", field="ranking_order")
        if self.sant_vicenc_on_botifarra and not self.sant_vicenc:
            raise RuleError("regulation_bs", "D 1", field="sant_vicenc_on_botifarra")

    def _check_cap(self) -> None:
        """A winner must stay ahead of the loser, who can only be known to be below a target."""
        if self.winner_cap is None:
            return
        if self.target_points is None:
            raise RuleError("regulation_cap_alone", "E 13.4", field="winner_cap")
        if self.winner_cap < self.target_points:
            raise RuleError("regulation_cap", "E 13.4", field="winner_cap", target=self.target_points)
        for name in ("walkover_points", "bye_points"):
            if (getattr(self, name) or 0) > self.winner_cap:
                raise RuleError("regulation_above_cap", "E 13.4", field=name, cap=self.winner_cap)

    @property
    def points_of_a_bye(self) -> int:
        """Points of a pair that rests, the same as a walkover unless set apart (D 4)."""
        return self.walkover_points if self.bye_points is None else self.bye_points

    @property
    def is_swiss(self) -> bool:
        """Whether rounds can be drawn at all: a preset without rounds only shows its rules."""
        return self.rounds is not None and bool(self.ranking_order)

    def with_changes(self, **changes: object) -> "Regulation":
        """The same regulation with some fields changed, as values or as plain JSON, validated anew."""
        return Regulation.from_dict(self.to_dict() | changes)

    def to_dict(self) -> dict[str, object]:
        """Plain JSON values, every field written out."""
        plain: dict[str, object] = {}
        for name in FIELDS:
            value = getattr(self, name)
            plain[name] = list(value) if isinstance(value, tuple) else value
        return plain

    @classmethod
    def from_dict(cls, plain: Mapping[str, object]) -> "Regulation":
        """Read `to_dict` back. Raises RuleError("regulation_unknown_field" | "regulation_choice" | …)."""
        unknown = sorted(set(plain) - set(FIELDS))
        if unknown:
            raise RuleError("regulation_unknown_field", field=unknown[0])
        read: dict[str, object] = {}
        for name, value in plain.items():
            try:
                read[name] = _READERS.get(name, _same)(value)
            except (ValueError, TypeError):
                raise RuleError("regulation_choice", field=name, value=value) from None
        return cls(**read)  # type: ignore[arg-type]


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_natural(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_triple(values: tuple[object, ...]) -> bool:
    return len(values) == 3 and all(_is_natural(value) for value in values)


def _same(value: object) -> object:
    return value


def _whole_tuple(value: Iterable[Any]) -> tuple[int, ...]:
    return tuple(int(item) for item in value)


FIELDS = tuple(field.name for field in fields(Regulation))

_RANGES = {
    "rounds": (1, 15),
    "target_points": (1, 1000),
    "max_hands": (1, 40),
    "min_minutes": (0, 240),
    "time_limit_minutes": (5, 240),
    "no_show_minutes": (1, 60),
    "walkover_points": (0, 500),
    "bye_points": (0, 500),
    "winner_cap": (1, 1000),
}

_OPTIONAL = (
    "rounds",
    "target_points",
    "max_hands",
    "min_minutes",
    "time_limit_minutes",
    "bye_points",
    "winner_cap",
)

_KINDS: dict[str, type] = {
    "at_time": AtTime,
    "tie_rule": TieRule,
    "variant": Variant,
    "dealer": Dealer,
    "revoke_mendable_until": Mendable,
    "sheet_of_record": SheetOfRecord,
    "eastern_second_scoring": bool,
    "eastern_safe_charge": bool,
    "sant_vicenc": bool,
    "sant_vicenc_on_botifarra": bool,
}

_READERS: dict[str, Callable[[Any], object]] = {
    "at_time": AtTime,
    "missed_round": _whole_tuple,
    "tie_rule": TieRule,
    "variant": Variant,
    "dealer": Dealer,
    "doubling_scale": _whole_tuple,
    "misdeal_ladder": lambda items: tuple(Misdeal(item) for item in items),
    "revoke_mendable_until": Mendable,
    "sheet_of_record": SheetOfRecord,
    "ranking_order": lambda items: tuple(Criterion(item) for item in items),
    "group_points": _whole_tuple,
}
