import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from tournament import settings as written

ROOT = Path(__file__).parent.parent


def fresh_process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The settings are read once, at the start: what another environment makes of them needs another start."""
    inherited = {
        name: value for name, value in os.environ.items() if name not in ("SITE_URL", "DATABASE_URL")
    }
    inherited["DJANGO_SETTINGS_MODULE"] = "tournament.settings"
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=inherited | environment, capture_output=True, text=True, check=False
    )


def printed(expression: str, **environment: str) -> str:
    return fresh_process(
        "-c", f"from tournament import settings; print({expression})", **environment
    ).stdout.strip()


@pytest.mark.parametrize(("text", "flag"), [("yes", True), ("1", True), ("Off", False), ("false", False)])
def test_flag_is_read(monkeypatch: pytest.MonkeyPatch, text: str, flag: bool) -> None:
    monkeypatch.setenv("DEBUG", text)
    assert written.env_flag("DEBUG", not flag) is flag


def test_missing_and_empty_values_mean_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEBUG", " ")
    monkeypatch.delenv("PORT", raising=False)
    assert written.env_flag("DEBUG", False) is False
    assert written.env_number("PORT", 8000, least=1, most=65535) == 8000
    assert written.env_list("HOSTS", ["*"]) == ["*"]


def test_list_is_read_at_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOSTS", "manilla.example.org, www.example.org,")
    assert written.env_list("HOSTS", []) == ["manilla.example.org", "www.example.org"]


def test_bad_flag_is_named_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEBUG", "perhaps")
    with pytest.raises(ImproperlyConfigured, match="DEBUG must be yes or no, not “perhaps”"):
        written.env_flag("DEBUG", False)


@pytest.mark.parametrize("text", ["abc", "0", "65536", "80.5", "-1", "８０００"])
def test_bad_number_is_named_in_a_sentence(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("PORT", text)
    with pytest.raises(ImproperlyConfigured, match="PORT must be a whole number from 1 to 65535"):
        written.env_number("PORT", 8000, least=1, most=65535)


@pytest.mark.parametrize("text", ["https://example.org/", "http://10.0.0.7:8000", "http://laptop:80"])
def test_address_of_a_site_is_read(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("SITE_URL", text)
    assert written.env_site("SITE_URL", "") == text.rstrip("/")


@pytest.mark.parametrize(
    "text",
    [
        "example.org",
        "ftp://example.org",
        "https://",
        "https://example.org/manilla",
        "http://a:b@c",
        "http://a:port",
    ],
)
def test_bad_address_is_named_in_a_sentence(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("SITE_URL", text)
    with pytest.raises(ImproperlyConfigured, match=r"SITE_URL must look like https://example\.org"):
        written.env_site("SITE_URL", "")


@pytest.mark.parametrize(
    "text", ["nonsense", "mysql://root:secret@host/db", "postgres://u:secret@host:port/db"]
)
def test_bad_database_is_named_without_its_password(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("DATABASE_URL", text)
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL must begin with") as raised:
        written.env_database("DATABASE_URL", "")
    assert "secret" not in str(raised.value)


def test_sqlite_is_durable_and_lets_writers_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///manilla.sqlite3")
    options = written.env_database("DATABASE_URL", "")["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] == 20
    assert "journal_mode=WAL" in options["init_command"]
    assert "synchronous=FULL" in options["init_command"]


def test_secret_key_is_made_once_and_kept_private(tmp_path: Path) -> None:
    file = tmp_path / "secret-key"
    secret = written.kept_secret(file)
    assert len(secret) >= 50
    assert written.kept_secret(file) == secret
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [file]


def test_bad_value_stops_the_start_with_one_sentence() -> None:
    run = fresh_process("manage.py", "check", DEBUG="perhaps")
    assert run.returncode == 1
    assert run.stderr == "Manilla cannot start: DEBUG must be yes or no, not “perhaps”.\n"


def test_on_plain_http_nothing_asks_for_tls(tmp_path: Path) -> None:
    asked = "settings.SECURE_HSTS_SECONDS, settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE, "
    asked += (
        "settings.CONTENT_SECURITY_POLICY['DIRECTIVES']['upgrade-insecure-requests'], settings.ALLOWED_HOSTS"
    )
    hall = printed(asked, DATA_DIR=str(tmp_path), SITE_URL="http://10.0.0.7:8000")
    hosted = printed(asked, DATA_DIR=str(tmp_path), SITE_URL="https://manilla.example.org")
    assert hall == "0 False False False ['*']"
    assert hosted == "2592000 True True True ['manilla.example.org']"


def test_links_carry_an_address_that_phones_reach(tmp_path: Path) -> None:
    url = printed("settings.SITE_URL", DATA_DIR=str(tmp_path), PORT="8123")
    assert url.endswith(":8123")
    assert "localhost" not in url and "//127." not in url


def test_pages_forbid_inline_code_and_foreign_sources(client: Any) -> None:
    header = client.get("/there-is-no-such-page").headers["Content-Security-Policy"]
    assert "default-src 'self'" in header
    assert "unsafe" not in header
    assert "upgrade-insecure-requests" not in header
