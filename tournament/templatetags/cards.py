"""Card faces of our own: the number and the suit sign on paper, under the broken line of the suit (la pinta)."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.cards import Card, Suit
from tournament.texts_cards import card_text, suit_text, the_card_text

register = template.Library()
register.filter("suit_text", suit_text)
register.filter("card_text", card_text)
register.filter("the_card_text", the_card_text)

SIGNS = {suit: suit.name.lower() for suit in Suit}
"""The symbols of static/icons/suits.svg."""

# Across a card 48 wide: whole for oros, one gap for copes, two for espases, three for bastos.
_PINTAS = {
    Suit.OROS: "M7 6.5h34",
    Suit.COPES: "M7 6.5h15.4m3.2 0H41",
    Suit.ESPASES: "M7 6.5h10m3 0h8m3 0h10",
    Suit.BASTOS: "M7 6.5h7m2.8 0h5.8m2.8 0h5.8m2.8 0h7",
}


@register.simple_tag
def card(which: Card | str, decorative: bool = False) -> SafeString:
    """The face of a card: {% card "O9" %}. Decoration where a word beside it already says which card it is."""
    face = Card.parse(which) if isinstance(which, str) else which
    says = SafeString('aria-hidden="true"') if decorative else _label(face)
    return format_html(
        '<svg class="playing-card suit-{}" viewBox="0 0 48 66" {}>'
        '<rect class="playing-card-paper" x=".75" y=".75" width="46.5" height="64.5" rx="5"></rect>'
        '<path class="playing-card-pinta" d="{}"></path>'
        '<text class="playing-card-rank" x="24" y="35">{}</text>'
        '<use href="{}#{}" x="13" y="39.5" width="22" height="22"></use></svg>',
        SIGNS[face.suit],
        says,
        _PINTAS[face.suit],
        face.rank,
        static("icons/suits.svg"),
        SIGNS[face.suit],
    )


def _label(face: Card) -> SafeString:
    return format_html('role="img" aria-label="{}"', card_text(face))
