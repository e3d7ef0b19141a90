"""A table of the hall, with a card that outlives the rounds."""

from django.db import models

from tournament.models.championship import Championship


class Table(models.Model):
    """`token` is the secret part of the address on its card: it leads to the game that is played there now."""

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    token = models.CharField(max_length=43, unique=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["championship", "number"], name="one_table_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.championship} · {self.number}"
