"""A field of several small inputs side by side: three figures, or places of a list."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString


class SideBySide(forms.MultiWidget):
    """The inputs of a field of several, each under its own name."""

    def __init__(self, widgets: Sequence[forms.Widget], names: Sequence[Any]) -> None:
        super().__init__(widgets)
        self.names = names

    def decompress(self, value: Any) -> list[Any]:
        return list(value) if value else [None] * len(self.widgets)

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        parts = self.get_context(name, value, attrs)["widget"]["subwidgets"]
        inputs = (self._render(part["template_name"], {"widget": part}, renderer) for part in parts)
        labelled = zip(self.names, inputs, strict=True)
        labels = format_html_join("", "<label><small>{}</small>{}</label>", labelled)
        return format_html('<div class="side-by-side">{}</div>', labels)


class SeveralField(forms.MultiValueField):
    """Its value is the list of what was given, empty places left out."""

    def __init__(self, fields: Sequence[forms.Field], names: Sequence[Any], **kwargs: Any) -> None:
        widget = SideBySide([field.widget for field in fields], names)
        super().__init__(fields=tuple(fields), require_all_fields=False, widget=widget, **kwargs)

    def compress(self, data_list: list[Any]) -> list[Any]:
        return [value for value in data_list or () if value not in (None, "")]


def figures(names: Sequence[Any], *, most: Sequence[int], **kwargs: Any) -> SeveralField:
    """One whole number a name, every one needed."""
    fields = [forms.IntegerField(min_value=0, max_value=limit) for limit in most]
    return SeveralField(fields, names, **kwargs)


def places(choices: Sequence[tuple[str, Any]], names: Sequence[Any], **kwargs: Any) -> SeveralField:
    """A list of up to as many choices as there are names, in order."""
    offered = [("", "—"), *choices]
    return SeveralField([forms.ChoiceField(choices=offered, required=False) for _ in names], names, **kwargs)
