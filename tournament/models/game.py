"""A game of a round, who sits at it, and the hands recorded for it."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournament.models.pair import Pair
from tournament.models.round import Round


class SideChoice(models.TextChoices):
    A = "a"
    B = "b"


class Game(models.Model):
    """One game. Its truth is its hands; if it has none, the typed totals; of a game not played, its kind.

    `winner` is a walkover's; `award` an organiser's ruling {"points": [a, b], "wins2": [a, b]} (E 17.2).
    `adjustments` are frozen at confirmation, beside the counted points of the seats. `last_hand` is the number of
    the last hand that may be recorded (D 2); `stopped` says that the game was ended before 101 or the last hand,
    `left` is the pair that was expelled or went away during it (D 8).
    `ends_at`, `last_hand_at`, `despite_floor` and `extra_minutes` are what was announced to this table alone, as in the
    round; `waits_until` is how long the desk still waits for a missing pair (E 13.3).
    `accepts_dealing` is the box of arts. 7, 8 and 9 (E 15.3.1), `accepts_gathering` that of 11.1 and 11.2 (E 15.3.2),
    empty where it is not ticked. `paper_at` is when the sheet came to the desk, `typed_by` and `typed_at` who typed it
    and when; `sent_back` is what whoever checked it found wrong.
    """

    class Kind(models.TextChoices):
        PLAYED = "played"
        WALKOVER = "walkover"
        BOTH_ABSENT = "both_absent"
        BYE = "bye"
        AWARDED = "awarded"

    class State(models.TextChoices):
        PLAYING = "playing"
        COMPLETE = "complete"
        SIGNED = "signed"
        CONFIRMED = "confirmed"

    class Stopped(models.TextChoices):
        TIME = "time"
        LAST_HAND = "last_hand"

    class Box(models.TextChoices):
        YES = "yes"
        NO = "no"

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="games")
    table = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.PLAYED)
    state = models.CharField(max_length=10, choices=State, default=State.PLAYING)
    token = models.CharField(max_length=43, unique=True)
    zero_at = models.DateTimeField(null=True)
    opening_draw = models.CharField(max_length=1, choices=SideChoice, blank=True)
    last_hand = models.PositiveSmallIntegerField(null=True)
    last_hand_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)
    despite_floor = models.CharField(max_length=300, blank=True)
    extra_minutes = models.PositiveSmallIntegerField(default=0)
    waits_until = models.DateTimeField(null=True)
    stopped = models.CharField(max_length=10, choices=Stopped, blank=True)
    left = models.CharField(max_length=1, choices=SideChoice, blank=True)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    typed_a = models.PositiveSmallIntegerField(null=True)
    typed_b = models.PositiveSmallIntegerField(null=True)
    winner = models.CharField(max_length=1, choices=SideChoice, blank=True)
    award = models.JSONField(null=True)
    adjustments = models.JSONField(default=list)
    reason = models.CharField(max_length=300, blank=True)
    confirmed_at = models.DateTimeField(null=True)
    voided_at = models.DateTimeField(null=True)
    seated_at = models.DateTimeField(null=True)
    accepts_dealing = models.CharField(max_length=3, choices=Box, blank=True)
    accepts_gathering = models.CharField(max_length=3, choices=Box, blank=True)
    agreements = models.CharField(max_length=300, blank=True)
    paper_at = models.DateTimeField(null=True)
    typed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    typed_at = models.DateTimeField(null=True)
    sent_back = models.CharField(max_length=300, blank=True)
    pin_misses = models.PositiveSmallIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["round", "table"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "table"], condition=Q(voided_at=None), name="one_game_a_table"
            ),
            models.CheckConstraint(
                condition=Q(typed_a=None, typed_b=None) | Q(typed_a__isnull=False, typed_b__isnull=False),
                name="totals_of_both_or_none",
            ),
            models.CheckConstraint(
                condition=~Q(state="confirmed") | Q(confirmed_at__isnull=False), name="confirmed_has_a_moment"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.table}"


class Seat(models.Model):
    """A pair at a game. Points and doubled wins are counted ones, frozen at confirmation, empty before.

    `void` is copied from the game by the service that voids it: one row a pair and game, so standings are one sum.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    side = models.CharField(max_length=1, choices=SideChoice)
    pair = models.ForeignKey(Pair, on_delete=models.PROTECT, related_name="seats")
    points_for = models.PositiveSmallIntegerField(null=True)
    points_against = models.PositiveSmallIntegerField(null=True)
    wins2 = models.PositiveSmallIntegerField(null=True)
    void = models.BooleanField(default=False)

    class Meta:
        ordering = ["game", "side"]
        constraints = [
            models.UniqueConstraint(fields=["game", "side"], name="one_pair_a_side"),
            models.UniqueConstraint(
                fields=["round", "pair"], condition=Q(void=False), name="one_game_a_pair_and_round"
            ),
            models.CheckConstraint(
                condition=Q(points_for=None, points_against=None, wins2=None)
                | Q(points_for__isnull=False, points_against__isnull=False, wins2__in=(0, 1, 2)),
                name="counted_whole_or_not",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} · {self.pair}"


class PlayedHand(models.Model):
    """A row of the sheet. `sequence` orders the rows; hand numbers follow from them (`scoring.sheets.Line`).

    `card_points` are pair a's, where known. `after` is the client id of the hand that this one was written under.
    """

    class Kind(models.TextChoices):
        PLAYED = "played"
        SANCTION = "sanction"
        PASS = "pass"
        UNCOUNTED = "uncounted"
        REPLAYED = "replayed"
        STRUCK = "struck"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="hands")
    sequence = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.PLAYED)
    bid = models.CharField(max_length=2, blank=True)
    maker = models.CharField(max_length=1, choices=SideChoice, blank=True)
    card_points = models.PositiveSmallIntegerField(null=True)
    points_a = models.PositiveSmallIntegerField()
    points_b = models.PositiveSmallIntegerField()
    client_id = models.CharField(max_length=40)
    after = models.CharField(max_length=40, blank=True)
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ["game", "sequence"]
        constraints = [
            models.UniqueConstraint(fields=["game", "sequence"], name="one_hand_a_sequence"),
            models.UniqueConstraint(fields=["game", "client_id"], name="one_hand_a_client_id"),
            models.CheckConstraint(condition=Q(points_a=0) | Q(points_b=0), name="points_to_one_side_only"),
        ]

    def __str__(self) -> str:
        return f"{self.game} · {self.sequence}"
