"""Counts and durations for people to read."""

from __future__ import annotations


def duration(seconds: float) -> str:
    """Write a time in seconds for people."""
    return f"{seconds:.1f} s" if seconds < 100 else f"{seconds:.0f} s"  # noqa: PLR2004


def counted(number: int, noun: str) -> str:
    """Write a number of things: ``1 game``, ``2,000 games``, ``1 query``, ``1 witness``."""
    return f"{number:,} {one_of(noun) if number == 1 else noun}"


def one_of(nouns: str) -> str:
    """Return the singular of a plural."""
    if nouns.endswith("ies"):
        return f"{nouns.removesuffix('ies')}y"
    return nouns.removesuffix("es" if nouns.endswith("sses") else "s")
