"""Rhomb, a connection game on hexagons, as a stranger would write it."""
