"""What the tests of score sheets share: sheets to print, and what is to be read from a page of the PDF and where."""

import re
import secrets
from dataclasses import dataclass
from io import BytesIO

from pypdf import PageObject, PdfReader

from tournament.printing.fitting import FACES, MM_PER_POINT, text_width
from tournament.printing.sheet_facts import Record, RecordRow, SheetFacts, SheetSide

A5 = (148, 210)
A4_LANDSCAPE = (297, 210)
ADDRESS = "http://192.168.1.20:8000/f/q7Rr0cWkQ0m0uXyZ1a2b3c/"
CAL_MENUT = SheetSide(14, "Els de Cal Menut")
LA_PENYA = SheetSide(3, "La Penya")
LONGEST_NAMES = [
    "Associació Cultural i Recreativa Amics de la Botifarra Reus.",  # sixty characters, as all of these
    "Il·lustres & <b>Companys</b> d'Òdena, ça i lla; l·l 100% {{7}}",
    "Žižkovští Řezníci a Příliš Žluťoučký Kůň z Podhůří Šumavy 12",
    "Ελληνική Παρέα της Θεσσαλονίκης και του Πειραιά Ωραία 12345",
    "W" * 60,
    "Els Bous 🐂🐂 de la Vall 👨‍👩‍👧‍👦 d'en Bas i Companyia",
]


def a_sheet(
    a: SheetSide | None = CAL_MENUT,
    b: SheetSide | None = LA_PENYA,
    *,
    round_number: int = 3,
    table: int = 7,
    url: str = ADDRESS,
    record: Record | None = None,
) -> SheetFacts:
    return SheetFacts("Vilaplana 2026", round_number, table, a, b, url, record)


def named(name: str) -> SheetFacts:
    return a_sheet(SheetSide(14, name))


def a_round(tables: int, name: str = "Parella") -> list[SheetFacts]:
    """So many tables, each with a code of its own."""
    return [
        a_sheet(
            SheetSide(2 * table - 1, f"{name} {2 * table - 1}"),
            SheetSide(2 * table, f"{name} {2 * table}"),
            table=table,
            url=f"http://192.168.1.20:8000/f/{secrets.token_urlsafe(16)}/",
        )
        for table in range(1, tables + 1)
    ]


def a_record(rows: int = 12, **fields: object) -> Record:
    """Every hand 8 points to the left pair, with contro."""
    hands = tuple(RecordRow((8, 0), (8 * hand, 0), "C") for hand in range(1, rows + 1))
    return Record(rows=hands, **fields)  # type: ignore[arg-type]


def pages_of(pdf: bytes) -> list[PageObject]:
    return list(PdfReader(BytesIO(pdf), strict=True).pages)


def words(page: PageObject) -> str:
    return " ".join(page.extract_text().split())


def size_of(page: PageObject) -> tuple[float, float]:
    """In millimetres; a page that does not begin at 0, 0 has none."""
    box = page.mediabox
    assert (box.left, box.bottom) == (0, 0)
    return round(float(box.width) * MM_PER_POINT, 2), round(float(box.height) * MM_PER_POINT, 2)


@dataclass(frozen=True)
class Placed:
    """Words of a page over its form: from where to where and on which line, in millimetres from the top left."""

    words: str
    left: float
    right: float
    baseline: float


def placed_on(page: PageObject) -> list[Placed]:
    """What is written on a page over its form, as the operators of the page say it."""
    height = float(page.mediabox.height)
    fonts = {name: _font(font.get_object()) for name, font in page["/Resources"]["/Font"].items()}
    found, shift = [], 0.0
    for match in WRITTEN.finditer(page.get_contents().get_data().decode("latin-1")):
        if match["shift"] is not None:
            shift = float(match["shift"])
        elif match["font"]:
            (weight, signs), size = fonts[f"/{match['font']}"], float(match["size"])
        else:
            text = "".join(signs[number] for number in re.findall("....", match["signs"]))
            left = (float(match["x"]) + shift) * MM_PER_POINT
            right = left + text_width(text, size, weight)
            found.append(Placed(text, left, right, (height - float(match["y"])) * MM_PER_POINT))
    return found


WRITTEN = re.compile(
    r"1 0 0 1 (?P<shift>[\d.]+) 0 cm"
    r"|/(?P<font>\w+) (?P<size>[\d.]+) Tf"
    r"|1 0 0 1 (?P<x>[\d.]+) (?P<y>[\d.]+) Tm<(?P<signs>\w*)>Tj"
)


def _font(font: dict) -> tuple[int, dict[str, str]]:
    """Its weight, and the sign of each number."""
    weights = {"Print": "Regular", "Print-Semi-Bold": "Semibold", "Print-Bold": "Bold"}
    name = weights[font["/BaseFont"].partition("+")[2]]
    mapped = re.findall(r"<(\w{4})> <(\w+)>", font["/ToUnicode"].get_object().get_data().decode())
    return FACES[f"SourceSansPro-{name}.ttf"], {
        number: bytes.fromhex(sign).decode("utf-16-be") for number, sign in mapped
    }
