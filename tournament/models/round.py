"""A round: drafted, published, closed."""

from django.db import models

from tournament.models.championship import Championship


class Round(models.Model):
    """`published_at` is the pairing's moment (E 12.3.3.1). `ends_at` is the announced end as it would be without pauses
    and `extra_minutes`, which move it (`core.clock.RoundFacts`). `despite_floor` is the organisers' reason to end games
    before the least time (E 17.2); "" while that time holds.

    `reasons` is how the pairing came about, as JSON: "input" what it was drawn from and "pairing" the answer, with the
    reasons of each meeting; "kept" the meetings that were held fast when the rest was drawn again; "steps" what was
    changed by hand since, "repairs" what was drawn again after the publication, "accepted" what pairs played in each
    other's place, "open" the games that were not confirmed when it was drawn. `version` goes up with every change by
    hand.
    """

    class State(models.TextChoices):
        DRAFT = "draft"
        PUBLISHED = "published"
        CLOSED = "closed"

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    method = models.CharField(max_length=10)
    seed = models.CharField(max_length=60)
    reasons = models.JSONField(default=dict)
    published_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)
    last_hand_at = models.DateTimeField(null=True)
    despite_floor = models.CharField(max_length=300, blank=True)
    extra_minutes = models.PositiveSmallIntegerField(default=0)
    closed_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["championship", "number"], name="one_round_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.championship} · {self.number}"
