"""Hex, a game of connection, with four readings of the swap: see docs/frameworks.md."""
