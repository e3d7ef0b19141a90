"""The championship's rules on plain values: no Django, no clock, no random source."""
