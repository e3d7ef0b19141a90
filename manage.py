#!/usr/bin/env python3
"""Manilla's command line: `./manage.py help` lists what there is."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as problem:
        sys.exit(f"Manilla cannot start: {problem}")


if __name__ == "__main__":
    main()
