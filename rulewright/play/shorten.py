"""Shrink a game: delete moves while the rest still shows the difference."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from rulewright.interface import Action

Shows = Callable[[tuple[Action, ...]], bool]
"""Returns whether moves still show the difference; False if they are not a legal game."""
SHORT_RUN = 4
"""With `until_stuck`, all runs of up to this many consecutive moves are tried."""


class OutOfReplays(Exception):
    """The budget is used up."""


def shortest(
    moves: Sequence[Action],
    still_differs: Shows,
    *,
    until_stuck: bool = False,
    replays: int | None = None,
) -> tuple[Action, ...]:
    """Delete moves, in large chunks first, then singly, while the rest still differs.

    One pass from the start by default. With `until_stuck` the passes go from the end, since moves near
    the end depend on those before them, and are repeated until no run of up to four moves can be
    deleted. `replays` bounds how often `still_differs` is called.
    """
    kept = tuple(moves)
    differs = still_differs if replays is None else at_most(still_differs, replays)
    before = len(kept) + 1
    with suppress(OutOfReplays):
        while len(kept) < before:
            before = len(kept)
            for size in short_runs(before) if until_stuck else halves(before):
                at = len(kept) - size if until_stuck else 0
                while 0 <= at < len(kept):
                    shorter = kept[:at] + kept[at + size :]
                    if differs(shorter):
                        kept = shorter
                        at = min(at, len(kept) - size) if until_stuck else at
                    else:
                        at += -max(size // 2, 1) if until_stuck else size
            if not until_stuck:
                break
    return kept


def halves(length: int) -> Iterator[int]:
    """Yield half the length, half of that, and so on down to 1."""
    size = max(length // 2, 1)
    while size:
        yield size
        size //= 2


def short_runs(length: int) -> Iterator[int]:
    """Yield the length, half of it, and so on, then every size of a short run."""
    while length > SHORT_RUN:
        yield length
        length //= 2
    yield from range(min(length, SHORT_RUN), 0, -1)


def at_most(shows: Shows, times: int) -> Shows:
    """Cache `shows`, and raise `OutOfReplays` after `times` different games."""
    answers: dict[tuple[Action, ...], bool] = {}

    def asked(moves: tuple[Action, ...]) -> bool:
        if moves not in answers:
            if len(answers) >= times:
                raise OutOfReplays
            answers[moves] = shows(moves)
        return answers[moves]

    return asked
