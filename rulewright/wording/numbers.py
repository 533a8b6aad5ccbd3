"""Counts and durations for people to read."""

from __future__ import annotations


def duration(seconds: float) -> str:
    """Write a time in seconds for people."""
    return f"{seconds:.1f} s" if seconds < 100 else f"{seconds:.0f} s"  # noqa: PLR2004


def counted(number: int, noun: str) -> str:
    """Write a number of things: ``1 game``, ``2,000 games``, ``1 query``."""
    if number == 1:
        noun = f"{noun.removesuffix('ies')}y" if noun.endswith("ies") else noun.removesuffix("s")
    return f"{number:,} {noun}"
