"""The catalogue of infractions as data: one row for every article that punishes something.

A row says what the documents say of one breach: its severity, its other numbers, what follows beside the
sanction, the article it rests on, who may complain. What is proposed for a pair with its history is the work
of `scoring.infractions`; the sentences are made where they are shown.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from scoring.errors import RuleError
from scoring.regulation import Dealer, Misdeal, Regulation
from scoring.sheets import HandKind


class Severity(StrEnum):
    """How grave a breach is (E 16.1); `none` has an effect of its own and counts for nothing (D 5)."""

    NONE = "none"
    MINOR = "minor"
    SERIOUS = "serious"
    VERY_SERIOUS = "very_serious"


class Effect(StrEnum):
    """What follows from a breach beside its sanction (E 16.2.3: "complemented with some other sanction")."""

    REDEAL = "redeal"
    """Shuffled, cut and dealt again; a deal is never mended (E 7.4.5.1)."""
    NO_BOTIFARRA_NEXT = "no_botifarra_next"
    """The pair may not call botifarra the next time it makes trumps (E 7.4.5.2, D 9)."""
    HAND_UNCOUNTED = "hand_uncounted"
    """The hand is as if not played: no number, no points."""
    TURN_LOST = "turn_lost"
    """The other pair calls this same hand."""
    NEXT_TURN_LOST = "next_turn_lost"
    """The pair loses its next turn to call, because the other pair is calling already (D 9)."""
    SUIT_MAY_BE_BARRED = "suit_may_be_barred"
    """The harmed pair says whether the offenders may touch that suit (E 16.1.3.4, 16.1.3.5)."""
    HARMED_PAIR_CHOOSES = "harmed_pair_chooses"
    """The harmed pair has the hand go on, replayed, or passed at 0–0 (E 16.1.2.2.4)."""
    REPLACES_HAND_POINTS = "replaces_hand_points"
    """The sanction stands in the place of the points that were played for (E 16.1.2.2.3)."""
    ORGANISER_VALIDATES = "organiser_validates"
    """The sheet is valid by an organiser's signed remark (E 15.2.7.3)."""
    ORGANISER_MARKS = "organiser_marks"
    """An organiser ticks the box himself (E 15.3.1.1.3)."""
    ORGANISERS_MEASURE = "organisers_measure"
    """The organisation takes what measure it needs, elimination included (E 17.5)."""


PENALTIES = frozenset(
    {
        Effect.NO_BOTIFARRA_NEXT,
        Effect.HAND_UNCOUNTED,
        Effect.TURN_LOST,
        Effect.NEXT_TURN_LOST,
        Effect.SUIT_MAY_BE_BARRED,
        Effect.REPLACES_HAND_POINTS,
    }
)
"""Effects that punish, and so may be softened (E 16.2); the others only put the table in order."""


class Basis(StrEnum):
    """The articles that a row rests on. Only `everybody` needs no acceptance (preamble of E, E 15.3)."""

    EVERYBODY = "everybody"
    ARTICLE_7 = "7"
    ARTICLE_8 = "8"
    ARTICLE_9 = "9"
    ARTICLE_11 = "11.1–11.2"


class Complainant(StrEnum):
    """Who may complain: the harmed pair; the organisation where nobody is harmed, with a reason (E 16, 17.8)."""

    OTHER_PAIR = "other_pair"
    ORGANISATION = "organisation"


_EITHER = (Complainant.OTHER_PAIR, Complainant.ORGANISATION)


@dataclass(frozen=True)
class Breach:
    """One row of the catalogue. `code` is an article of E without its letter; `aliases` name the same breach.

    `rung` ties a misdeal to the regulation's ladder (D 9). `is_only_proposed`: the text says "may be
    sanctioned". `softening_first`: the whole sanction is seldom meant. `needs_text`: the row says nothing by
    itself. `by_escalation`: it is never recorded outright, the ladder leads to it (D 7).
    """

    code: str
    severity: Severity
    effects: tuple[Effect, ...] = ()
    aliases: tuple[str, ...] = ()
    basis: Basis = Basis.EVERYBODY
    complainants: tuple[Complainant, ...] = (Complainant.OTHER_PAIR,)
    rung: Misdeal | None = None
    is_only_proposed: bool = False
    softening_first: bool = False
    needs_text: bool = False
    by_escalation: bool = False

    @property
    def article(self) -> str:
        """As a docstring or a refusal cites it: "E 16.1.3.5"."""
        return f"E {self.code}"

    def effects_under(self, regulation: Regulation) -> tuple[Effect, ...]:
        """The effects where `regulation` says who deals (D 9).

        Who deals for himself loses the turn he has, as E 7.4.5.4 says; who deals for the other pair has no
        turn to lose now, and so loses his next one.
        """
        deals_for_himself = regulation.dealer is Dealer.TRUMP_MAKER
        swaps = {Effect.NEXT_TURN_LOST: Effect.TURN_LOST} if deals_for_himself else {}
        return tuple(swaps.get(effect, effect) for effect in self.effects)


THIRD_MINOR = "16.1.2.1"
THIRD_SERIOUS = "16.1.1.4"
FIFTH_SERIOUS = "16.1.1.3"
REVOKE = "16.1.2.2"
ADMITTED_REVOKE = "16.1.3.4"
ANY_OTHER = "16.1.3.1"
DISOBEDIENCE = "17.5"


def _misdeal(code: str, rung: Misdeal, effects: tuple[Effect, ...]) -> Breach:
    """A rung of the ladder: an effect of its own, and no severity unless the text gives it one (E 7.4.5)."""
    return Breach(code, Severity.NONE, effects, basis=Basis.ARTICLE_7, rung=rung)


