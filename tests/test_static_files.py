"""Style sheets and scripts under names that change with their content."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.test import override_settings

OWN = Path(__file__).parent.parent / "static"


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("static")
    hashed = {"staticfiles": {"BACKEND": "tournament.storage.HashedStaticFiles"}}
    with override_settings(STATIC_ROOT=folder, STORAGES=settings.STORAGES | hashed):
        call_command("collectstatic", interactive=False, verbosity=0)
        yield folder


def test_every_file_is_found_under_a_hashed_name(collected: Path) -> None:
    for file in OWN.rglob("*.*"):
        url = staticfiles_storage.url(file.relative_to(OWN).as_posix())
        assert re.search(r"\.[0-9a-f]{12}\.\w+$", url), url


def test_modules_import_each_other_by_hashed_names(collected: Path) -> None:
    imports = [
        line
        for file in (collected / "js").glob("*.*.js")
        for line in re.findall(
            r"""^import\b.*["'](.+)["'];?$""", file.read_text(encoding="utf-8"), re.MULTILINE
        )
    ]
    assert [name for name in imports if not re.search(r"\.[0-9a-f]{12}\.js$", name)] == []


def test_files_are_compressed_once(collected: Path) -> None:
    assert list((collected / "css").glob("*.css.gz"))


# --- What WebKit, so every iPhone, does otherwise ----------------------------------------------

ROWS_THAT_ARE_BLOCKS = [".standings tr"]


def _rules() -> Iterator[tuple[str, str]]:
    """Every selector of the style sheets with its declarations."""
    for file in (OWN / "css").glob("*.css"):
        sheet = re.sub(r"/\*.*?\*/", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
        for selectors, declared in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet):
            for selector in selectors.split(","):
                yield selector.strip(), declared


def test_what_fills_a_row_of_a_table_is_cut_at_the_row() -> None:
    """There no position holds in a row: what is laid over it would be laid over the page, and take every tap."""
    held = [each for each in _rules() if re.search(r"\btr$", each[0]) and "position: relative" in each[1]]
    assert ".paper tbody tr" in dict(held)
    assert [name for name, declared in held if "clip-path" not in declared] == ROWS_THAT_ARE_BLOCKS


def test_no_legend_has_a_place_beside_its_choices() -> None:
    """There a legend stands above its fieldset, whatever the fieldset is, and the choices take its column."""
    legends = [(name, declared) for name, declared in _rules() if re.search(r"\blegend$", name)]
    assert legends
    placed = [
        name
        for name, declared in legends
        if "grid-row" in declared or re.search(r"(?<!-)width: auto", declared)
    ]
    assert placed == []
