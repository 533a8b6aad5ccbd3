"""Positions and moves of which nothing is known, of games that list their actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import attrs

from rulewright.interface import Action
from rulewright.proofs.real_positions import facts_of, parameters_of
from rulewright.proofs.unknowns import boolean, integer
from rulewright.spec.logic import Fact
from rulewright.spec.one_by_one import OfTurns, OneByOne
from rulewright.spec.structure import leaves, mapped

P = TypeVar("P", bound=OfTurns)


def any_position(engine: OneByOne[P]) -> P:
    """Return a position with an unknown for each fact and number; `facts_in` reads their values.

    Unknowns are named by where they are, such as ``pieces.0.3``. Numbers may be negative: say so, if
    they must not be.
    """
    first = engine.initial()
    found = iter(
        [
            boolean(".".join(path)) if isinstance(value, bool) else integer(".".join(path))
            for path, value in leaves(first)
        ]
    )
    return mapped(lambda _: next(found), first)


def any_move(engine: OneByOne[P]) -> tuple[Fact, ...]:
    """Return an unknown for each action; a premise must say that exactly one is played."""
    return tuple(boolean(f"action {action}") for action in engine.actions)


def moves_in(
    engine: Callable[[dict[str, Any], dict[str, str]], OneByOne[P]],
) -> Callable[[Any, P, Action], dict[str, bool | int]]:
    """Make a reader of steps for `RealPositions`: the value of each unknown of `any_move`."""
    if not callable(engine):
        raise TypeError(
            f"moves_in takes what makes engines, such as GAME.engine, not {engine!r:.40}"
        )

    def read(rules: Any, position: P, played: Action) -> dict[str, bool | int]:
        """Read what is played."""
        del position
        actions = engine(parameters_of(rules), attrs.asdict(rules.rulings)).actions
        return {f"action {action}": action == played for action in actions}

    return read


def facts_in(rules: object, position: object) -> dict[str, bool | int]:
    """Return the value of each unknown of `any_position` in a position: for `RealPositions`."""
    del rules
    return facts_of(position)
