"""Trefoil, a game for three players who may have to pass."""
