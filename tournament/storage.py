import re
from collections.abc import Callable
from typing import Any

from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

# htmx's extensions import nothing, but name modules that do not exist in their comments.
IMPORTS_IN_COMMENTS = "django_htmx/ext/"


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """File names carry a hash of the content, and so do the names by which modules import each other.

    Without the second, a phone that has one module in its cache mixes old and new after an upgrade.
    """

    support_js_module_import_aggregation = True

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[re.Match[str]], str]:
        if name.startswith(IMPORTS_IN_COMMENTS):
            return lambda match: match[0]
        return super().url_converter(name, hashed_files, template)

    def create_compressor(self, **options: Any) -> Compressor:
        """No Brotli: browsers ask for it over TLS only, where the proxy in front can do it."""
        return Compressor(**options, use_brotli=False)
