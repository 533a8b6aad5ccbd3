"""Text that an adapter chose, made fit to be shown: one line, nothing in it that a terminal obeys."""

from __future__ import annotations

NAME = 120
"""Characters of a name that are shown."""


def visible(text: str) -> str:
    """Write out whatever cannot be seen: control characters, line ends, directions, half characters."""
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii")
        for sign in text
    )


def named(text: str) -> str:
    """Make a name fit to be shown, cut where it is long."""
    return visible(text if len(text) <= NAME else f"{text[:NAME]}...")
