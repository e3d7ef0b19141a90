"""What the organisers tell the hall."""

from django.db import models

from tournament.models.championship import Championship


class Notice(models.Model):
    """On the public pages until it is withdrawn; never changed: a wrong one is withdrawn and another one written."""

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="notices")
    text = models.CharField(max_length=300)
    at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.championship} · {self.text}"
