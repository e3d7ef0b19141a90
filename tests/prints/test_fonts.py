"""The print fonts come with the program; where they are missing the program says so before anybody prints."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.checks import run_checks
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from tournament.printing.fitting import FACES, FONT_FILES
from tournament.printing.fonts import faults_of, fonts_are_there

FONTLESS = '<?xml version="1.0"?><fontconfig><dir>{folder}</dir><cachedir>{folder}</cachedir></fontconfig>'
PRINTED = """
import sys
import django
django.setup()
from tests.prints.sheets import a_sheet, named
from tournament.printing.score_sheet import score_sheets
sys.stdout.buffer.write(score_sheets([a_sheet(), named("Žižkovští Řezníci, Ελληνική Παρέα")]))
"""


def test_b113_the_fonts_that_came_with_the_program_are_whole() -> None:
    """B113: the check that every command begins with."""
    assert faults_of(FONT_FILES) == []
    assert [each for each in run_checks() if each.id == "printing.E001"] == fonts_are_there() == []


def test_b113_a_font_that_is_missing_is_named(tmp_path: Path) -> None:
    """B113: nothing is printed with the machine's own fonts in its place."""
    faults = faults_of(tmp_path)
    assert len(faults) == len(FACES)
    assert all(
        f"The print font {name} cannot be read" in fault for name, fault in zip(FACES, faults, strict=True)
    )


def test_b113_a_font_without_a_needed_sign_is_named(tmp_path: Path) -> None:
    """B113: the sign that would be missing on paper is in the message."""
    for name in FACES:
        font = TTFont(str(FONT_FILES / name))
        subsetter = Subsetter(Options(layout_features=[]))
        subsetter.populate(unicodes=set(font.getBestCmap()) - {ord("ç")})
        subsetter.subset(font)
        font.save(tmp_path / name)
    assert faults_of(tmp_path) == [f"The print font {name} lacks ç." for name in FACES]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have their own way to fonts")
def test_b113_a_machine_without_fonts_prints_the_same(tmp_path: Path) -> None:
    """B113: byte for byte."""
    (tmp_path / "fonts.conf").write_text(FONTLESS.format(folder=tmp_path / "none"))
    usual = {"DJANGO_SETTINGS_MODULE": "tests.settings", "PYTHONPATH": os.getcwd()}
    printed = [
        subprocess.run(
            [sys.executable, "-c", PRINTED], env=os.environ | usual | more, capture_output=True, check=True
        ).stdout
        for more in ({}, {"FONTCONFIG_FILE": str(tmp_path / "fonts.conf")})
    ]
    assert printed[0][:5] == b"%PDF-"
    assert printed[0] == printed[1]
