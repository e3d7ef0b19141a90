"""Pairs sign on the phone where it is the sheet of record (E 15.2.7, D 11); both signed, the result counts."""

import secrets
from enum import StrEnum
from typing import Unpack

from scoring.errors import RuleError
from tournament.core.pins import is_pin
from tournament.models import Pair, Signature
from tournament.models.pair import new_token
from tournament.queries.games import GameKey
from tournament.queries.signatures import MOST_MISSES, Signing, fingerprint_of, pin_of_seat, signing_of
from tournament.services.games import freeze
from tournament.services.playing import Play, SentForGame, playing
from tournament.services.writing import Sent, writing


class Signed(StrEnum):
    """What came of a PIN. A wrong one is an answer, not a refusal: that it was wrong has to be written down."""

    SIGNED = "signed"
    CONFIRMED = "confirmed"
    WRONG = "wrong"
    LOCKED = "locked"


def sign(game: GameKey, side: str, pin: str, **sent: Unpack[SentForGame]) -> Signed:
    """One pair signs the sheet as it stands. With both signatures, and nobody asked for, it is confirmed at once.

    After `MOST_MISSES` wrong PINs, whoever typed the right one between them, the game takes none until an organiser
    unlocks it. A side that has signed the sheet as it stands has signed it.
    Raises RuleError("not_to_sign" | "side_missing") besides those of `playing`.
    """
    with playing(game, "sign", side, pin, **sent) as play:
        if play.act.is_repeat:
            return Signed(play.act.answer["came"])
        if side not in ("a", "b"):
            raise RuleError("side_missing", "E 15.2.7.1")
        signing = signing_of(play.view)
        if signing is None:
            raise RuleError("not_to_sign", "E 15.2.7.1")
        came = _came_of(play, signing, side, pin)
        play.act.answer = {"came": came.value}
        return came


def _came_of(play: Play, signing: Signing, side: str, pin: str) -> Signed:
    if side in signing.signed:
        return Signed.SIGNED
    return Signed.LOCKED if signing.locked else _try(play, side, pin)


def _try(play: Play, side: str, pin: str) -> Signed:
    if not is_pin(pin, pin_of_seat(play.view, side)):
        play.game.pin_misses += 1
        play.game.save()
        play.log("wrong_pin", after={"side": side})
        return Signed.LOCKED if play.game.pin_misses >= MOST_MISSES else Signed.WRONG
    stands = {"fingerprint": fingerprint_of(play.view), "signed_at": play.act.now}
    Signature.objects.update_or_create(game=play.game, side=side, defaults=stands)
    play.log("sign", after={"side": side})
    return Signed.CONFIRMED if confirm_if_signed(play) else Signed.SIGNED


def confirm_if_signed(play: Play) -> bool:
    """Where both pairs have signed the sheet as it stands, and nobody is asked for, the result counts."""
    signing = signing_of(play.view)
    if signing is None or not signing.is_whole or play.game.calls.filter(done_at=None).exists():
        return False
    result = freeze(play, play.view)
    play.log("confirm", after={"points": list(result.points), "wins2": list(result.wins2)})
    return True


def unlock(game_id: int, **sent: Unpack[SentForGame]) -> None:
    """An organiser lets the pairs of a game try their PINs again."""
    with playing(game_id, "unlock", **sent) as play:
        if play.act.is_repeat:
            return
        play.game.pin_misses = 0
        play.game.save()
        play.log("unlock")


def renew_card(pair_id: int, **sent: Unpack[Sent]) -> None:
    """Another card for a pair that has lost its own: another address for its page and another PIN, and the old ones
    are worth nothing from now on. What it signed stays signed."""
    championship_id = Pair.objects.values_list("championship_id", flat=True).get(pk=pair_id)
    with writing(championship_id, "renew_card", pair_id, **sent) as act:
        if act.is_repeat:
            return
        pair = Pair.objects.get(pk=pair_id)
        pair.pin_salt, pair.token = secrets.token_hex(4), new_token()
        pair.save()
        act.log("renew_card", pair_number=pair.number)
