"""The same sheet drawn roughly by two other libraries, where they are installed: lines, texts and the code."""

from collections.abc import Iterator, Sequence
from io import BytesIO

import segno

from tournament.printing.fitting import FONT_FILES
from tournament.printing.sheet_facts import SheetFacts

MM = 72 / 25.4
COLUMNS = (6, 18, 46, 74, 100, 126, 138, 142)
INSTRUCTIONS = (
    "Abans de començar, marqueu la parella que ha guanyat el sorteig inicial.",
    "A cada dat, apunteu els punts i la suma; la parella que no en fa hi posa un 0 i repeteix la suma.",
    "Columna Sub.: C, R, S, B, BC, BR, BS; si hi ha trumfo i ningú no ha contrat, una ratlla (—).",
    "Signa un jugador de cada parella; la guanyadora porta el full a la taula de l'organització.",
)

Line = tuple[float, float, float, float]
Words = tuple[float, float, float, str]


def lines() -> Iterator[Line]:
    """Of the front, in millimetres from the top left corner."""
    tops = [21.5, 30.5, 39.5, *(39.5 + 7 * row for row in range(1, 13)), 133]
    yield from ((6, top, 142, top) for top in (*tops, 153.5, 159, 168, 172.5, 187.5, 202.5))
    yield from ((left, 39.5, left, 123.5) for left in COLUMNS)
    yield from ((left, 153.5, left, 202.5) for left in (6, 30, 46, 62, 78, 94, 110, 126, 142))


def blank_words() -> Iterator[Words]:
    yield from ((10, 44.5 + 7 * row, 10, str(row + 1)) for row in range(12))
    for left in (36, 90):
        yield left, 34, 7.5, "Sorteig inicial"
        yield left - 8, 38.5, 7, "punts"
        yield left + 18, 38.5, 7, "total"
        yield left - 28, 127, 6.5, "Signatura"
    yield 40, 137, 8.5, "Inici ____ h ____ min     Fi ____ h ____ min"
    yield 6, 146, 9, "S'apliquen els articles 7, 8 i 9"
    yield 7, 165, 9, "S'apliquen els apartats 11.1 i 11.2"
    yield 60, 157, 7.5, "Només l'organització"


def back_words() -> Iterator[Words]:
    yield 6, 36, 9, "Acords de la taula"
    yield 6, 75, 9, "Observacions de l'organització"
    yield from ((9, 188 + 4.2 * n, 8, words) for n, words in enumerate(INSTRUCTIONS))


def back_lines() -> Iterator[Line]:
    yield from (
        (6, top, 142, top) for top in (*(44.5 + 8 * n for n in range(4)), *(83 + 8 * n for n in range(10)))
    )


def own_words(facts: SheetFacts) -> Iterator[Words]:
    yield 6, 15.5, 10, facts.championship
    yield 62, 15.5, 20, f"RONDA {facts.round_number}"
    yield 108, 15.5, 14, f"Taula {facts.table}"
    for side, left in ((facts.a, 8), (facts.b, 76)):
        if side:
            yield left, 27, 14, str(side.number)
            yield left + 11, 27, 10, side.war_name


def dark_runs(address: str) -> Iterator[tuple[float, float, float, float]]:
    """Left, top, width and height in millimetres."""
    rows = segno.make_qr(address, error="m", mask=2).matrix
    module = 14 / len(rows)
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            if row[x]:
                end = next((at for at in range(x, len(row)) if not row[at]), len(row))
                yield 128 + x * module, 5.5 + y * module, (end - x) * module, module
                x = end
            x += 1


def reportlab_sheets(sheets: Sequence[SheetFacts]) -> bytes:
    """A canvas: the blank as a form, drawn under every page."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    pdfmetrics.registerFont(TTFont("Print", str(FONT_FILES / "SourceSansPro-Regular.ttf")))
    target = BytesIO()
    canvas = Canvas(target, pagesize=(148 * MM, 210 * MM), pageCompression=1)

    def write(words: Iterator[Words]) -> None:
        for left, baseline, size, text in words:
            canvas.setFont("Print", size)
            canvas.drawString(left * MM, (210 - baseline) * MM, text)

    def rule(drawn: Iterator[Line]) -> None:
        canvas.setLineWidth(0.4)
        canvas.lines([(x * MM, (210 - y) * MM, to_x * MM, (210 - to_y) * MM) for x, y, to_x, to_y in drawn])

    for name, words, drawn in (("front", blank_words(), lines()), ("back", back_words(), back_lines())):
        canvas.beginForm(name)
        write(words)
        rule(drawn)
        canvas.endForm()
    for facts in sheets:
        for name in ("front", "back"):
            canvas.doForm(name)
            write(own_words(facts))
            code = canvas.beginPath()
            for left, top, width, height in dark_runs(facts.url):
                code.rect(left * MM, (210 - top - height) * MM, width * MM, height * MM)
            canvas.drawPath(code, stroke=0, fill=1)
            canvas.showPage()
    canvas.save()
    return target.getvalue()


def typst_sheets(sheets: Sequence[SheetFacts]) -> bytes:
    """Typst markup: everything placed, the code as one SVG image."""
    import typst

    def placed(words: Iterator[Words]) -> str:
        return "".join(
            f"#place(dx: {left}mm, dy: {baseline - size * 0.25:.2f}mm, text(size: {size}pt, {quoted(text)}))\n"
            for left, baseline, size, text in words
        )

    def ruled(drawn: Iterator[Line]) -> str:
        stroke = "stroke: .4pt"
        return "".join(
            f"#place(line(start: ({x}mm, {y}mm), end: ({r}mm, {b}mm), {stroke}))\n" for x, y, r, b in drawn
        )

    source = [
        '#set page(width: 148mm, height: 210mm, margin: 0mm)\n#set text(font: "Source Sans Pro", lang: "ca")\n',
        f"#let front = [{placed(blank_words())}{ruled(lines())}]\n",
        f"#let back = [{placed(back_words())}{ruled(back_lines())}]\n",
    ]
    pages = []
    for facts in sheets:
        svg = BytesIO()
        segno.make_qr(facts.url, error="m", mask=2).save(svg, kind="svg", border=0, xmldecl=False)
        code = quoted(svg.getvalue().decode())
        for name in ("front", "back"):
            image = f'#place(dx: 128mm, dy: 5.5mm, image(bytes({code}), format: "svg", width: 14mm))\n'
            pages.append(f"#{name}\n{placed(own_words(facts))}{image}")
    made: bytes = typst.compile(
        ("".join(source) + "#pagebreak()\n".join(pages)).encode(), font_paths=[str(FONT_FILES)]
    )
    return made


def quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
