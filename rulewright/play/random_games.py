"""Random games through the game interface only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from attrs import field, frozen

from rulewright.interface import Action, IllegalAction
from rulewright.play.difference import called
from rulewright.play.lockstep import Disagreement


@frozen
class Line:
    """A game played from the start, complete or not."""

    moves: tuple[Action, ...]
    states: tuple[Any, ...] = field(repr=False)
    """One more than there are moves."""


def random_line(engine: Any, random: Random, most_plies: int) -> Line:
    """Play uniformly at random to the end of the game, or for `most_plies` actions.

    The line also ends if the player to move has no legal action. Raises `Disagreement` where the engine
    refuses an action that it lists.
    """
    moves: list[Action] = []
    states = [engine.initial()]
    while (
        len(moves) < most_plies
        and not engine.is_over(states[-1])
        and (legal := engine.legal_actions(states[-1]))
    ):
        action = random.choice(legal)
        try:
            states.append(engine.play(states[-1], action))
        except IllegalAction as refusal:
            raise listed_and_refused(engine, moves, action, refusal) from refusal
        moves.append(action)
    return Line(tuple(moves), tuple(states))


def listed_and_refused(
    engine: Any, moves: Sequence[Action], action: Action, refusal: IllegalAction
) -> Disagreement:
    """Return the disagreement of an engine with itself: it refuses what it has listed as legal."""
    said = f"{called(engine)} lists it as legal, and then refuses it: {refusal.reason}"
    return Disagreement(f"playing {action!r}", moves, "legal", "refused", action, said=said)


def as_listed(engine: Any, line: Line) -> list[tuple[Action, ...]]:
    """List what is legal in each position of a game.

    Raises `Disagreement` of the engine with itself if what it has listed and played is not among it.
    """
    legal = [engine.legal_actions(state) for state in line.states]
    for ply, (action, listed) in enumerate(zip(line.moves, legal, strict=False)):
        if action not in listed:
            what = f"{called(engine)} listed and played {action!r}"
            said = f"{what}, and no longer lists it when it is asked again"
            raise Disagreement("legal", line.moves[:ply], None, None, said=said)
    return legal


def random_lines(engine: Any, seed: int, numbers: Sequence[int], most_plies: int) -> Iterator[Line]:
    """Yield the random games with these numbers under a seed."""
    for number in numbers:
        yield random_line(engine, Random(f"{seed} {number}"), most_plies)
