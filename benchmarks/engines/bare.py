"""The least that Django can do: one view, no middleware. What public pages are held against (`reads.py`)."""

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path

BODY = b"x" * 1000

settings.configure(
    ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, SECRET_KEY="x", MIDDLEWARE=[], INSTALLED_APPS=[]
)


def bare(request: HttpRequest) -> HttpResponse:
    return HttpResponse(BODY, headers={"Content-Length": str(len(BODY))})


urlpatterns = [path("ara", bare), path("bare", bare)]
application = get_wsgi_application()
