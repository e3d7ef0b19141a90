"""What the web server runs: the public pages that are kept, and behind them the site. Starting to serve is the moment
at which the site's address is noted."""

import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.utils.module_loading import import_string

from tournament.site_address import remember_site_address

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

site = get_wsgi_application()
# By its name: it can only be imported now that the models are loaded.
application = import_string("tournament.publishing.snapshots_first")(site)
# The views too: the first hand after a start would wait half a second for them.
import_module(settings.ROOT_URLCONF)
remember_site_address(settings.SITE_URL)
