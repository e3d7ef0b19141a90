"""How people come to the desk of a championship: by a code that is read aloud or scanned."""

from django.conf import settings
from django.db import models

from tournament.models.championship import Championship, Membership


class Invitation(models.Model):
    """Whoever has the code gets the role, until it expires or is withdrawn; `used` counts those who did."""

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="invitations")
    code = models.CharField(max_length=20, unique=True)
    role = models.CharField(max_length=10, choices=Membership.Role)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)
    used = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.championship} · {self.role}"
