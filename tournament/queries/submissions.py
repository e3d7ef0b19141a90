"""Forms that were answered already."""

from tournament.models import Championship, Submission


def is_answered(championship: Championship, client_id: str) -> bool:
    """Whether a form of this id did what it asks for: sent once more, it may find nothing left to do it to."""
    return Submission.objects.filter(championship=championship, client_id=client_id).exists()
