"""The address at which phones reach this site, and whether it changed since the last start.

Score sheets and table cards carry the address in QR codes. A laptop gets another address when it
joins another network: what was printed before then leads nowhere, so the desk must say it.
"""

import json
import os
import socket
from collections.abc import Iterable
from ipaddress import AddressValueError, IPv4Address
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings

DEFAULT_PORT = 8000
STORE_NAME = "site-address.json"
# Never contacted: "connecting" a UDP socket only asks the system which way a packet would leave.
FAR_AWAY = "192.0.2.1"
# A laptop that is the hall's access point itself knows no way out, but these neighbours:
# as NetworkManager, Windows and macOS number them.
HOTSPOTS = ("10.42.0.2", "192.168.137.2", "192.168.2.2")


def lan_url(port: int, candidates: Iterable[str] | None = None) -> str:
    """The address of this machine as others in the hall see it; never localhost if there is another."""
    found = best_address(addresses_of_this_machine() if candidates is None else candidates)
    return f"http://{found or socket.gethostname()}:{port}"


def best_address(candidates: Iterable[str]) -> str | None:
    """The first address that another machine can reach; an address without a router comes last."""
    reachable = [address for address in map(_parsed, candidates) if address and _leads_here(address)]
    reachable.sort(key=lambda address: address.is_link_local)
    return str(reachable[0]) if reachable else None


def addresses_of_this_machine() -> tuple[str, ...]:
    """What the system says about itself, best guess first; empty where there is no network at all."""
    ways = (address for there in (FAR_AWAY, *HOTSPOTS) for address in _address_on_the_way_to(there))
    return tuple(dict.fromkeys((*ways, *_addresses_of_the_name())))


def port_last_served(store: Path) -> int | None:
    """The port of the last start, so that a command run beside the server prints the same links."""
    current = _noted(store).get("current")
    return urlsplit(current).port if current else None


def remember_site_address(url: str) -> None:
    """Note at a start which address is served; the one before stays noted until it is acknowledged."""
    last = _noted(settings.SITE_ADDRESS_STORE).get("current")
    if last != url:
        _note({"current": url, "previous": last})


def changed_site_address() -> tuple[str, str] | None:
    """(old, new) when a start found another address than the start before; None once acknowledged."""
    noted = _noted(settings.SITE_ADDRESS_STORE)
    old, new = noted.get("previous"), noted.get("current")
    return (old, new) if old and new else None


def acknowledge_site_address() -> None:
    """The organiser has read it: nothing more to say until the next change."""
    current = _noted(settings.SITE_ADDRESS_STORE).get("current")
    if current:
        _note({"current": current, "previous": None})


def _parsed(candidate: str) -> IPv4Address | None:
    try:
        return IPv4Address(candidate)
    except AddressValueError:
        return None


def _leads_here(address: IPv4Address) -> bool:
    return not (address.is_loopback or address.is_unspecified or address.is_multicast)


def _address_on_the_way_to(there: str) -> tuple[str, ...]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((there, 9))
        except OSError:
            return ()
        return (probe.getsockname()[0],)


def _addresses_of_the_name() -> tuple[str, ...]:
    try:
        return tuple(socket.gethostbyname_ex(socket.gethostname())[2])
    except OSError:
        return ()


def _noted(store: Path) -> dict[str, str | None]:
    try:
        noted = json.loads(store.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return noted if isinstance(noted, dict) else {}


def _note(noted: dict[str, str | None]) -> None:
    """In one step: two workers start at the same time."""
    store: Path = settings.SITE_ADDRESS_STORE
    draft = store.with_name(f"{store.name}.{os.getpid()}")
    draft.write_text(json.dumps(noted), encoding="utf-8")
    draft.replace(store)
