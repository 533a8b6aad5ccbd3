"""Random games through the game interface only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from attrs import field, frozen

from rulewright.interface import Action


@frozen
class Line:
    """A game played from the start, complete or not."""

    moves: tuple[Action, ...]
    states: tuple[Any, ...] = field(repr=False)
    """One more than there are moves."""


def random_line(engine: Any, random: Random, most_plies: int) -> Line:
    """Play uniformly at random to the end of the game, or for `most_plies` actions.

    The line also ends if the player to move has no legal action.
    """
    moves: list[Action] = []
    states = [engine.initial()]
    while (
        len(moves) < most_plies
        and not engine.is_over(states[-1])
        and (legal := engine.legal_actions(states[-1]))
    ):
        moves.append(random.choice(legal))
        states.append(engine.play(states[-1], moves[-1]))
    return Line(tuple(moves), tuple(states))


def random_lines(engine: Any, seed: int, numbers: Sequence[int], most_plies: int) -> Iterator[Line]:
    """Yield the random games with these numbers under a seed."""
    for number in numbers:
        yield random_line(engine, Random(f"{seed} {number}"), most_plies)
