"""Texts of others made fit to be printed: nothing that a terminal obeys."""

from __future__ import annotations


def visible(text: str) -> str:
    """Escape whatever cannot be seen: control characters, line ends, directions, half characters."""
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii")
        for sign in text
    )
