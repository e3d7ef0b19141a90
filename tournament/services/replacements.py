"""A player is replaced: the pair, its number and its results stay."""

from typing import Unpack

from scoring.errors import RuleError
from tournament.core.entries import LONGEST, Column
from tournament.core.names import folded
from tournament.models import Championship, Pair, Replacement
from tournament.queries.mishaps import round_to_play
from tournament.services.pairs import refuse_changed
from tournament.services.writing import Act, Sent, refuse_finished, writing, writing_where


def replace_player(
    pair_id: int,
    player: int,
    name: str,
    *,
    is_for_good: bool,
    version: int | None = None,
    **sent: Unpack[Sent],
) -> Replacement:
    """Somebody plays in the place of player 1 or 2: from the round in play on, or in it alone. Whoever comes begins
    with no misdeals (E 7.4.5); what stands against the pair stays with the pair.

    Raises RuleError: "substitute_missing", "too_long", "plays_already" for somebody of another pair (or of this one),
    "replaced_already", "pair_gone", "stale_version" where somebody else changed the pair meanwhile.
    """
    about = (pair_id, player, name, is_for_good)
    with writing_where("pair_gone", "replace_player", *about, part="pairs", **sent) as act:
        if act.is_repeat:
            return Replacement.objects.get(pk=act.answer["replacement"])
        refuse_finished(act.championship)
        pair = Pair.objects.filter(pk=pair_id).first()
        if pair is None:
            raise RuleError("pair_gone")
        refuse_changed(pair, version)
        row = Replacement(
            pair=pair,
            player=player,
            round_number=round_to_play(act.championship),
            is_for_good=is_for_good,
            former=_name(pair, player),
            came=" ".join(name.split()),
            at=act.now,
        )
        _check(act.championship, row)
        row.save()
        if is_for_good:
            _write_name(pair, player, row.came)
        act.answer = {"replacement": row.pk}
        _log(act, "replace_player", row)
        return row


def take_back(championship_id: int, replacement_id: int, **sent: Unpack[Sent]) -> None:
    """It was not so: the former player plays, as before.

    Raises RuleError: "replacement_gone"; "replaced_since" where the name was changed once more, "plays_already" where
    the former player is in another pair by now.
    """
    with writing(championship_id, "take_back_replacement", replacement_id, **sent) as act:
        if act.is_repeat:
            return
        refuse_finished(act.championship)
        rows = Replacement.objects.select_related("pair").filter(pair__championship=act.championship)
        row = rows.filter(pk=replacement_id).first()
        if row is None:
            raise RuleError("replacement_gone")
        if row.is_for_good:
            _put_back(act.championship, row)
        _log(act, "take_back_replacement", row)
        row.delete()


def _put_back(championship: Championship, row: Replacement) -> None:
    if _name(row.pair, row.player) != row.came:
        raise RuleError("replaced_since", "E 17.2", pair=row.pair.number)
    _check_free(championship, row.former, row.round_number)
    _write_name(row.pair, row.player, row.former)


def _log(act: Act, what: str, row: Replacement) -> None:
    """Who it was stands in the rows: the history keeps no names."""
    facts = {"player": row.player, "is_for_good": row.is_for_good}
    act.log(what, pair_number=row.pair.number, round_number=row.round_number, after=facts)


def _name(pair: Pair, player: int) -> str:
    return str(getattr(pair, f"player_{player}"))


def _write_name(pair: Pair, player: int, name: str) -> None:
    setattr(pair, f"player_{player}", name)
    pair.version += 1
    pair.save()


def _check(championship: Championship, row: Replacement) -> None:
    longest = LONGEST[Column.PLAYER_1]
    if not row.came:
        raise RuleError("substitute_missing", "G 1.1", field="name")
    if len(row.came) > longest:
        raise RuleError("too_long", "E 15.2.2", field="name", longest=longest)
    _check_free(championship, row.came, row.round_number)
    same = row.pair.replacements.filter(player=row.player, round_number=row.round_number, is_for_good=False)
    if same.exists():
        raise RuleError("replaced_already", "G 1.1", pair=row.pair.number, round=row.round_number)


def _check_free(championship: Championship, name: str, round_number: int) -> None:
    """Nobody plays in two pairs: not somebody of a pair that is here, nor who replaces somebody this round."""
    here = championship.pairs.exclude(state=Pair.State.WITHDRAWN)
    names = here.values_list("number", "player_1", "player_2")
    found = next((n for n, *players in names if folded(name) in map(folded, players)), None)
    if found is None:
        rows = Replacement.objects.filter(pair__championship=championship, round_number=round_number)
        came = rows.filter(is_for_good=False).values_list("pair__number", "came")
        found = next((number for number, each in came if folded(each) == folded(name)), None)
    if found is not None:
        raise RuleError("plays_already", "G 1.1", field="name", pair=found)
