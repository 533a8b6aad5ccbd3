"""An engine whose answers are kept: games that are replayed again and again begin alike."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, TypeAlias

from rulewright.interface import Engine
from rulewright.play.view import View, view

ANSWERS = 1 << 14
"""Answers of each kind that are kept."""


class Remembered:
    """The answers of an engine that gives the same one each time, such as a specification."""

    def __init__(self, engine: Engine[Any]) -> None:
        """Ask an engine."""
        self.initial = lru_cache(1)(engine.initial)
        self.play = lru_cache(ANSWERS)(engine.play)
        self.legal_actions = lru_cache(ANSWERS)(engine.legal_actions)
        self.view = lru_cache(ANSWERS)(lambda state: view(engine, state))


class Unremembered:
    """The answers of an engine that is asked each time, since it may be wrong."""

    def __init__(self, engine: Engine[Any]) -> None:
        """Ask an engine."""
        self.engine = engine
        self.initial = engine.initial
        self.play = engine.play
        self.legal_actions = engine.legal_actions

    def view(self, state: Hashable) -> View:
        """Return all that it says of a position."""
        return view(self.engine, state)


Answers: TypeAlias = Remembered | Unremembered


def remembered(engine: Engine[Any]) -> Remembered:
    """Return the memory of an engine, the same one each time."""
    hashed: Any = engine
    return _made(hashed)


_made = lru_cache(8)(Remembered)
