"""What the architecture tests look for, as functions on source text: each gives findings in words.

The map is that of docs/architecture.md; a module that is not on it is a finding too.
"""

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

# Left to right: a module imports only what stands to its right. Names on one line share a stop.
STOPS = (
    ("urls", "wsgi", "admin", "management", "views", "templatetags"),
    ("forms", "tables", "printing", "publishing", "access", "texts"),
    ("services",),
    ("queries",),
    ("models",),
    ("core",),
    ("scoring",),
)
ORDER = [(depth, name) for depth, names in enumerate(STOPS) for name in names]
PLACE = {name: place for place, (_, name) in enumerate(ORDER)}
DEPTH = {name: depth for depth, name in ORDER}

# They hold the house up: no arrow leads out of them, except to the site's address.
HOUSE = frozenset({"settings", "apps", "middleware", "storage", "site_address", "languages"})
MAY_READ_THE_ADDRESS = frozenset({"settings", "apps"})
# The rules know no framework, hence no house either.
PURE = frozenset({"core", "scoring"})

# Slow to load, and most processes never print.
IMPORTED_LATE = {"weasyprint": "tournament/printing/"}
OUTSIDE_OF_CORE = {
    "rustworkx": "tournament/core/pairing/matching.py",
    "pyuca": "tournament/core/alphabet.py",
}
# Time and luck are arguments of the rules, and files are nothing to them.
NOT_PURE = frozenset({"os", "pathlib", "secrets", "socket", "subprocess", "tempfile", "time", "uuid"})

LONGEST_FILE = 400
LONGEST_FUNCTION = 40
VAGUE = frozenset({"utils", "util", "helpers", "helper", "managers", "common", "misc"})
VAGUE_PREFIXES = ("get_", "process_")

INLINE = {
    "inline script": re.compile(r"<script(?![^>]*\b(?:src=|type=\"application/json\"))[^>]*>", re.I),
    "inline style": re.compile(r"<style\b|<[^>]*\sstyle\s*=", re.I),
    "inline handler": re.compile(r"<[^>]*\s(?:on[a-z]+|hx-on[^\s=]*)\s*=|javascript:", re.I),
}


@dataclass(frozen=True, slots=True)
class Source:
    path: str  # as in the repository: tournament/views/desk.py
    text: str

    @property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.path)

    @property
    def stop(self) -> str:
        """The name on the map: scoring, core, views, urls …"""
        parts = PurePosixPath(self.path).with_suffix("").parts
        return "scoring" if parts[0] == "scoring" else _stand(parts[1])

    @property
    def package(self) -> list[str]:
        return list(PurePosixPath(self.path).parent.parts)


def bad_arrows(source: Source) -> list[str]:
    if source.stop == "__init__":
        return [f"{source.path}: the package itself imports nothing"] if _imported(source) else []
    if source.stop not in PLACE and source.stop not in HOUSE:
        return [f"{source.path}: {source.stop} is not on the map"]
    stops = sorted({stop for stop in map(_stop_of, _imported(source)) if stop})
    return [f"{source.path}: imports {stop}" for stop in stops if not _may_import(source.stop, stop)]


def foreign_imports(source: Source) -> list[str]:
    """Packages that the rules may not know, and the parts of the standard library that make them impure."""
    findings = []
    for name in sorted({name.partition(".")[0] for name in _imported(source)}):
        foreign = name not in sys.stdlib_module_names and name not in ("scoring", "tournament")
        if OUTSIDE_OF_CORE.get(name) != source.path and (foreign or name in NOT_PURE):
            findings.append(f"{source.path}: imports {name}")
    return findings


def clocks_and_dice(source: Source) -> list[str]:
    """now(), today(), open() and the shared random source; a seeded random.Random is an argument."""
    findings = []
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if re.fullmatch(r"open|(.+\.)?(now|utcnow|today)|random\.(?!Random$)\w+", called):
                findings.append(f"{source.path}:{node.lineno}: calls {called}")
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            names = {alias.name for alias in node.names} - {"Random"}
            findings += [f"{source.path}:{node.lineno}: imports random.{name}" for name in sorted(names)]
    return findings


def late_imports(source: Source) -> list[str]:
    findings = []
    for function in _functions(source.tree):
        for node in ast.walk(function):
            if isinstance(node, ast.Import | ast.ImportFrom):
                wrong = [name for name in _names(node, source) if not _may_come_late(name, source.path)]
                findings += [f"{source.path}:{node.lineno}: {function.name} imports {name}" for name in wrong]
    return sorted(set(findings))


def long_functions(source: Source) -> list[str]:
    findings = []
    for function in _functions(source.tree):
        length = (function.end_lineno or 0) - function.lineno + 1
        if length > LONGEST_FUNCTION:
            findings.append(f"{source.path}:{function.lineno}: {function.name} has {length} lines")
    return findings


def long_file(source: Source) -> list[str]:
    length = len(source.text.splitlines())
    return [f"{source.path}: {length} lines"] if length > LONGEST_FILE else []


def vague_names(source: Source) -> list[str]:
    path = PurePosixPath(source.path).with_suffix("")
    findings = [f"{source.path}: “{part}” says nothing" for part in path.parts if part in VAGUE]
    for node in source.tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith(VAGUE_PREFIXES):
            findings.append(f"{source.path}:{node.lineno}: {node.name} says nothing")
    return findings


def inline_code(source: Source) -> list[str]:
    found = []
    for what, pattern in INLINE.items():
        for match in pattern.finditer(source.text):
            line = source.text.count("\n", 0, match.end()) + 1
            found.append(f"{source.path}:{line}: {what}")
    return found


def _may_import(importer: str, imported: str) -> bool:
    if importer == imported:
        return True
    if importer in HOUSE:
        return imported == "site_address" and importer in MAY_READ_THE_ADDRESS
    if imported in HOUSE:
        return importer not in PURE
    return PLACE[importer] < PLACE[imported]


def _may_come_late(name: str, path: str) -> bool:
    return path.startswith(IMPORTED_LATE.get(name.partition(".")[0], "nowhere"))


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def _imported(source: Source) -> set[str]:
    """Dotted names of all that a module imports, wherever it does."""
    nodes = (node for node in ast.walk(source.tree) if isinstance(node, ast.Import | ast.ImportFrom))
    return {name for node in nodes for name in _names(node, source)}


def _names(node: ast.Import | ast.ImportFrom, source: Source) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    package = source.package[: len(source.package) + 1 - node.level] if node.level else []
    module = ".".join([*package, *([node.module] if node.module else [])])
    return [f"{module}.{alias.name}" for alias in node.names]


def _stand(name: str) -> str:
    """A stop that outgrew one file may be several: forms_sheet stands where forms does."""
    stem = name.partition("_")[0]
    return stem if stem in PLACE else name


def _stop_of(name: str) -> str | None:
    top, _, rest = name.partition(".")
    if top == "scoring":
        return "scoring"
    stop = _stand(rest.partition(".")[0])
    return stop if top == "tournament" and (stop in PLACE or stop in HOUSE) else None
