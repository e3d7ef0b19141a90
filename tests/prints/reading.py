"""Printed documents read back: pages, words, and where the words stand."""

from dataclasses import dataclass
from functools import cached_property
from io import BytesIO

from pypdf import PdfReader

MM = 25.4 / 72


@dataclass(frozen=True)
class Printed:
    """A document with the words of each of its pages."""

    reader: PdfReader

    @cached_property
    def pages(self) -> list[str]:
        return [" ".join(page.extract_text().split()) for page in self.reader.pages]

    @cached_property
    def text(self) -> str:
        return " ".join(self.pages)

    @property
    def sizes(self) -> set[tuple[int, int]]:
        """Width and height of the pages, in millimetres."""
        boxes = (page.mediabox for page in self.reader.pages)
        return {(round(float(box.width) * MM), round(float(box.height) * MM)) for box in boxes}

    @property
    def is_tagged(self) -> bool:
        return "/StructTreeRoot" in self.reader.root_object

    @property
    def title(self) -> str:
        return str((self.reader.metadata or {}).get("/Title", ""))

    @property
    def language(self) -> str:
        return str(self.reader.root_object.get("/Lang", ""))

    def places(self, page: int = 0) -> list[tuple[str, float, float]]:
        """Each run of text with where it begins, in millimetres from the left and the top."""
        found: list[tuple[str, float, float]] = []
        sheet = self.reader.pages[page]
        height = float(sheet.mediabox.height)

        def note(text: str, current: list[float], placed: list[float], *_: object) -> None:
            if text.strip():
                x = placed[4] * current[0] + placed[5] * current[2] + current[4]
                y = placed[4] * current[1] + placed[5] * current[3] + current[5]
                found.append((text.strip(), x * MM, (height - y) * MM))

        sheet.extract_text(visitor_text=note)
        return found


def printed(pdf: bytes) -> Printed:
    return Printed(PdfReader(BytesIO(pdf)))
