"""The house stays as docs/architecture.md draws it."""

import re
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tests import architecture as look_for
from tests.architecture import Source

ROOT = Path(__file__).parent.parent


def sources(*patterns: str) -> list[Source]:
    paths = sorted({path for pattern in patterns for path in ROOT.glob(pattern)})
    return [Source(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")) for path in paths]


def findings(rule: Callable[[Source], list[str]], looked_at: Iterable[Source]) -> list[str]:
    return [finding for source in looked_at for finding in rule(source)]


RULES = sources("scoring/**/*.py", "tournament/core/**/*.py")
PRODUCT = [
    source
    for source in sources("scoring/**/*.py", "tournament/**/*.py")
    if not source.path.startswith("tournament/migrations/")  # written by Django
]
TEMPLATES = [
    source
    for source in sources("templates/**/*.html", "tournament/templates/**/*.html")
    if not source.path.startswith("templates/prints/")  # never served to a browser
]
HAND_WRITTEN = [
    *PRODUCT,
    *sources("tests/**/*.py", "benchmarks/**/*.py", "static/**/*.js", "templates/**/*.html", "*.py"),
]


def test_modules_import_only_what_stands_to_their_right() -> None:
    assert findings(look_for.bad_arrows, PRODUCT) == []


def test_the_rules_know_only_the_standard_library() -> None:
    assert findings(look_for.foreign_imports, RULES) == []


def test_the_rules_have_no_clock_and_no_dice() -> None:
    assert findings(look_for.clocks_and_dice, RULES) == []


def test_nothing_is_imported_inside_a_function_but_what_is_listed_as_slow() -> None:
    assert findings(look_for.late_imports, PRODUCT) == []


def test_functions_are_short() -> None:
    assert findings(look_for.long_functions, PRODUCT) == []


def test_files_are_short() -> None:
    assert findings(look_for.long_file, HAND_WRITTEN) == []


def test_names_say_what_is_inside() -> None:
    assert findings(look_for.vague_names, PRODUCT) == []


def test_pages_carry_no_inline_script_or_style() -> None:
    assert findings(look_for.inline_code, TEMPLATES) == []


def test_scripts_of_the_house_are_correct_bash() -> None:
    for script in (ROOT / ".ci/run", *(each for each in (ROOT / "scripts").iterdir() if not each.suffix)):
        checked = subprocess.run(["bash", "-n", str(script)], capture_output=True, text=True, check=False)
        assert (checked.returncode, checked.stderr) == (0, "")


# --- The looking itself can fail ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "text", "found"),
    [
        ("tournament/queries/desk.py", "from tournament.services import rounds", ["services"]),
        ("tournament/queries/desk.py", "from tournament import services, models", ["services"]),
        ("tournament/queries/desk.py", "from ..services.rounds import draft", ["services"]),
        ("tournament/queries/desk.py", "from .rounds import board", []),
        ("tournament/services/rounds.py", "import tournament.queries.rounds", []),
        ("tournament/services/rounds.py", "from tournament.texts import sentence", ["texts"]),
        ("tournament/core/standings.py", "from tournament.models import Pair", ["models"]),
        ("tournament/core/standings.py", "from tournament.site_address import lan_url", ["site_address"]),
        ("tournament/core/standings.py", "from scoring.results import Result", []),
        ("scoring/sheets.py", "from tournament.core import standings", ["core"]),
        ("tournament/forms.py", "from tournament.texts import sentence", []),
        ("tournament/texts.py", "from tournament.forms import PairForm", ["forms"]),
        ("tournament/forms_sheet.py", "from tournament.forms import PairForm", []),
        ("tournament/texts.py", "from tournament.forms_sheet import HandForm", ["forms"]),
        ("tournament/models/pair.py", "def f():\n    import tournament.views.desk", ["views"]),
        ("tournament/urls.py", "from tournament.views import desk", []),
        ("tournament/views/desk.py", "from tournament.urls import urlpatterns", ["urls"]),
        ("tournament/management/commands/demo.py", "from tournament.services import rounds", []),
        ("tournament/settings.py", "from tournament.site_address import lan_url", []),
        ("tournament/middleware.py", "from tournament.queries import desk", ["queries"]),
    ],
)
def test_an_arrow_to_the_left_is_found(path: str, text: str, found: list[str]) -> None:
    assert look_for.bad_arrows(Source(path, text)) == [f"{path}: imports {name}" for name in found]


def test_a_module_that_is_not_on_the_map_is_found() -> None:
    assert look_for.bad_arrows(Source("tournament/extras.py", "")) == [
        "tournament/extras.py: extras is not on the map"
    ]


@pytest.mark.parametrize(
    ("rule", "path", "text"),
    [
        (look_for.foreign_imports, "scoring/bids.py", "import django"),
        (look_for.foreign_imports, "scoring/bids.py", "from pathlib import Path"),
        (look_for.foreign_imports, "tournament/core/pairing.py", "import rustworkx"),
        (look_for.clocks_and_dice, "scoring/bids.py", "import random\nrandom.shuffle(deck)"),
        (look_for.clocks_and_dice, "scoring/bids.py", "from random import choice"),
        (
            look_for.clocks_and_dice,
            "tournament/core/clock.py",
            "from datetime import datetime\ndatetime.now()",
        ),
        (look_for.late_imports, "tournament/views/prints.py", "def f():\n    import weasyprint"),
        (look_for.long_functions, "scoring/bids.py", "def f():\n" + "    pass\n" * 40),
        (look_for.long_file, "scoring/bids.py", "\n" * 401),
        (look_for.vague_names, "tournament/queries/helpers.py", ""),
        (look_for.vague_names, "tournament/queries/pairs.py", "def get_pairs(): ..."),
        (look_for.inline_code, "templates/base.html", "<script>alert(1)</script>"),
        (look_for.inline_code, "templates/base.html", '<p\n class="a" style="color: red">'),
        (look_for.inline_code, "templates/base.html", '<button onclick="go()">'),
        (look_for.inline_code, "templates/base.html", '<b hx-on:click="go()">'),
    ],
)
def test_what_breaks_a_habit_is_found(rule: Callable[[Source], list[str]], path: str, text: str) -> None:
    assert len(rule(Source(path, text))) == 1


@pytest.mark.parametrize(
    ("rule", "path", "text"),
    [
        (look_for.foreign_imports, "tournament/core/pairing/matching.py", "import rustworkx"),
        (
            look_for.foreign_imports,
            "tournament/core/pairing.py",
            "import hashlib\nfrom scoring import errors",
        ),
        (look_for.clocks_and_dice, "tournament/core/pairing.py", "import random\nrandom.Random(seed)"),
        (look_for.late_imports, "tournament/printing/stamp.py", "def f():\n    import weasyprint"),
        (look_for.long_functions, "scoring/bids.py", "def f():\n" + "    pass\n" * 39),
        (look_for.inline_code, "templates/base.html", '<script type="module" src="a.js"></script>'),
        (look_for.inline_code, "templates/base.html", '<i class="style" data-one="1">on = 1</i>'),
    ],
)
def test_what_keeps_the_habits_passes(rule: Callable[[Source], list[str]], path: str, text: str) -> None:
    assert rule(Source(path, text)) == []


def test_views_read_and_write_through_queries_and_services() -> None:
    reading = re.compile(r"\.objects\b|\.filter\(|\.exclude\(|\.save\(")
    views = sorted((Path(__file__).parent.parent / "tournament/views").glob("*.py"))
    assert views
    assert [path.name for path in views if reading.search(path.read_text(encoding="utf-8"))] == []
