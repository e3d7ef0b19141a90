"""A player in the place of another; the pair, its number and its results stay."""

from django.db import models

from tournament.models.pair import Pair


class Replacement(models.Model):
    """From this round on, or for this round alone. The names stand here and not in the log, so that people can be
    forgotten: `came` plays in the place of `former`.

    One for good is written on the pair itself as well; one for a round leaves the pair's names as they are.
    """

    class Player(models.IntegerChoices):
        FIRST = 1
        SECOND = 2

    pair = models.ForeignKey(Pair, on_delete=models.PROTECT, related_name="replacements")
    player = models.PositiveSmallIntegerField(choices=Player)
    round_number = models.PositiveSmallIntegerField()
    is_for_good = models.BooleanField(default=False)
    former = models.CharField(max_length=80)
    came = models.CharField(max_length=80)
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["pair", "player", "round_number"],
                condition=models.Q(is_for_good=False),
                name="one_substitute_a_player_and_round",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pair} · {self.player} · {self.round_number}"
