"""A QR code on a page of the desk."""

import segno
from django.conf import settings
from django.utils.safestring import SafeString, mark_safe


def qr_of(path: str) -> SafeString:
    """An address of this site, to be scanned. The drawing is made of our own address alone."""
    address = settings.SITE_URL + path
    drawn = segno.make_qr(address, error="m", mask=2)  # choosing the best mask takes most of the time
    return mark_safe(drawn.svg_inline(scale=3, border=2, svgclass="qr", lineclass=None, omitsize=True))
