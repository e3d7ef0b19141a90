"""What the organisers write on a sheet, with their name (E 15.4)."""

from django.conf import settings
from django.db import models

from tournament.models.game import Game


class Remark(models.Model):
    """Never changed and never deleted: a wrong one is answered by another."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="remarks")
    text = models.CharField(max_length=500)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.game} · {self.text}"
