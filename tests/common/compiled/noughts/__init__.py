"""Noughts and crosses on a square of any size up to four, with a compiled implementation: a guest."""
