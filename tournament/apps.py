from django.apps import AppConfig


class TournamentConfig(AppConfig):
    name = "tournament"
    label = "tournament"
    verbose_name = "Manilla"
    default_auto_field = "django.db.models.BigAutoField"
