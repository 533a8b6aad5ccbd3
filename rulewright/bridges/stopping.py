"""Why a game in another framework cannot go on."""

from __future__ import annotations

from typing import Any

from rulewright.interface import UsageError


class NoLongerCounted(UsageError):
    """A position has more legal actions than were announced to the framework."""

    def __init__(self, game: str, found: int, most: int) -> None:
        """Name the game, what was found and what was announced."""
        self.numbers = (game, found, most)
        super().__init__(
            f"{game}: a position has {found:,} legal actions, and {most:,} were announced: the game "
            "lists none, so the number was estimated"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel between processes."""
        return type(self), self.numbers
