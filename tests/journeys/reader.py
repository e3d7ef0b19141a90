"""Somebody at a browser without JavaScript: opens pages, fills in the forms that stand on them, presses buttons."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

from django.test import Client


@dataclass
class Form:
    """A form as it stands on the page: what it sends when nothing is changed, and what its buttons add."""

    action: str
    method: str = "get"
    values: dict[str, str] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    of: str = ""


@dataclass(frozen=True)
class Page:
    """What came back."""

    address: str
    status: int
    html: str

    @property
    def forms(self) -> list[Form]:
        reading = _Forms(self.address)
        reading.feed(self.html)
        return reading.forms

    @property
    def text(self) -> str:
        """What a reader sees."""
        without_code = re.sub(r"<(script|style).*?</\1>", " ", self.html, flags=re.S)
        return " ".join(re.sub(r"<[^>]+>", " ", without_code).split())

    def form(self, action: str, *names: str) -> Form:
        """The first form that is sent to an address ending so and has these fields."""
        for form in self.forms:
            if form.action.endswith(action) and set(names) <= form.names:
                return form
        known = sorted({form.action for form in self.forms})
        raise AssertionError(f"no form {action} with {names} on {self.address}, only {known}:\n{self.text}")


class _Forms(HTMLParser):
    """Collects forms with the values that a browser would send."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address, self.forms = address, list[Form]()
        self._outside: dict[str, set[str]] = {}  # fields and buttons that stand before the form they name
        self._form: Form | None = None
        self._select = self._area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = {name: value or "" for name, value in attrs}
        if tag == "form":
            action = urljoin(self.address, facts.get("action", ""))
            self._form = Form(action.split("?")[0], facts.get("method", "get"))
            self.forms.append(self._form)
            self._form.names |= self._outside.get(facts.get("id", ""), set())
            for sends in [each for each in self.forms if each.of and each.of == facts.get("id")]:
                sends.values, sends.names = self._form.values, self._form.names
        if tag == "button" and facts.get(
            "formaction"
        ):  # it stands before the form that it sends to another address
            address = urljoin(self.address, facts["formaction"])
            self.forms.append(Form(address, "post", of=facts["form"]))
        elif facts.get("form") and facts.get("name"):
            self._outside.setdefault(facts["form"], set()).add(facts["name"])
        if self._form is None:
            return
        if facts.get("name"):
            self._form.names.add(facts["name"])
        if tag == "input":
            self._input(self._form, facts)
        elif tag == "option" and self._select:
            self._option(self._form, facts)
        elif tag in ("select", "textarea"):
            self._select = facts["name"] if tag == "select" else ""
            self._area = facts["name"] if tag == "textarea" else ""

    def _input(self, form: Form, facts: dict[str, str]) -> None:
        kind = facts.get("type", "text")
        if not facts.get("name") or kind in ("file", "submit") or "disabled" in facts:
            return
        if kind not in ("radio", "checkbox") or "checked" in facts:
            form.values[facts["name"]] = facts.get("value", "on" if kind == "checkbox" else "")

    def _option(self, form: Form, facts: dict[str, str]) -> None:
        if "selected" in facts or self._select not in form.values:
            form.values[self._select] = facts.get("value", "")

    def handle_data(self, data: str) -> None:
        if self._form is not None and self._area:
            self._form.values[self._area] = self._form.values.get(self._area, "") + data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        if tag in ("select", "textarea"):
            self._select = self._area = ""


class Reader:
    """One person with one browser; forged forms would be refused."""

    def __init__(self) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.requests = 0

    def open(self, address: str, **query: Any) -> Page:
        return self._page(self.client.get(address, query, follow=True))

    def send(self, page: Page, action: str, /, *, status: int = 200, **fields: Any) -> Page:
        """Fill the page's form in (None unticks a box) and send it; `status` is what is expected at the end."""
        form = page.form(action, *fields)
        filled = form.values | fields
        sent = {name: str(value) for name, value in filled.items() if value is not None}
        if form.method == "get":
            return self.open(form.action, **sent)
        after = self._page(self.client.post(form.action, sent, follow=True))
        assert after.status == status, f"{form.action}: {after.status}\n{after.text}"
        return after

    def _page(self, response: Any) -> Page:
        self.requests += 1 + len(response.redirect_chain)
        address = response.redirect_chain[-1][0] if response.redirect_chain else response.request["PATH_INFO"]
        return Page(address, response.status_code, response.content.decode())
