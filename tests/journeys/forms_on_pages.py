"""The forms of a page as a browser has them, so that tests send what the page itself would send."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

from django.test import Client

NOT_TYPED = ("hidden", "submit", "button", "file", "password")
PICKED = ("checkbox", "radio")


@dataclass
class PageForm:
    """One form that posts: where to, what its fields hold, what its buttons add, and which fields somebody fills in."""

    action: str
    holds: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    typed: set[str] = field(default_factory=set)

    def offers(self, sent: dict[str, Any]) -> bool:
        """Whether somebody could send this with it, by its fields and its buttons."""
        pressed = {name for name, _value in self.buttons}
        hidden = {name for name in self.holds if name not in self.typed}
        for name, value in sent.items():
            if name in self.typed:
                continue
            if name in pressed and (name, str(value)) in self.buttons:
                continue
            if name in hidden and str(value) in self.holds[name]:
                continue
            return False
        return True


class _Forms(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.page = page
        self.forms: list[PageForm] = []
        self.now: PageForm | None = None
        self.by_id: dict[str, PageForm] = {}
        self.select = self.area = ""
        self.text = ""
        self.later: list[tuple[str, dict[str, str]]] = []

    def finish(self) -> list[PageForm]:
        """The forms, with the fields that stand outside of theirs and name it."""
        for tag, said in self.later:
            self._field(tag, said, self.by_id[said["form"]])
        return self.forms

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attributes}
        if tag == "form":
            self._begin(said)
        elif "form" in said:
            self.later.append((tag, said))
        elif tag in ("input", "button", "select", "textarea", "option") and self.now is not None:
            self._field(tag, said, self.now)

    def _begin(self, said: dict[str, str]) -> None:
        self.now = PageForm(urljoin(self.page, said.get("action", "")).split("#")[0])
        if said.get("method") == "post":
            self.forms.append(self.now)
        if "id" in said:
            self.by_id[said["id"]] = self.now

    def _field(self, tag: str, said: dict[str, str], form: PageForm) -> None:
        name, value = said.get("name", ""), said.get("value", "")
        if tag == "button":
            self._button(form, said)
        elif tag == "select":
            self.select = name
            form.typed.add(name)
        elif tag == "option":
            if "selected" in said or self.select not in form.holds:
                form.holds[self.select] = [value]
        elif tag == "textarea":
            self.area, self.text = name, ""
            form.typed.add(name)
        elif name:
            self._input(form, said, name, value)

    def _button(self, form: PageForm, said: dict[str, str]) -> None:
        if "formaction" in said:
            holds = form.holds | {said.get("name", ""): [said.get("value", "")]}
            self.forms.append(PageForm(urljoin(self.page, said["formaction"]), holds, [], form.typed))
        if said.get("name"):
            form.buttons.append((said["name"], said.get("value", "")))

    def _input(self, form: PageForm, said: dict[str, str], name: str, value: str) -> None:
        kind = said.get("type", "text")
        if kind not in NOT_TYPED:
            form.typed.add(name)
        if kind not in PICKED or "checked" in said:
            form.holds.setdefault(name, []).append(value)

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.now = None
        if tag == "textarea" and self.now is not None:
            self.now.holds[self.area] = [self.text.removeprefix("\n")]


def forms_of(page: str, html: str) -> list[PageForm]:
    parser = _Forms(page)
    parser.feed(html)
    return parser.finish()


def form_to(client: Client, page: str, action: str, sent: dict[str, Any]) -> PageForm:
    """The form of a page that sends this there. Raises AssertionError where the page has none."""
    answer = client.get(page, follow=True)
    assert answer.status_code == 200, (page, answer.status_code)
    found = forms_of(page, answer.content.decode())
    fitting = [form for form in found if form.action.split("?")[0] == action and form.offers(sent)]
    assert fitting, (page, action, [(form.action, sorted(form.typed), form.buttons) for form in found])
    return fitting[0]


def filled(form: PageForm, sent: dict[str, Any]) -> dict[str, Any]:
    """What the browser sends when somebody fills this in and presses the button."""
    said = {name: values for name, values in form.holds.items() if name not in ("csrfmiddlewaretoken", "")}
    return said | sent
