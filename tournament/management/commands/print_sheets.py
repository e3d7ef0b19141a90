from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.languages import spoken
from tournament.printing.jobs import sheets_of_round
from tournament.queries.championships import championship_by_slug
from tournament.queries.rounds import published_rounds


class Command(BaseCommand):
    help = "Writes the A5 score sheets of a published round into one PDF."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the championship's name in its address")
        parser.add_argument("round", type=int)
        parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.pdf")

    def handle(self, *args: Any, **options: Any) -> None:
        championship = championship_by_slug(options["slug"])
        if championship is None:
            raise CommandError(f"There is no championship “{options['slug']}”.")
        rounds = {round_.number: round_ for round_ in published_rounds(championship)}
        if options["round"] not in rounds:
            raise CommandError(f"Round {options['round']} is not published.")
        with spoken(championship.hand_word):
            options["output"].write_bytes(sheets_of_round(rounds[options["round"]]))
        self.stdout.write(f"{options['output']} written.")
