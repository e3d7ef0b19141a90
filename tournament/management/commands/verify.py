from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.queries.championships import championship_by_slug
from tournament.queries.verification import extent, verify


class Command(BaseCommand):
    help = (
        "Counts every confirmed game of a championship again from its hands, and the ranking from those, "
        "compares both with what is stored, and looks whether every row can be what it is. Ends with status 1 "
        "where something differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the championship's name in its address")

    def handle(self, *args: Any, **options: Any) -> None:
        championship = championship_by_slug(options["slug"])
        if championship is None:
            raise CommandError(f"There is no championship “{options['slug']}”.")
        there = extent(championship)
        self.stdout.write(
            f"{championship}: compared the stored results of {there.confirmed} confirmed games (of "
            f"{there.games}) with their hands, typed totals or kind, and the ranking of {there.pairs} pairs "
            "with their sum; every hand with its bid, every pair with its seat or missed round."
        )
        found = verify(championship)
        for discrepancy in found:
            self.stdout.write(str(discrepancy))
        if found:
            raise CommandError(f"{len(found)} differences.")
        self.stdout.write("All of it agrees.")
