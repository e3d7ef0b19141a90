from pathlib import Path
from typing import Any

import pytest

from tournament.site_address import (
    acknowledge_site_address,
    addresses_of_this_machine,
    best_address,
    changed_site_address,
    lan_url,
    port_last_served,
    remember_site_address,
)

HOME = "http://192.168.1.20:8000"
HALL = "http://10.0.0.7:8000"


@pytest.fixture
def store(settings: Any, tmp_path: Path) -> Path:
    settings.SITE_ADDRESS_STORE = tmp_path / "site-address.json"
    return settings.SITE_ADDRESS_STORE


def test_address_is_never_the_machine_itself() -> None:
    assert best_address(["127.0.0.1", "127.0.1.1", "0.0.0.0", "192.168.1.20"]) == "192.168.1.20"


def test_address_without_a_router_comes_last() -> None:
    assert best_address(["169.254.10.10", "192.168.1.20"]) == "192.168.1.20"
    assert best_address(["169.254.10.10"]) == "169.254.10.10"


def test_first_guess_of_the_system_wins() -> None:
    assert best_address(["10.0.0.7", "192.168.1.20"]) == "10.0.0.7"


def test_what_is_no_address_is_passed_over() -> None:
    assert best_address(["", "laptop", "fe80::1"]) is None


def test_machine_without_a_network_is_called_by_its_name() -> None:
    url = lan_url(8000, candidates=["127.0.0.1"])
    assert url.startswith("http://") and url.endswith(":8000")
    assert "127.0.0.1" not in url


def test_this_machine_knows_addresses() -> None:
    assert all(isinstance(address, str) for address in addresses_of_this_machine())
    assert "127.0.0.1" not in lan_url(8000)


def test_first_start_changes_nothing(store: Path) -> None:
    remember_site_address(HOME)
    assert changed_site_address() is None


def test_changed_address_is_said_until_it_is_acknowledged(store: Path) -> None:
    remember_site_address(HOME)
    remember_site_address(HALL)
    remember_site_address(HALL)  # the other worker, or the next start
    assert changed_site_address() == (HOME, HALL)
    acknowledge_site_address()
    assert changed_site_address() is None
    remember_site_address(HALL)
    assert changed_site_address() is None


def test_nothing_is_said_before_the_first_start(store: Path) -> None:
    acknowledge_site_address()
    assert changed_site_address() is None
    assert not store.exists()


def test_unreadable_note_counts_as_none(store: Path) -> None:
    store.write_text("not json")
    assert changed_site_address() is None
    remember_site_address(HOME)
    assert changed_site_address() is None


def test_command_beside_the_server_knows_its_port(store: Path) -> None:
    assert port_last_served(store) is None
    remember_site_address("http://10.0.0.7:8123")
    assert port_last_served(store) == 8123
