"""Numbers of actions for programs that learn: small, and the same action has the same one.

A game whose codes are small enough takes them as they are. One whose board has no end provides `number`
and `numbered` of `rulewright.impl.kernel`, relative to a window that moves with the board.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulewright.impl.dispatch import _PROVIDED, compiled, leaf, provides_otherwise
from rulewright.impl.engine import CompiledEngine, State
from rulewright.impl.kernel import (
    Kernel,
    Row,
    draw,
    list_legal,
    number,
    numbered,
    play,
    read_key,
    start,
    turn,
)
from rulewright.impl.randomness import GOLDEN, mixed, stream
from rulewright.interface import Action, Engine


@provides_otherwise(number)
def code_as_number(game: Kernel, row: Row, action: int) -> int:  # noqa: ARG001
    """Take the code itself."""
    return action


@provides_otherwise(numbered)
def number_as_code(game: Kernel, row: Row, number: int) -> int:  # noqa: ARG001
    """Take the number itself."""
    return number


@compiled
def write_numbers(game: Kernel, key: Row, row: Row, codes: Row) -> None:
    """Replace the codes of actions in the position of `key` by their numbers."""
    read_key(game, key, row)
    for index in range(len(codes)):
        codes[index] = number(game, row, codes[index])


@leaf
def returned(game: Kernel, row: Row, actions: Row, count: int, most: int) -> bool:
    """Return whether each action has a number below `most` that leads back to it."""
    for index in range(count):
        each = number(game, row, actions[index])
        if each < 0 or each >= most or numbered(game, row, each) != actions[index]:
            return False
    return True


@compiled
def lost(game: Kernel, key: Row, row: Row, actions: Row, most: int) -> int:
    """Return a legal action of `key` that has no number of its own from 0 to below `most`; or -1."""
    read_key(game, key, row)
    for index in range(list_legal(game, row, actions)):
        each = number(game, row, actions[index])
        if each < 0 or each >= most or numbered(game, row, each) != actions[index]:
            return actions[index]  # type: ignore[no-any-return]
    return -1


@compiled
def count_returned(game: Kernel, seed: int, games: int, plies: int, most: int) -> tuple[int, bool]:
    """Number every legal action of random games and read the numbers back.

    Returns how many actions were numbered, and whether each number was below `most` and led back.
    """
    row = np.empty(game.row_size, np.int64)
    actions = np.empty(game.most_legal, np.int64)
    total = 0
    for each in range(games):
        state = stream(seed, each)
        start(game, row)
        for _ in range(plies):
            if turn(game, row) < 0:
                break
            count = list_legal(game, row, actions)
            total += count
            if not returned(game, row, actions, count, most):
                return total, False
            state += GOLDEN
            play(game, row, draw(game, row, mixed(state)))
    return total, True


def texts_of_codes(engine: Engine[Any]) -> tuple[Action, ...]:
    """Return all actions of an engine that lists their codes; empty if it does not."""
    if not isinstance(engine, CompiledEngine):
        return ()
    return tuple(map(engine.notation.text, engine.notation.all_actions() or ()))


def numbers_of(engine: CompiledEngine, state: State) -> NDArray[np.int64]:
    """Return the numbers of the legal actions of a position, in the order of their texts."""
    codes = np.array(engine.examination(state).actions, np.int64)
    if not moves_with_the_board(engine):
        return codes
    row = np.zeros(engine.kernel.row_size, np.int64)
    write_numbers(engine.kernel, engine.key(state), row, codes)
    return codes


def moves_with_the_board(engine: Engine[Any]) -> bool:
    """Return whether an engine numbers its actions relative to a window."""
    own = _PROVIDED.get(number, {})
    return isinstance(engine, CompiledEngine) and type(engine.kernel) in own


def number_count(engine: Engine[Any]) -> int | None:
    """Return how many numbers an engine gives its actions; None if it gives none."""
    if not isinstance(engine, CompiledEngine):
        return None
    own = getattr(engine.notation, "number_count", None)
    if own is not None:
        return int(own)
    listed = engine.notation.all_actions()
    return None if listed is None else max(listed, default=0) + 1


def there_and_back(engine: CompiledEngine, seed: int, games: int, plies: int) -> tuple[int, bool]:
    """Number the actions of random games; returns how many, and whether each number led back."""
    most = number_count(engine)
    counted, right = count_returned(engine.kernel, seed, games, plies, most or 0)
    return int(counted), bool(right)


def numbered_otherwise(engine: CompiledEngine, state: State) -> Action:
    """Return a legal action whose number is out of range, or does not lead back; empty if none is."""
    if not moves_with_the_board(engine):
        return ""
    game, most = engine.kernel, number_count(engine) or 0
    row, actions = np.zeros(game.row_size, np.int64), np.empty(game.most_legal, np.int64)
    code = int(lost(game, engine.key(state), row, actions, most))
    return "" if code < 0 else engine.notation.text(code)
