"""Everything an engine reports about a position, in one record."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from attrs import fields, frozen

from rulewright.interface import Action, Engine, Json
from rulewright.play.difference import alike


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


def view(engine: Engine[Any], state: Hashable) -> View:
    """Return an engine's view of a position."""
    return View(
        over=engine.is_over(state),
        turn=engine.turn(state),
        legal=engine.legal_actions(state),
        scores=engine.scores(state),
        winners=engine.winners(state),
        position=engine.to_json(state),
    )


def rehearse(engine: Engine[Any]) -> None:
    """Ask an engine for all that is asked in a game, at first and after a move: then it is compiled."""
    start = engine.initial()
    for action in view(engine, start).legal[:1]:
        view(engine, engine.play(start, action))
