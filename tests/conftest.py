"""What all tests share: which of them drive a browser, and how that browser is started."""

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

BROWSER_TESTS = Path(__file__).parent / "browser"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
PHONE = {"width": 390, "height": 844}
LEFT_OUT = pytest.StashKey[int]()

# Playwright keeps an event loop running in the main thread, in which Django would refuse its
# database; no test here is asynchronous.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.hookimpl(tryfirst=True)
def pytest_itemcollected(item: pytest.Item) -> None:
    if BROWSER_TESTS in item.path.parents:
        item.add_marker("browser")
        item.add_marker(pytest.mark.flaky(reruns=1))  # it waits for pages, and the machine may be busy


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if CHROMIUM:
        return
    left_out = [item for item in items if item.get_closest_marker("browser")]
    items[:] = [item for item in items if not item.get_closest_marker("browser")]
    config.hook.pytest_deselected(items=left_out)
    config.stash[LEFT_OUT] = len(left_out)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if number := config.stash.get(LEFT_OUT, 0):
        terminalreporter.write_line(f"{number} browser tests left out: no Chromium found on this machine.")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's Chromium, quiet: nothing is downloaded and it calls nobody."""
    quiet = (
        "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
        "--disable-component-update --disable-sync"
    )
    return browser_type_launch_args | {"executable_path": CHROMIUM, "args": quiet.split()}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Without a service worker, whose own requests the tests could not see: one that is about it asks for it."""
    return browser_context_args | {"service_workers": "block"}


@pytest.fixture(autouse=True)
def no_page_of_another_test() -> None:
    """Rows of a test that is over are gone, and so are its pages."""
    from tournament.publishing import SNAPSHOTS

    SNAPSHOTS.forget()


@pytest.fixture
def phone(new_context: Any) -> Any:
    """A page on a phone: small, touched, in a fresh browser that nobody used before."""
    context = new_context(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    return context.new_page()
