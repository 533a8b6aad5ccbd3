"""Everything an engine reports about a position, in one record."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from attrs import fields, frozen

from rulewright.interface import Action, Engine, Json
from rulewright.interface.same import alike


@frozen
class View:
    """Everything an engine reports about a position."""

    over: bool
    turn: str | None
    legal: tuple[Action, ...]
    scores: dict[str, int]
    winners: tuple[str, ...]
    position: Json

    def differences(self, other: View) -> tuple[str, ...]:
        """Name the fields in which two views differ, in the order of the fields."""
        names = (each.name for each in fields(View))
        return tuple(name for name in names if not alike(getattr(self, name), getattr(other, name)))


ITSELF = {str, int, bool, float, type(None)}
"""The types of which Python alone decides what is equal."""
UNDERLYING: dict[type, Callable[[Any], Any]] = {
    str: str.__str__,
    int: int.__pos__,
    float: float.__pos__,
}
"""What makes a value of Python's own type of one of a type made from it."""


def view(engine: Engine[Any], state: Hashable) -> View:
    """Return an engine's view of a position."""
    return View(
        over=in_own_types(engine.is_over(state)),
        turn=in_own_types(engine.turn(state)),
        legal=in_own_types(engine.legal_actions(state)),
        scores=in_own_types(engine.scores(state)),
        winners=in_own_types(engine.winners(state)),
        position=in_own_types(engine.to_json(state)),
    )


def in_own_types(value: Any) -> Any:
    """Return a value in Python's own types: a guest's may say that they equal anything."""
    kind = type(value)
    if kind in ITSELF:
        return value
    if isinstance(value, tuple | list):
        if kind in {tuple, list} and set(map(type, value)) <= ITSELF:
            return value
        return (tuple if isinstance(value, tuple) else list)(map(in_own_types, value))
    if isinstance(value, Mapping):
        return {in_own_types(key): in_own_types(value[key]) for key in value}
    underlying = next((UNDERLYING[each] for each in UNDERLYING if isinstance(value, each)), None)
    return value if underlying is None else underlying(value)


def rehearse(engine: Engine[Any]) -> None:
    """Ask an engine for all that is asked in a game, at first and after a move: then it is compiled."""
    start = engine.initial()
    for action in view(engine, start).legal[:1]:
        view(engine, engine.play(start, action))
