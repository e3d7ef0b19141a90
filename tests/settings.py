"""The settings of the tests: the real ones, with an address that does not depend on the machine."""

import os

os.environ["SITE_URL"] = "http://192.0.2.10:8000"
for name in ("PORT", "DEBUG", "ALLOWED_HOSTS"):
    os.environ.pop(name, None)

from tournament.settings import *  # noqa: E402, F403
from tournament.settings import DATABASES, STORAGES  # noqa: E402

STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
# Nothing is collected beforehand: files are looked up where they are written.
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
# Quick to check; the tests do not guard anything with it.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# No test pulls the plug: SQLite need not wait for the disk.
if "sqlite3" in DATABASES["default"]["ENGINE"]:
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
# Rows that tests write by themselves have no version: every reading of a public page asks for it, and nothing is kept
# but where a test is about that.
PUBLIC_PAGES_LAG = 0.0
PUBLIC_PAGES_BYTES = 0
