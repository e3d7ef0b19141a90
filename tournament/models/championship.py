"""A championship, who works at its desk, what was sent to it and what was done."""

import secrets
from decimal import Decimal

from django.conf import settings
from django.db import models


def new_pin_key() -> str:
    """32 random bytes from which the PIN of every pair follows."""
    return secrets.token_hex(32)


class Championship(models.Model):
    """`version` goes up with every write, `settings_version` with every change of the settings, on which a settings
    form is based; `regulation` is `scoring.regulation.Regulation` as JSON, `pauses` are `core.clock.Pause` as JSON:
    every clock needs them, so they come with the row. `fee` is in euros, a pair; `capacity` the most pairs, None for
    no limit. `live_scores` says whether the hall reads scores before they are confirmed; `secret_last_round` keeps the
    last round's results and standings for the ceremony; `screen` is what the hall's screen shows."""

    class State(models.TextChoices):
        SETUP = "setup"
        RUNNING = "running"
        FINISHED = "finished"

    class Method(models.TextChoices):
        """How equals are paired (PAIRING K7); the first round is always drawn by lot."""

        ADJACENT = "adjacent"
        HALVES = "halves"
        FOLD = "fold"
        RANDOM = "random"

    class ClubRule(models.TextChoices):
        NEVER = "never"
        FIRST_ROUND = "first_round"
        ALWAYS = "always"

    class HandWord(models.TextChoices):
        """What people here call a hand, on screens."""

        DAT = "dat"
        MA = "ma"

    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=60, unique=True)
    place = models.CharField(max_length=80, blank=True)
    day = models.DateField()
    time_zone = models.CharField(max_length=40, default="Europe/Madrid")
    regulation = models.JSONField()
    preset = models.CharField(max_length=40, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.SETUP)
    pairing_method = models.CharField(max_length=10, choices=Method, default=Method.ADJACENT)
    club_rule = models.CharField(max_length=12, choices=ClubRule, default=ClubRule.NEVER)
    lot_seed = models.CharField(max_length=60)
    keeps_fixed_tables = models.BooleanField(default=True)
    pin_key = models.CharField(max_length=64, default=new_pin_key)
    phones_at_tables = models.BooleanField(default=True)
    second_check = models.BooleanField(default=False)
    check_in_closed = models.BooleanField(default=False)
    pauses = models.JSONField(default=list)
    capacity = models.PositiveSmallIntegerField(null=True)
    fee = models.DecimalField(max_digits=6, decimal_places=2, default=Decimal(0))
    hand_word = models.CharField(max_length=4, choices=HandWord, default=HandWord.DAT)
    live_scores = models.BooleanField(default=True)
    secret_last_round = models.BooleanField(default=False)
    screen = models.JSONField(default=dict)
    settings_version = models.PositiveIntegerField(default=1)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["-day", "name"]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """What a person may do in one championship; who came by a helper's code may until `expires_at`."""

    class Role(models.TextChoices):
        DIRECTOR = "director"
        ORGANISER = "organiser"
        HELPER = "helper"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships")
    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role)
    expires_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "championship"], name="one_role_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.championship} · {self.role}"


class Submission(models.Model):
    """The answer given to a form that carried an id: sent again, it gets the same answer. `about` is a digest of what
    the form said, for an id that comes with something else is another form."""

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="submissions")
    client_id = models.CharField(max_length=40)
    kind = models.CharField(max_length=40)
    about = models.CharField(max_length=64, blank=True)
    answer = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["championship", "client_id"], name="one_answer_a_client_id"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.client_id}"


class LogEntry(models.Model):
    """Who did what: append-only, ids and numbers, never real names of players. Nothing that it speaks of can be
    deleted under it: neither the championship nor whoever did it."""

    championship = models.ForeignKey(Championship, on_delete=models.PROTECT, related_name="log")
    at = models.DateTimeField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    via = models.CharField(max_length=10)
    what = models.CharField(max_length=40)
    round_number = models.PositiveSmallIntegerField(null=True)
    table = models.PositiveSmallIntegerField(null=True)
    pair_number = models.PositiveSmallIntegerField(null=True)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.at:%H:%M} {self.what}"
