"""What a pair did against the regulations, and what was made of it (E 16)."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournament.models.championship import Championship
from tournament.models.game import Game, SideChoice
from tournament.models.pair import Pair


class Infraction(models.Model):
    """One record of one pair. A withdrawn one counts for nothing and stays as a trace (D 7).

    `code` is the row of the catalogue that counts, `escalated_from` the one committed where a ladder raised it (D 7),
    `article` the one broken where the row names none. `round_number` is the round that was in play or had been (0
    before the first one), `sequence` the row of the sheet. `points` went to the other pair. `effect` is what was
    written because of it, with what stood there before.
    """

    class Severity(models.TextChoices):
        NONE = "none"
        MINOR = "minor"
        SERIOUS = "serious"
        VERY_SERIOUS = "very_serious"

    class Share(models.TextChoices):
        WHOLE = "whole"
        PART = "part"
        NONE = "none"

    class Complainant(models.TextChoices):
        A = "a"
        B = "b"
        OTHER_PAIR = "other_pair"
        ORGANISATION = "organisation"

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="infractions")
    pair = models.ForeignKey(Pair, on_delete=models.PROTECT, related_name="infractions")
    player = models.PositiveSmallIntegerField(null=True)
    game = models.ForeignKey(Game, on_delete=models.SET_NULL, null=True, related_name="infractions")
    side = models.CharField(max_length=1, choices=SideChoice, blank=True)
    round_number = models.PositiveSmallIntegerField(default=0)
    sequence = models.PositiveSmallIntegerField(null=True)
    code = models.CharField(max_length=12)
    escalated_from = models.CharField(max_length=12, blank=True)
    article = models.CharField(max_length=20, blank=True)
    severity = models.CharField(max_length=12, choices=Severity)
    sanction = models.CharField(max_length=10)
    share = models.CharField(max_length=5, choices=Share, default=Share.WHOLE)
    points = models.PositiveSmallIntegerField(default=0)
    moment = models.CharField(max_length=20)
    complained_by = models.CharField(max_length=12, choices=Complainant)
    told = models.CharField(max_length=300, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    effect = models.JSONField(default=dict)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.CheckConstraint(condition=Q(player=None) | Q(player__in=(1, 2)), name="player_one_or_two"),
            models.CheckConstraint(
                condition=Q(withdrawn_at=None) | ~Q(withdrawn_reason=""), name="withdrawn_for_a_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pair} · {self.code}"
