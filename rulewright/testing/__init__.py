"""Hypothesis for games: strategies, state machines, properties."""
