"""Theorems that every specification has: nothing to write for its author."""
