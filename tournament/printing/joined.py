"""Documents one after the other in one PDF."""

from io import BytesIO

from pypdf import PdfWriter


def joined(first: bytes, *others: bytes) -> bytes:
    """Title, language and tag tree are those of the first."""
    writer = PdfWriter(clone_from=BytesIO(first))
    for other in others:
        writer.append(BytesIO(other), import_outline=False)
    made = BytesIO()
    writer.write(made)
    return made.getvalue()
