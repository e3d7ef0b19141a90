"""The pairs of a championship and the rounds that they miss."""

import secrets

from django.db import models
from django.db.models import Q

from tournament.models.championship import Championship


def new_token() -> str:
    """What nobody can guess: 192 random bits."""
    return secrets.token_urlsafe(24)


class Pair(models.Model):
    """`number` is the registration number (E 14.5) and never changes; `war_name` is public, the players are not.

    `fixed_table` is where it always sits, for who cannot move about. `token` is the address of its private page.
    """

    class State(models.TextChoices):
        REGISTERED = "registered"
        WAITING = "waiting"
        PRESENT = "present"
        WITHDRAWN = "withdrawn"
        EXPELLED = "expelled"

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="pairs")
    number = models.PositiveSmallIntegerField()
    war_name = models.CharField(max_length=60)
    player_1 = models.CharField(max_length=80)
    player_2 = models.CharField(max_length=80)
    club = models.CharField(max_length=60, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.REGISTERED)
    fixed_table = models.PositiveSmallIntegerField(null=True)
    pin_salt = models.CharField(max_length=16, blank=True)
    token = models.CharField(max_length=43, unique=True, default=new_token)
    paid = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["championship", "number"], name="one_pair_a_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="pair_number_positive"),
            models.UniqueConstraint(fields=["championship", "fixed_table"], name="one_pair_a_fixed_table"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.war_name}"


class Absence(models.Model):
    """A round that a pair misses, and what it is worth to it (D 13): never a win without playing.

    `by_publication` marks a row that follows from a published round (the pair came later, or had left): it goes when
    the round is un-published.
    """

    class Reason(models.TextChoices):
        LATE = "late"
        ASKED = "asked"
        LEFT = "left"

    pair = models.ForeignKey(Pair, on_delete=models.PROTECT, related_name="absences")
    round_number = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=10, choices=Reason)
    wins2 = models.PositiveSmallIntegerField(default=0)
    points_for = models.PositiveSmallIntegerField(default=0)
    points_against = models.PositiveSmallIntegerField(default=0)
    by_publication = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pair", "round_number"], name="one_absence_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.pair} · {self.round_number} · {self.reason}"
