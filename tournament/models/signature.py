"""A pair's signature under its sheet (E 15.2.7.1)."""

from django.db import models

from tournament.models.game import Game, SideChoice


class Signature(models.Model):
    """`fingerprint` is of the sheet as it was signed: under another one the signature says nothing."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="signatures")
    side = models.CharField(max_length=1, choices=SideChoice)
    fingerprint = models.CharField(max_length=64)
    signed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "side"], name="one_signature_a_side"),
        ]

    def __str__(self) -> str:
        return f"{self.game} · {self.side}"
