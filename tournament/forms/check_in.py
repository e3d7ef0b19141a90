"""Which pair is checked in."""

from django import forms


class PairNumberForm(forms.Form):
    """A registration number, from a button of the list."""

    pair = forms.IntegerField(min_value=1, max_value=9999)
