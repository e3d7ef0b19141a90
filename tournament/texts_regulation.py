"""What cannot be in a regulation, as sentences with the way out."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

REGULATION_REFUSALS: dict[str, str | Promise] = {
    "regulation_field": gettext_lazy("%(field)s must be a whole number from %(low)s to %(high)s."),
    "regulation_choice": gettext_lazy("%(field)s cannot be “%(value)s”. Choose one of the values offered."),
    "regulation_endless": gettext_lazy(
        "A game must end somehow: set a target of points, a number of hands or a time limit."
    ),
    "regulation_order": gettext_lazy(
        "The order of the ranking must name each criterion once and end with the registration number."
    ),
    "regulation_cap": gettext_lazy("The cap cannot be lower than the target of %(target)s points."),
    "regulation_cap_alone": gettext_lazy(
        "A cap for the winner needs a target of points. Set both or neither."
    ),
    "regulation_above_cap": gettext_lazy("%(field)s cannot be above the cap of %(cap)s points."),
    "regulation_tie": gettext_lazy(
        "With a number of hands or a time limit a game can end level: say what a level game is worth."
    ),
    "regulation_bs": gettext_lazy(
        "Sant Vicenç on a botifarra needs Sant Vicenç to exist: allow it too, or switch both off."
    ),
    "regulation_unknown_field": gettext_lazy("This regulation has no field “%(field)s”."),
}
