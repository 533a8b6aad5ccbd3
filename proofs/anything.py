"""Positions and moves of which nothing is known, of games that list their actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

import attrs

from rulewright.interface import Action
from rulewright.proofs.real_positions import facts_of, parameters_of
from rulewright.proofs.unknowns import boolean, integer
from rulewright.spec.logic import Fact
from rulewright.spec.one_by_one import OfTurns, OneByOne
from rulewright.spec.structure import leaves, mapped

P = TypeVar("P", bound=OfTurns)
ACTION = "action "
"""How the unknowns of `any_move` begin."""


@attrs.frozen
class Call:
    """A call of `any_position` or `any_move`, while each gives unknowns of its own."""

    function: str
    name: str
    """Which other position, or move, was asked for; empty if none."""
    unknowns: dict[str, str] = attrs.field(factory=dict, eq=False)
    """What its unknowns are called otherwise, by what they are called now."""


CALLS: ContextVar[list[Call] | None] = ContextVar("calls", default=None)


@contextmanager
def calls_apart() -> Iterator[list[Call]]:
    """Have each call give unknowns of its own, and note it: two calls otherwise give the same ones."""
    calls: list[Call] = []
    token = CALLS.set(calls)
    try:
        yield calls
    finally:
        CALLS.reset(token)


def naming(function: str, name: str) -> Callable[[str], str]:
    """Note a call, and return how its unknowns are called."""
    calls = CALLS.get()
    if calls is None:
        return lambda unknown: f"{name}: {unknown}" if name else unknown
    call, number = Call(function, name), len(calls)
    calls.append(call)

    def called(unknown: str) -> str:
        now = f"call {number} {name}: {unknown}"
        call.unknowns[now] = f"{name}: {unknown}" if name else unknown
        return now

    return called


def any_position(engine: OneByOne[P], *, name: str = "") -> P:
    """Return a position with an unknown for each fact and number; `facts_in` reads their values.

    Unknowns are named by where they are, such as ``pieces.0.3``. Numbers may be negative: say so, if
    they must not be. Each call gives the same unknowns: another position needs a `name`, such as
    ``other``, and has ``other: pieces.0.3``.
    """
    first, called = engine.initial(), naming("any_position", name)
    found = iter(
        [
            (boolean if isinstance(value, bool) else integer)(called(".".join(path)))
            for path, value in leaves(first)
        ]
    )
    return mapped(lambda _: next(found), first)


def any_move(engine: OneByOne[P], *, name: str = "") -> tuple[Fact, ...]:
    """Return an unknown for each action; a premise must say that exactly one is played.

    Each call gives the same unknowns: another move needs a `name`, as another position does.
    """
    called = naming("any_move", name)
    return tuple(boolean(called(f"{ACTION}{action}")) for action in engine.actions)


def is_of_an_action(unknown: str) -> bool:
    """Return whether an unknown is called as those of `any_move` are."""
    return unknown.startswith(ACTION) or f": {ACTION}" in unknown


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
        return {f"{ACTION}{action}": action == played for action in actions}

    return read


def facts_in(rules: object, position: object) -> dict[str, bool | int]:
    """Return the value of each unknown of `any_position` in a position: for `RealPositions`."""
    del rules
    return facts_of(position)
