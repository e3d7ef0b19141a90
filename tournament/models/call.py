"""A table asks for an organiser (E 17.7)."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournament.models.game import Game


class Call(models.Model):
    """`answered_at` is when somebody said that they go, `done_at` when it was settled or taken back.

    "late_hand" is asked by the program: a hand came from the table's phone after the confirmation.
    """

    class Reason(models.TextChoices):
        REVOKE = "revoke"
        MISDEAL = "misdeal"
        DISAGREE = "disagree"
        OTHER = "other"
        LATE_HAND = "late_hand"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="calls")
    reason = models.CharField(max_length=10, choices=Reason)
    called_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    done_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["called_at"]
        constraints = [
            models.UniqueConstraint(fields=["game"], condition=Q(done_at=None), name="one_open_call_a_game"),
        ]

    def __str__(self) -> str:
        return f"{self.game} · {self.reason}"
