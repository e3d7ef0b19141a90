"""The tables of the hall: their cards, and games that go to another one."""

from typing import Unpack

from scoring.errors import RuleError
from tournament.models import Round, Table
from tournament.queries.games import game_to_write
from tournament.services.playing import Play, SentForGame, playing
from tournament.services.seating import new_token
from tournament.services.writing import Sent, refuse_finished, writing

MOST_TABLES = 500


def set_tables(championship_id: int, number: int, **sent: Unpack[Sent]) -> None:
    """Tables 1 to `number` have a card; those that have one keep it, so that no card on a table becomes worthless.

    Raises RuleError("table_count").
    """
    with writing(championship_id, "set_tables", number, **sent) as act:
        if act.is_repeat:
            return
        refuse_finished(act.championship)
        if not 1 <= number <= MOST_TABLES:
            raise RuleError("table_count", most=MOST_TABLES, field="number")
        there = set(act.championship.tables.values_list("number", flat=True))
        Table.objects.bulk_create(
            Table(championship=act.championship, number=each, token=new_token())
            for each in range(1, number + 1)
            if each not in there
        )
        act.log("set_tables", after={"tables_with_cards": number})


def change_table(game_id: int, table: int, **sent: Unpack[SentForGame]) -> None:
    """The two pairs and their sheet go to another table; whoever sits there comes here. The same back undoes it.

    Raises RuleError("round_not_published" | "bye_fixed" | "table_same" | "table_count").
    """
    with playing(game_id, "change_table", table, confirmed=True, **sent) as play:
        if play.act.is_repeat:
            return
        here, round_ = play.game.table, play.game.round
        _check_may_move(play, table)
        there = round_.games.filter(table=table, voided_at=None).first()
        play.game.table = None
        play.game.save(update_fields=["table"])
        if there is not None:
            _move(Play(play.act, game_to_write(play.act.championship, there.pk)), table, here)
        _move(play, here, table)
        round_.version += 1
        round_.save()


def _check_may_move(play: Play, table: int) -> None:
    if play.game.round.state != Round.State.PUBLISHED:
        raise RuleError("round_not_published", "E 12.1", round=play.game.round.number)
    if play.game.table is None:
        raise RuleError("bye_fixed", "D 4")
    if play.game.table == table:
        raise RuleError("table_same", "E 12.1", field="number")
    if not 1 <= table <= MOST_TABLES:
        raise RuleError("table_count", most=MOST_TABLES, field="number")


def _move(play: Play, before: int | None, after: int | None) -> None:
    """At this table from now on; the history has it under the one that was left."""
    play.game.table = after
    play.game.version += 1
    play.game.save()
    play.act.log(
        "change_table",
        round_number=play.game.round.number,
        table=before,
        before={"at_table": before},
        after={"at_table": after},
    )
