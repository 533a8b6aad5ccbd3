"""How a game is drawn: one number for each action.

Small numbers count along the legal actions in their order, so that shrinking a number exchanges an
action for a simpler one. Any other number ranks all texts at random, and stands for the first of the
legal ones: so it still stands for the same action when another one before it is removed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from zlib import crc32

from attrs import frozen
from hypothesis import strategies as st

from rulewright.interface import Action, Engine

COUNTED = 64
"""Choices below this one count along the legal actions."""
MIX, WORD = 0x9E3779B97F4A7C15, (1 << 64) - 1
CHOICE = st.integers(0, (1 << 24) - 1)
"""Uniform: of wider ranges Hypothesis draws mostly small numbers."""
LENGTHS = (0, 4, 12, 30, 60, 120, 250)
"""How many choices a game has at least; one of those is drawn first."""


@lru_cache(1 << 16)
def _mark(action: Action) -> int:
    return crc32(action.encode())


def chosen(choice: int, legal: Sequence[Action]) -> Action:
    """Return the action that a number stands for; `legal` is not empty."""
    if choice < COUNTED:
        return legal[max(choice - 1, 0) % len(legal)]
    return max(legal, key=lambda action: (((_mark(action) ^ choice) * MIX) & WORD, action))


@st.composite
def choice_lists(draw: st.DrawFn, max_plies: int) -> list[int]:
    """Draw choices for at most so many actions: short games and long ones.

    A zero is no action. Hypothesis begins to shrink by trying zeros everywhere: so it removes actions
    before it makes those that are left simpler, which would lead it to some other, longer game.
    """
    least = draw(st.sampled_from([each for each in LENGTHS if each <= max_plies]))
    return [each for each in draw(st.lists(CHOICE, min_size=least, max_size=max_plies)) if each]


@frozen
class ChosenGame:
    """The moves that choices stand for, and the states from the first one to the last."""

    moves: tuple[Action, ...]
    states: tuple[Any, ...]


def play(engine: Engine[Any], choices: Sequence[int]) -> ChosenGame:
    """Play one action for each choice, until there is no legal one."""
    states, moves = [engine.initial()], []
    for choice in choices:
        legal = engine.legal_actions(states[-1])
        if not legal:
            break
        moves.append(chosen(choice, legal))
        states.append(engine.play(states[-1], moves[-1]))
    return ChosenGame(tuple(moves), tuple(states))
