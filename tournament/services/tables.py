"""Cards for the tables of the hall."""

from typing import Unpack

from scoring.errors import RuleError
from tournament.models import Table
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
