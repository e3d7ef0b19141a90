"""What is written on a form: words at their places, for which nothing has to be laid out."""

from dataclasses import dataclass

from tournament.printing.fitting import MM_PER_POINT, REGULAR, SEMIBOLD, Fit, text_width

POINTS_PER_MM = 1 / MM_PER_POINT
# Half the height of figures and capitals of the print font, in ems.
HALF_CAPITAL = 0.33


@dataclass(frozen=True, slots=True)
class Text:
    """Words on one line: where they begin and their baseline, in millimetres from the page's top left corner, and
    their size in points."""

    left: float
    baseline: float
    size: float
    weight: int
    words: str

    @property
    def style(self) -> str:
        """As style: a template would write a comma in some languages. A line of no height has its baseline .3555 of
        its size below its top."""
        top = self.baseline - 0.3555 * self.size * MM_PER_POINT
        return f"left:{self.left:.3f}mm;top:{top:.3f}mm;font-size:{self.size:g}pt;font-weight:{self.weight}"


Texts = tuple[Text, ...]


def text(words: str, left: float, baseline: float, size: float, weight: int = REGULAR) -> Text:
    """Words that begin at `left`."""
    return Text(left, baseline, size, weight, words)


def centred(words: str, middle: float, baseline: float, size: float, weight: int = REGULAR) -> Text:
    """Words with as much on the left of `middle` as on its right."""
    return Text(middle - text_width(words, size, weight) / 2, baseline, size, weight, words)


def ended(words: str, right: float, baseline: float, size: float, weight: int = REGULAR) -> Text:
    """Words that end at `right`."""
    return Text(right - text_width(words, size, weight), baseline, size, weight, words)


def sunk(middle: float, size: float) -> float:
    """The baseline of figures whose middle is at that height."""
    return middle + HALF_CAPITAL * size * MM_PER_POINT


def fitted(name: Fit, left: float, middle: float, leading: float, weight: int = SEMIBOLD) -> Texts:
    """A fitted name of one or two lines around that height; `leading` in millimetres."""
    first = sunk(middle, name.size) - leading * (len(name.lines) - 1) / 2
    return tuple(
        Text(left, first + leading * n, name.size, weight, line) for n, line in enumerate(name.lines)
    )


def line(
    left: float, top: float, right: float, bottom: float, *, page_height: float, points: float = 0.4
) -> str:
    """A black line as operators of a PDF page; millimetres from its top left corner, `points` thick."""
    ends = [left * POINTS_PER_MM, (page_height - top) * POINTS_PER_MM]
    ends += [right * POINTS_PER_MM, (page_height - bottom) * POINTS_PER_MM]
    return "q {} w {:.2f} {:.2f} m {:.2f} {:.2f} l S Q".format(points, *ends)


def drawn_again(middle: float, centre: float, *, page_height: float) -> str:
    """The mark ↻ of a hand that was not counted, which the print font lacks: an open circle with an arrowhead, 2.4 mm
    wide."""
    x, y = middle * POINTS_PER_MM, (page_height - centre) * POINTS_PER_MM
    scale = 1.2 * POINTS_PER_MM
    circle = "0 1 m -.55 1 -1 .55 -1 0 c -1 -.55 -.55 -1 0 -1 c .55 -1 1 -.55 1 0 c S"
    return f"q {scale:.3f} 0 0 {scale:.3f} {x:.2f} {y:.2f} cm .25 w {circle} -.1 1.45 m .75 1 l -.1 .55 l f Q"
