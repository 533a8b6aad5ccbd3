"""The parts of a theorem that are computed: games, replayed on the specification, and finite cases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from typing import Any, ClassVar

import numpy as np
from attrs import field, frozen

from rulewright.interface import Action, Engine
from rulewright.proofs.fields import is_function
from rulewright.proofs.scope import IS_TEXT, in_words


def game_of(text: str) -> tuple[str, ...]:
    """Split a game, written with blanks between its actions."""
    return tuple(text.split())


def replay(engine: Engine[Any], moves: Iterable[Action]) -> Any:
    """Return the state after a game; raises `IllegalAction` for one that the rules forbid."""
    state = engine.initial()
    for move in moves:
        state = engine.play(state, move)
    return state


SHOWN_ONLY: ContextVar[bool] = ContextVar("shown_only", default=False)


def is_shown_only() -> bool:
    """Return whether a game is played to be shown, and not to find something of it."""
    return SHOWN_ONLY.get()


@frozen
class ShownGame:
    """A game that shows something: its moves, its parameters and its rulings."""

    params: Mapping[str, Any]
    rulings: Mapping[str, str]
    moves: tuple[Action, ...]

    @classmethod
    def of(cls, engine: Engine[Any], moves: Sequence[Action]) -> ShownGame:
        """Return a game that an engine played."""
        return cls(dict(engine.params), dict(engine.rulings), tuple(moves))


@frozen
class Computed:
    """The result of a computation: whether it holds, one line of detail, and how much it looked at."""

    holds: bool
    detail: str
    looked: int
    """Cases looked at, or actions replayed; nothing holds, or fails, of none."""
    game: ShownGame | None = None
    rules: Any = field(default=None, eq=False, repr=False)
    """The rules of the engine that played the game."""

    @classmethod
    def of_each(cls, found: Iterable[bool], detail: str) -> Computed:
        """Return that all of some cases hold, and how many they are.

        Raises TypeError for a case that is neither true nor false.
        """
        cases = tuple[Any, ...](found)
        for case in cases:
            if not isinstance(case, bool | np.bool_):
                raise TypeError(f"a case holds or does not, but this is a {type(case).__name__}")
        return cls(all(cases), detail, len(cases))

    @classmethod
    def of_game(
        cls, engine: Engine[Any], moves: Sequence[Action], holds: bool, detail: str
    ) -> Computed:
        """Return what a game that an engine plays shows; raises `IllegalAction` for what it refuses."""
        token = SHOWN_ONLY.set(True)
        try:
            replay(engine, moves)
        finally:
            SHOWN_ONLY.reset(token)
        rules = getattr(engine, "rules", None)
        return cls(holds, detail, len(moves), ShownGame.of(engine, moves), rules)


@frozen
class Exhibit:
    """A concrete game, replayed on the executable specification, of which something must hold."""

    name: str
    show: Callable[[], Computed] = field(validator=is_function)
    rests_on: tuple[str, ...] = ()
    """Claims of the same theorem without which it would not show what it is for."""
    kind: ClassVar[str] = "exhibit"


@frozen
class Enumeration:
    """Finitely many cases, each computed by the specification."""

    name: str
    show: Callable[[], Computed] = field(validator=is_function)
    rests_on: tuple[str, ...] = ()
    """Claims of the same theorem without which it would not show what it is for."""
    kind: ClassVar[str] = "enumeration"


@frozen
class FalseExhibit:
    """A computation that is wrong on purpose, and must not hold."""

    name: str
    show: Callable[[], Computed] = field(validator=is_function)
    of: str = field(default="", validator=IS_TEXT, kw_only=True)
    """The exhibit, enumeration or claim of the same theorem that it breaks, by name."""
    changed: str = field(default="", converter=in_words, validator=IS_TEXT, kw_only=True)
    """What is changed of it, in a few words."""
    kind: ClassVar[str] = "twin"
