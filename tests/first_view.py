"""What a phone fetches before a page stands: the page, its style sheets, icons, scripts and all that they import."""

import gzip
import re
from pathlib import Path

from django.conf import settings
from django.test import Client

LINKED = re.compile(rb'(?:href|src)="/static/([^"#]+)')
NOT_SHOWN = re.compile(rb'<link rel="(?:apple-touch-icon|manifest)"[^>]*>|<meta[^>]*>')
IMPORTED = re.compile(r'from "\./([^"]+)"')
ALREADY_SMALL = (".png",)
STATIC = Path(settings.BASE_DIR) / "static"


def weight(client: Client, path: str) -> int:
    """Bytes on the wire, everything gzipped that can be."""
    page = client.get(path, headers={"accept-encoding": "identity"}).content
    files = {name.decode() for name in LINKED.findall(NOT_SHOWN.sub(b"", page))}
    return _on_the_wire(page) + sum(_weight_of(name) for name in _with_imports(files))


def _with_imports(names: set[str]) -> set[str]:
    found = set(names)
    for name in names:
        if name.endswith(".js"):
            text = (STATIC / name).read_text(encoding="utf-8")
            found |= _with_imports({f"js/{each}" for each in IMPORTED.findall(text)})
    return found


def _weight_of(name: str) -> int:
    content = (STATIC / name).read_bytes()
    return len(content) if name.endswith(ALREADY_SMALL) else _on_the_wire(content)


def _on_the_wire(content: bytes) -> int:
    return len(gzip.compress(content, 6))
