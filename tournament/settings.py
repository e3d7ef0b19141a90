"""All settings. The environment is read in this file only; a value that makes no sense stops the start."""

import os
import secrets
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from tournament.site_address import DEFAULT_PORT, STORE_NAME, lan_url, port_last_served


def env_text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def env_flag(name: str, default: bool) -> bool:
    words = {"1": True, "true": True, "yes": True, "on": True}
    words |= {"0": False, "false": False, "no": False, "off": False}
    text = env_text(name)
    if not text:
        return default
    if text.lower() not in words:
        raise ImproperlyConfigured(f"{name} must be yes or no, not “{text}”.")
    return words[text.lower()]


def env_number(name: str, default: int, *, least: int, most: int) -> int:
    text = env_text(name)
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        raise ImproperlyConfigured(f"{name} must be a whole number from {least} to {most}, not “{text}”.")
    return int(text)


def env_list(name: str, default: list[str]) -> list[str]:
    return [item.strip() for item in env_text(name).split(",") if item.strip()] or default


def env_site(name: str, default: str) -> str:
    """A site's address: scheme and host, a port if need be, and nothing after it."""
    text = env_text(name, default).rstrip("/")
    wrong = ImproperlyConfigured(f"{name} must look like https://example.org, not “{text}”.")
    try:
        parts = urlsplit(text)
        leftover = parts._replace(scheme="", netloc="").geturl()
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or leftover:
            raise wrong
        _ = parts.port  # raises where it is no port
    except ValueError:
        raise wrong from None
    return text


def env_database(name: str, default: str) -> dict[str, Any]:
    text = env_text(name, default)
    try:
        database = dict(dj_database_url.parse(text, conn_max_age=60, conn_health_checks=True))
    except (ValueError, KeyError):
        database = {}
    engine = database.get("ENGINE", "").rpartition(".")[2]
    if engine not in ("sqlite3", "postgresql"):
        # The value may hold a password: it is not repeated.
        raise ImproperlyConfigured(
            f"{name} must begin with sqlite:/// or postgres:// and name a database, "
            "as in postgres://user:password@host:5432/manilla."
        )
    return for_sqlite(database) if engine == "sqlite3" else for_postgresql(database)


def for_sqlite(database: dict[str, Any]) -> dict[str, Any]:
    """Durable when the plug is pulled (WAL, FULL); writers wait in line instead of failing (IMMEDIATE)."""
    options = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
    # A file: in memory there is no WAL and threads see "table is locked". The process number keeps
    # two test runs side by side apart.
    return database | {"OPTIONS": options, "TEST": {"NAME": str(DATA_DIR / f"test-{os.getpid()}.sqlite3")}}


def for_postgresql(database: dict[str, Any]) -> dict[str, Any]:
    return database | {"TEST": {"NAME": f"test_manilla_{os.getpid()}"}}


def kept_secret(file: Path) -> str:
    """The secret key of this installation: made at the first start, readable by its owner only."""
    if not file.exists():
        draft = file.with_name(f"{file.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(descriptor, "w", encoding="ascii") as opened:
            opened.write(secrets.token_urlsafe(50))
        with suppress(FileExistsError):  # of two that start together the first one's counts
            os.link(draft, file)
        draft.unlink()
    return file.read_text(encoding="ascii").strip()


BASE_DIR = Path(__file__).resolve().parent.parent
# Everything this installation makes: database, secret key, collected static files.
DATA_DIR = Path(env_text("DATA_DIR", str(BASE_DIR / "var"))).resolve()
DATA_DIR.mkdir(parents=True, exist_ok=True)

# --- The site and its address -----------------------------------------------------------------

SITE_ADDRESS_STORE = DATA_DIR / STORE_NAME
PORT = env_number("PORT", port_last_served(SITE_ADDRESS_STORE) or DEFAULT_PORT, least=1, most=65535)
# As phones reach it. QR codes and printed links carry it, never localhost.
SITE_URL = env_site("SITE_URL", lan_url(PORT))
OVER_TLS = SITE_URL.startswith("https:")

DEBUG = env_flag("DEBUG", False)
SECRET_KEY = env_text("SECRET_KEY") or kept_secret(DATA_DIR / "secret-key")
# In a hall the laptop is reached by whatever address the router gave it today, and by its name:
# nothing a wrong Host header could reach is at stake there. A public site answers to its own name.
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", [str(urlsplit(SITE_URL).hostname)] if OVER_TLS else ["*"])
CSRF_TRUSTED_ORIGINS = [SITE_URL]

# Over plain http a Secure cookie never comes back and an upgraded link never opens.
# TLS itself ends at the proxy in front; gunicorn believes its X-Forwarded-Proto when it comes from
# this machine (FORWARDED_ALLOW_IPS names another).
SESSION_COOKIE_SECURE = OVER_TLS
CSRF_COOKIE_SECURE = OVER_TLS
SECURE_HSTS_SECONDS = int(timedelta(days=30).total_seconds()) if OVER_TLS else 0
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if OVER_TLS else None
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "upgrade-insecure-requests": OVER_TLS,
    }
}

# --- The application --------------------------------------------------------------------------

INSTALLED_APPS = [
    "tournament",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_tables2",
    "django_htmx",
    "csp",
    "axes",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "tournament.middleware.language_from_address",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "tournament.urls"
WSGI_APPLICATION = "tournament.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

DATABASES = {"default": env_database("DATABASE_URL", f"sqlite:///{DATA_DIR / 'manilla.sqlite3'}")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Public pages (tournament/publishing.py) ---------------------------------------------------

PUBLIC_PAGES_LAG = 1.0  # seconds between two questions for the version
# Every worker keeps so many bytes of them; while templates are being written, none.
PUBLIC_PAGES_BYTES = 0 if DEBUG else 48 * 2**20

# --- Who logs in ------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "desk_home"
LOGOUT_REDIRECT_URL = "home"
SESSION_COOKIE_NAME = "manilla_session"
SESSION_COOKIE_AGE = int(timedelta(days=2).total_seconds())  # the eve, and the day itself

# A whole hall comes from one router's address: one person's typing errors lock that person's name
# at that address, never the colleague beside.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 6
AXES_COOLOFF_TIME = timedelta(minutes=5)  # the page below says it in words
AXES_LOCKOUT_TEMPLATE = "desk/locked_out.html"
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True  # who logged in when is nobody's business; failures are enough
AXES_VERBOSE = False

# --- Languages, time, files, messages ---------------------------------------------------------

LANGUAGE_CODE = "ca"
LANGUAGES = [
    ("ca", "Català"),
    ("es", "Español"),
    ("en", "English"),
    ("fr", "Français"),
    ("cs", "Čeština"),
]
LOCALE_PATHS = [BASE_DIR / "locale/variants", BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"  # stored so; every championship shows times in its own zone

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "tournament.storage.HashedStaticFiles"},
}
MEDIA_ROOT = DATA_DIR / "media"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "INFO" if not DEBUG else "DEBUG"},
    # Django's own handlers send mail, which nobody here reads.
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "fontTools": {"level": "WARNING"},
        "weasyprint": {"level": "ERROR"},
    },
}
