"""Instants as the clock on the wall shows them."""

from datetime import datetime

from django.utils.formats import date_format


def wall_text(at: datetime, form: str = "H:i") -> str:
    """An instant in its own zone: 10:04; in the hour that the clocks strike twice with its offset: 02:30 (+0200)."""
    text = date_format(at, form)
    return f"{text} ({at:%z})" if _is_struck_twice(at) else text


def _is_struck_twice(at: datetime) -> bool:
    return at.replace(fold=0).utcoffset() != at.replace(fold=1).utcoffset()
