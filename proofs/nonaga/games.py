"""Games that the theorems show; each was found by search, and is replayed on the specification."""

from __future__ import annotations

TOLD_APART: dict[tuple[str, str, str], tuple[tuple[str, ...], str]] = {}
"""For a question and two of its readings: moves, and an action that only the second one allows."""
PARTS_UNDER_FREE: tuple[str, ...] = ()
PARTS_UNDER_CONTACT: tuple[str, ...] = ()
