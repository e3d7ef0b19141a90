"""A phone keeps the page of its table, with the files that it needs, for when the network is away.

That is a service worker's work. Browsers allow one only under TLS (and on this computer itself): over plain http the
hands are kept all the same, and the page as long as it is open.
"""

from functools import cache
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

ICONS = (192, 512)
PAPER = "#FBF8F1"
WORKER = settings.BASE_DIR / "static/js/worker.js"
MADE_OF = ("scoring/**/*.py", "tournament/**/*.py", "templates/**/*.html", "static/**/*.*", "locale/**/*.mo")


@cache
def build() -> str:
    """A name for what is installed: another one as soon as any file differs of which pages are made."""
    digest = sha256()
    for path in sorted({path for pattern in MADE_OF for path in settings.BASE_DIR.glob(pattern)}):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, from the root of the site, whose pages it may keep; each build has its own."""
    text = f'const BUILD = "{build()}";\n{WORKER.read_text(encoding="utf-8")}'
    return HttpResponse(text, content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    """What a phone needs to put the site among its apps; browsers offer that under TLS."""
    icons = [
        {"src": static(f"icons/icon-{side}.png"), "sizes": f"{side}x{side}", "type": "image/png"}
        for side in ICONS
    ]
    facts = {
        "name": "Manilla",
        "short_name": "Manilla",
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": icons,
    }
    return JsonResponse(facts, content_type="application/manifest+json")
