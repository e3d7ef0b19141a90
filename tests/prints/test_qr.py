"""The QR code of a sheet, read back from the operators that draw it."""

import re

import segno

from tournament.printing.qr import Place, drawn_qr

ADDRESS = "http://192.168.1.20:8000/f/q7Rr0cWkQ0m0uXyZ1a2b3c/"
PLACE = Place(left=128, top=5.5, side=14)


def dark_modules(operators: str) -> list[tuple[int, int]]:
    drawn = [map(int, each) for each in re.findall(r"(\d+) (\d+) (\d+) (\d+) re", operators)]
    return sorted((x + right, y + down) for x, y, w, h in drawn for right in range(w) for down in range(h))


def test_squares_drawn_are_the_dark_modules_of_the_code() -> None:
    code = segno.make_qr(ADDRESS, error="m", mask=2).matrix
    expected = sorted((x, y) for y, row in enumerate(code) for x, dark in enumerate(row) if dark)
    assert dark_modules(drawn_qr(ADDRESS, PLACE, page_height=210)) == expected


def test_code_fills_its_place_counted_from_the_bottom_of_the_page() -> None:
    scale, left, top = re.search(
        r"g (\S+) 0 0 \S+ (\S+) (\S+) cm", drawn_qr(ADDRESS, PLACE, page_height=210)
    ).groups()
    modules = len(segno.make_qr(ADDRESS, error="m").matrix)
    millimetres = [float(points) / 72 * 25.4 for points in (scale, left, top)]
    assert [round(length, 2) for length in millimetres] == [round(14 / modules, 2), 128, 204.5]


def test_no_address_draws_nothing() -> None:
    assert drawn_qr("", PLACE, page_height=210) == ""
