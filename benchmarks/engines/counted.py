"""The site, with a line in the file named by `COUNTED_IN` for every public page that a worker renders."""

import os

from tournament.wsgi import application  # isort: skip  # the apps are loaded by it

from tournament import publishing

__all__ = ["application"]

_rendered = publishing._rendered


def _counted(*about: object) -> publishing.Snapshot:
    with open(os.environ["COUNTED_IN"], "a", encoding="ascii") as lines:
        lines.write(f"{os.getpid()}\n")
    return _rendered(*about)  # type: ignore[arg-type]


publishing._rendered = _counted  # type: ignore[assignment]
