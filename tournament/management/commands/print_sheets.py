from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.languages import spoken
from tournament.printing.jobs import Wanted, What, sheets_of_round
from tournament.queries.championships import championship_by_slug
from tournament.queries.rounds import published_rounds


class Command(BaseCommand):
    help = "Writes the A5 score sheets of a published round into one PDF: all, those of some tables, or blank ones."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the championship's name in its address")
        parser.add_argument("round", type=int)
        parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.pdf")
        parser.add_argument("--tables", type=int, nargs="+", default=(), help="only those of these tables")
        parser.add_argument("--blank", type=int, default=0, metavar="N", help="so many empty ones instead")
        parser.add_argument("--two-up", action="store_true", help="two on an A4 page, to be cut")
        parser.add_argument("--no-back", action="store_true", help="the fronts alone")

    def handle(self, *args: Any, **options: Any) -> None:
        championship = championship_by_slug(options["slug"])
        if championship is None:
            raise CommandError(f"There is no championship “{options['slug']}”.")
        rounds = {round_.number: round_ for round_ in published_rounds(championship)}
        if options["round"] not in rounds:
            raise CommandError(f"Round {options['round']} is not published.")
        try:
            with spoken(championship.hand_word):
                written = sheets_of_round(rounds[options["round"]], _wanted(options))
        except ValueError as refusal:
            raise CommandError("No table of this round was chosen.") from refusal
        options["output"].write_bytes(written)
        self.stdout.write(f"{options['output']} written.")


def _wanted(options: dict[str, Any]) -> Wanted:
    return Wanted(
        what=What.BLANK if options["blank"] else What.TO_PLAY,
        tables=frozenset(options["tables"]),
        blanks=options["blank"],
        back=not options["no_back"],
        two_up=options["two_up"],
    )
