"""What the organisers settle before a draw: who never meets, who meets in a round, who rests in it."""

from django.db import models
from django.db.models import Q

from tournament.models.championship import Championship
from tournament.models.pair import Pair


class Arrangement(models.Model):
    """`round_number` is empty for two pairs that never meet; `other` is empty for the pair that rests."""

    class Kind(models.TextChoices):
        APART = "apart"
        TOGETHER = "together"
        RESTS = "rests"

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="arrangements")
    kind = models.CharField(max_length=10, choices=Kind)
    one = models.ForeignKey(Pair, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Pair, on_delete=models.CASCADE, related_name="+", null=True)
    round_number = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["kind", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="rests", other=None, round_number__isnull=False)
                | Q(kind="apart", other__isnull=False, round_number=None)
                | Q(kind="together", other__isnull=False, round_number__isnull=False),
                name="arrangement_says_who_and_when",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.championship} · {self.kind} · {self.one} · {self.other}"
