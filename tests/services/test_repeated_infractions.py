"""An infraction of a hand that is not written yet, recorded by two: it is asked about as any other (E 16)."""

import pytest

from tests.services.conftest import published_hall, refusal_of
from tests.services.test_infractions import left_of, play, record, refused, withdraw
from tournament.models import Infraction
from tournament.queries.infractions import Charge
from tournament.services.infractions import record_infraction

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("moment", ["before_contract", "in_hand"])
def test_a_hand_that_is_not_written_yet_is_asked_about_as_any_other(moment: str) -> None:
    """E 16: until it is written, and by its row afterwards."""
    hall = published_hall()
    play(hall, 10)
    row = record(hall, "16.1.3.5", moment=moment)
    again = Charge(left_of(hall), "16.1.3.5", moment=moment)
    found = refusal_of(record_infraction, hall.championship.pk, again, game_id=hall.games[0].pk)
    assert (found.code, found.facts["hand"], found.facts["at"]) == ("infraction_recorded", 2, row.at)
    record(hall, "16.1.3.5", moment=moment, decides=True, reason="una altra vegada")
    play(hall, 5)
    assert refused(hall, "16.1.3.5", moment=moment, sequence=2) == "infraction_recorded"
    assert record(hall, "16.1.3.5", moment=moment, bid="").severity == "serious"


def test_a_hand_that_is_not_written_yet_asks_nothing_of_other_articles_pairs_or_moments() -> None:
    hall = published_hall()
    right = hall.view().b.number  # type: ignore[union-attr]
    withdraw(record(hall, "16.1.3.5"))
    said = [("16.1.3.5", {}), ("16.1.3.6", {"decides": True, "reason": "taula sense art. 8"})]
    said += [("16.1.3.5", {"pair": right}), ("15.3.1.1.3", {"moment": "between_hands"})]
    for code, more in said:
        record(hall, code, **more)
    record(hall, "15.3.1.1.3", moment="between_hands")
    assert Infraction.objects.filter(withdrawn_at=None).count() == 5
