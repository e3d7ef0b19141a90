"""What the web server runs. Starting to serve is the moment at which the site's address is noted."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from tournament.site_address import remember_site_address

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

application = get_wsgi_application()
remember_site_address(settings.SITE_URL)
