"""Infractions in words, for templates."""

from django import template

from tournament import texts_infractions

register = template.Library()

register.filter("infraction_text", texts_infractions.infraction_text)
register.filter("severity_text", texts_infractions.severity_text)
register.filter("severity_suit", texts_infractions.severity_suit)
register.filter("moment_text", texts_infractions.moment_text)
register.filter("share_text", texts_infractions.share_text)
register.filter("effect_text", texts_infractions.effect_text)
