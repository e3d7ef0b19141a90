import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import transaction

from tournament.models import Championship
from tournament.site_address import DEFAULT_PORT

ORGANISER = "organitzacio"
# No letters that look alike on a screen read from afar.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


class Command(BaseCommand):
    help = "Makes everything ready to serve: tables, static files, and once an organiser and a demo."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        password = first_organiser_and_demo()
        self.stdout.write(welcome(password))


def first_organiser_and_demo() -> str | None:
    """Into an empty database only, both or none; gives the password, which is known only now.

    An organiser who deletes the demo to begin in earnest does not find it again at the next start.
    """
    users = get_user_model().objects
    if users.exists():
        return None
    password = "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3))
    with transaction.atomic():
        users.create_superuser(ORGANISER, password=password)
        if not Championship.objects.exists():
            call_command("demo", owner=ORGANISER, verbosity=0)
    return password


def welcome(password: str | None) -> str:
    port = "" if settings.PORT == 80 else f":{settings.PORT}"
    again = f"make run PORT={settings.PORT}" if settings.PORT != DEFAULT_PORT else "make run"
    lines = [
        "",
        "Manilla is ready.",
        "",
        f"  From phones in the hall   {settings.SITE_URL}/",
        f"  On this computer          http://localhost{port}/",
        f"  The organisers' desk      http://localhost{port}/organitzacio/",
        "",
        *log_in(password),
        "",
        f"Ctrl+C stops it. Everything is kept; {again} starts it again.",
        "",
    ]
    return "\n".join(lines)


def log_in(password: str | None) -> list[str]:
    if password:
        return [
            f"  Log in as                 {ORGANISER}",
            f"  Password                  {password}",
            "                            (shown only this time: write it down)",
        ]
    names = get_user_model().objects.filter(is_superuser=True, is_active=True).order_by("pk")
    name = names.values_list("username", flat=True).first() or ORGANISER
    return [
        f"  Log in as                 {name}",
        "  Password                  the one shown at the first start; to set a new one:",
        f"                            .venv/bin/python manage.py changepassword {name}",
    ]
