"""The admin area, for whoever keeps the installation: accounts are made and disabled here, rows are looked at.

Nothing is written past the services, so nothing escapes the history; what results hang on cannot be deleted.
"""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group, User
from django.http import HttpRequest

import tournament.printing.fonts  # noqa: F401  (a system check, which has to be known from the start)
from tournament.models import Championship, Pair, Table
from tournament.queries.tables import games_at


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Looked at, and deleted where nothing hangs on it: the rows that protect themselves are listed."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Championship)
class ChampionshipAdmin(ReadOnly):
    list_display = ("name", "day", "place", "state")
    exclude = ("pin_key",)


@admin.register(Pair)
class PairAdmin(ReadOnly):
    list_display = ("number", "war_name", "championship", "state")
    list_filter = ("championship",)
    exclude = ("pin_salt",)


@admin.register(Table)
class TableAdmin(ReadOnly):
    """Games know their table by its number, so the database alone would let its card go."""

    list_display = ("number", "championship")
    list_filter = ("championship",)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        deletable, counts, forbidden, protected = super().get_deleted_objects(objs, request)
        return (
            deletable,
            counts,
            forbidden,
            [*protected, *(str(game) for table in objs for game in games_at(table))],
        )


class PeopleAdmin(UserAdmin):
    """Whoever left is disabled (not active): what they did stays theirs."""

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


admin.site.unregister(User)
admin.site.unregister(Group)
admin.site.register(User, PeopleAdmin)
