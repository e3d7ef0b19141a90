"""Who logs in at the desk."""

from django import forms
from django.contrib.auth.forms import AuthenticationForm, UsernameField
from django.contrib.auth.models import User

LONGEST_NAME = User._meta.get_field("username").max_length


class LogInForm(AuthenticationForm):
    """Django's own, but a name that nobody can have is refused before anything looks for it or notes it."""

    username = UsernameField(max_length=LONGEST_NAME, widget=forms.TextInput())
