"""Random games, by the game interface alone."""

from __future__ import annotations

from random import Random
from typing import Any

from attrs import field, frozen

from rulewright.interface import Action


@frozen
class Line:
    """A game played from the start, as far as it went."""

    moves: tuple[Action, ...]
    states: tuple[Any, ...] = field(repr=False)
    """One more than there are moves."""


def random_line(engine: Any, random: Random, most_plies: int) -> Line:
    """Play uniformly at random to the end of the game, or for so many plies.

    A position that is not over but leaves no action ends the line, too.
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
