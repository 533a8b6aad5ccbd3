"""What a sample says of something that it never showed."""

from __future__ import annotations

THREE = 3.0
"""The rule of three: what none of N games shows happens in fewer than 3/N of such games (95 %)."""


def rule_of_three(number: int, verb: str = "it happens") -> str:
    """Return how rare something may still be that none of some games has shown."""
    if number <= THREE:
        return "which says nothing"
    return (
        f"by the rule of three {verb} in fewer than 1 of {int(number / THREE):,} such games (95 %)"
    )


def never_in(number: int) -> str:
    """Return the rule of three for what was never seen, as the end of a sentence."""
    between = "," if number <= THREE else ":"
    return f" in {number:,} games{between} {rule_of_three(number)}"
