from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.queries.championships import championship_by_slug
from tournament.queries.standings import results_counted, standings
from tournament.queries.verification import verify


class Command(BaseCommand):
    help = (
        "Counts every confirmed game of a championship again from its hands, and the ranking from those, "
        "and compares both with what is stored. Ends with status 1 where something differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the championship's name in its address")

    def handle(self, *args: Any, **options: Any) -> None:
        championship = championship_by_slug(options["slug"])
        if championship is None:
            raise CommandError(f"There is no championship “{options['slug']}”.")
        results, ranked = results_counted(championship), len(standings(championship))
        self.stdout.write(
            f"{championship}: compared the stored results of {results.confirmed} confirmed games (of "
            f"{results.games}) with their hands, typed totals or kind, and the ranking of {ranked} pairs "
            "with their sum."
        )
        found = verify(championship)
        for discrepancy in found:
            self.stdout.write(str(discrepancy))
        if found:
            raise CommandError(f"{len(found)} differences.")
        self.stdout.write("All of it agrees.")
