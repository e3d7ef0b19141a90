"""What most tests of the desk's sheets begin with: a game just published, and somebody at the desk."""

import pytest
from django.test import Client

from tests import factories
from tests.views.sheets import log_in, new_game
from tournament.models import Championship, Game


@pytest.fixture
def championship() -> Championship:
    return factories.championship(name="Vilaplana 2026")


@pytest.fixture
def game(championship: Championship) -> Game:
    return new_game(championship)


@pytest.fixture
def desk(client: Client, championship: Championship) -> Client:
    return log_in(client, championship)
