"""Shrink a game: delete moves for as long as what is left still shows the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.interface import Action


def shortest(
    moves: Sequence[Action], still_differs: Callable[[Sequence[Action]], bool]
) -> tuple[Action, ...]:
    """Delete moves, many at a time and then one by one, as long as what is left still differs.

    `still_differs` must answer False for moves that are not a legal game.
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
