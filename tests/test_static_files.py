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
