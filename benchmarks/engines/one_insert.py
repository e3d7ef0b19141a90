"""The settings of a site that takes a hand and only writes it into a table: one INSERT and an answer in JSON."""

from tournament.settings import *  # noqa: F403

MIDDLEWARE: list[str] = []
ROOT_URLCONF = "benchmarks.engines.one_insert_urls"
