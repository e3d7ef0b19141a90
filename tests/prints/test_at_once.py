"""Two people print at the same time: one after the other, and the tables go on writing."""

import shutil
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, get_ident
from typing import ClassVar

import pytest
from django.db import connection
from django.test import Client

from tests.prints.sheets import a_record, a_round, a_sheet, pages_of
from tests.views.sheets import HAND, new_game
from tournament.printing.score_sheet import Form, score_sheets
from tournament.printing.sheet_facts import SheetFacts


class Noted(list[SheetFacts]):
    """Sheets that note which thread looks at them."""

    looked: ClassVar[list[int]] = []

    def __iter__(self) -> Iterator[SheetFacts]:
        self.looked.append(get_ident())
        return super().__iter__()

    def __getitem__(self, at: int) -> SheetFacts:  # type: ignore[override]
        self.looked.append(get_ident())
        return super().__getitem__(at)


def test_a_process_prints_one_job_at_a_time() -> None:
    start = Barrier(2)
    Noted.looked.clear()

    def job() -> None:
        start.wait()
        score_sheets(Noted(a_round(60)))

    with ThreadPoolExecutor(2) as threads:
        for each in [threads.submit(job) for _ in range(2)]:
            each.result()
    changes = [one != other for one, other in zip(Noted.looked, Noted.looked[1:], strict=False)]
    assert sum(changes) == 1


@pytest.mark.django_db(transaction=True)
def test_a_table_writes_its_hand_while_two_print() -> None:
    game = new_game()
    start = Barrier(3)
    many = a_round(400)

    def job() -> int:
        start.wait()
        return len(score_sheets(many))

    def write() -> int:
        start.wait()
        try:
            return Client().post(f"/en/f/{game.token}/dat/", HAND).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as threads:
        jobs = [threads.submit(job) for _ in range(2)]
        written = threads.submit(write)
        assert written.result(timeout=20) == 303
        assert not all(each.done() for each in jobs)
    assert game.hands.count() == 1


@pytest.mark.parametrize("sheets", [a_round(21), [a_sheet(record=a_record())]], ids=["to play", "record"])
@pytest.mark.parametrize("form", [Form(), Form(two_up=True)], ids=["a5", "a4"])
def test_what_is_written_is_a_clean_pdf(sheets: list[SheetFacts], form: Form, tmp_path: Path) -> None:
    """Read strictly by pypdf, and by qpdf where it is on this machine."""
    pdf = score_sheets(sheets, form)
    assert all(page.extract_text() for page in pages_of(pdf))
    if qpdf := shutil.which("qpdf"):
        (tmp_path / "sheets.pdf").write_bytes(pdf)
        checked = subprocess.run([qpdf, "--check", tmp_path / "sheets.pdf"], capture_output=True, check=False)
        assert (checked.returncode, checked.stderr) == (0, b"")


def test_a_sheet_takes_less_than_a_kilobyte_beyond_the_form() -> None:
    assert len(score_sheets(a_round(250))) < 250 * 1024 + 100 * 1024