_ROWS = (
    # Dealing in two or more batches, each time that it is done.
    Breach("7.4.4", Severity.MINOR, aliases=("16.1.3.2",), basis=Basis.ARTICLE_7),
    # The first misdeal of a player, through his own fault.
    _misdeal("7.4.5.2", Misdeal.REDEAL_NO_BOTIFARRA, (Effect.REDEAL, Effect.NO_BOTIFARRA_NEXT)),
    # The second misdeal in a row of the same player, and the only one that is an infraction (16.1.3.3).
    replace(
        _misdeal("7.4.5.3", Misdeal.REDEAL_MINOR, (Effect.REDEAL,)),
        severity=Severity.MINOR,
        aliases=("16.1.3.3",),
    ),
    # The third in a row. It has its own effect and is not also minor under 16.1.3.1.
    _misdeal("7.4.5.4", Misdeal.UNCOUNTED_TURN_LOST, (Effect.HAND_UNCOUNTED, Effect.NEXT_TURN_LOST)),
    # Spreading the cards in place of playing them out ("podrà ser sancionat"). E 16.1.2.3 means it by "8.5.3".
    Breach("11.3", Severity.SERIOUS, aliases=("16.1.2.3",), is_only_proposed=True),
    # Refusing to sign the sheet even before an organiser.
    Breach("15.2.7.3", Severity.SERIOUS, (Effect.ORGANISER_VALIDATES,), complainants=_EITHER),
    # Refusing to tick an acceptance box.
    Breach("15.3.1.1.3", Severity.MINOR, (Effect.ORGANISER_MARKS,)),
    # Insulting or running down anyone present: a spectator has no table, so the organisation may complain.
    Breach("16.1.1.1", Severity.VERY_SERIOUS, complainants=_EITHER),
    # Talking or signalling, showing cards, stalling (G 10.1.1–3).
    Breach("16.1.1.2", Severity.VERY_SERIOUS, softening_first=True),
    # The fifth serious infraction of a pair in the championship.
    Breach(FIFTH_SERIOUS, Severity.VERY_SERIOUS, by_escalation=True),
    # The third serious infraction of a pair in one game.
    Breach(THIRD_SERIOUS, Severity.VERY_SERIOUS, by_escalation=True),
    # The third minor infraction of a pair in one game.
    Breach(THIRD_MINOR, Severity.SERIOUS, by_escalation=True),
    # A revoke proven on review (16.1.2.2.1–3); or admitted, the harmed pair choosing this (16.1.2.2.4).
    Breach(REVOKE, Severity.SERIOUS, (Effect.REPLACES_HAND_POINTS,)),
    # Not saying before calling that one holds other than 12 cards: on the player who holds them.
    Breach("16.1.2.4", Severity.SERIOUS, basis=Basis.ARTICLE_8),
    # Any other breach of either regulation, told in free text.
    Breach(ANY_OTHER, Severity.MINOR, needs_text=True),
    # A revoke admitted by its own pair, the harmed pair not taking it for a revoke (16.1.2.2.4).
    Breach(ADMITTED_REVOKE, Severity.MINOR, (Effect.HARMED_PAIR_CHOOSES, Effect.SUIT_MAY_BE_BARRED)),
    # A card played out of turn.
    Breach("16.1.3.5", Severity.MINOR, (Effect.SUIT_MAY_BE_BARRED,)),
    # Making trumps when it is the other pair's turn.
    Breach("16.1.3.6", Severity.MINOR, basis=Basis.ARTICLE_8),
    # The partner calls before the call is delegated to him: the other pair calls this same hand.
    Breach("16.1.3.7", Severity.MINOR, (Effect.HAND_UNCOUNTED, Effect.TURN_LOST), basis=Basis.ARTICLE_8),
    # Not accepting a decision of the organisation.
    Breach(DISOBEDIENCE, Severity.NONE, (Effect.ORGANISERS_MEASURE,), complainants=_EITHER),
)

CATALOGUE: Mapping[str, Breach] = MappingProxyType({row.code: row for row in _ROWS})
ALIASES: Mapping[str, str] = MappingProxyType({alias: row.code for row in _ROWS for alias in row.aliases})


def breach(code: str) -> Breach:
    """The row of an article, by its own number or by an alias.

    Raises RuleError("infraction_unknown", "E 16") with the code asked for.
    """
    row = CATALOGUE.get(ALIASES.get(code, code))
    if row is None:
        raise RuleError("infraction_unknown", "E 16", infraction=code)
    return row


def basis_of(article: str) -> Basis:
    """What a breach of `article` ("E 7.2.2", "11.2", "G 10.1.4") rests on; what has no box binds everybody."""
    number = article.removeprefix("E ").strip()
    parts = tuple(number.split("."))
    if parts[:2] in (("11", "1"), ("11", "2")):
        return Basis.ARTICLE_11
    return _BOXED.get(parts[0], Basis.EVERYBODY)


_BOXED = {basis.value: basis for basis in (Basis.ARTICLE_7, Basis.ARTICLE_8, Basis.ARTICLE_9)}


def row_kind(effects: Iterable[Effect]) -> HandKind | None:
    """How the hand is written on the sheet after these effects; None where it leaves no row or goes on.

    A turn lost is an uncounted row; a hand uncounted while its maker keeps the turn is replayed.
    """
    found = set(effects)
    if Effect.TURN_LOST in found:
        return HandKind.UNCOUNTED
    return HandKind.REPLAYED if Effect.HAND_UNCOUNTED in found else None
