"""Shrink a game: delete moves while the rest still shows the difference."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.interface import Action


def shortest(
    moves: Sequence[Action], still_differs: Callable[[Sequence[Action]], bool]
) -> tuple[Action, ...]:
    """Delete moves, in large chunks first, then singly, while the rest still differs.

    `still_differs` must return False for moves that are not a legal game.
    """
    kept = list(moves)
    step = max(len(kept) // 2, 1)
    while step:
        at = 0
        while at < len(kept):
            shorter = kept[:at] + kept[at + step :]
            if still_differs(shorter):
                kept = shorter
            else:
                at += step
        step //= 2
    return tuple(kept)
