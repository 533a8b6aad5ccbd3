"""Skirmish, a game of moves and captures on a rectangle."""
