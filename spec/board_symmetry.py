"""Symmetries of a board as symmetries of a game: cells are renamed in actions and positions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Any

from rulewright.interface import Action, Symmetry, UnknownName
from rulewright.spec.board_cells import CellBoard

NO_PLAYERS: Mapping[str, str] = {}


class UnknownSymmetry(UnknownName):
    """A board has no symmetry of that name."""

    noun = "symmetry"


@cache
def spelling_of(board: CellBoard) -> re.Pattern[str]:
    """Return what finds the names of a board's cells in a text: neither letter nor digit is beside."""
    names = "|".join(sorted(board.names, key=len, reverse=True))
    return re.compile(rf"(?<![a-zA-Z0-9])(?:{names})(?![a-zA-Z0-9])")


def cells_in(board: CellBoard, action: Action) -> tuple[int, ...]:
    """Return the cells that an action names, in order; other letters and digits must not touch them.

    >>> from rulewright.author.boards import SquareBoard, cells_in
    >>> cells_in(SquareBoard(3, 3), "a3-c1"), cells_in(SquareBoard(3, 3), "pass")
    ((0, 8), ())
    """
    return tuple(board.index[name] for name in spelling_of(board).findall(action))


def board_symmetry(
    board: CellBoard,
    name: str,
    players: Mapping[str, str] = NO_PLAYERS,
    ordered: Collection[str] = (),
) -> Symmetry:
    """Make a symmetry of a game from one of its board's, by name; raises `UnknownSymmetry`.

    Cells are renamed where an action names them (see `cells_in`), and in a position wherever a key or
    a text is the name of a cell. `players` says who becomes whom, if anybody does. Lists of texts that
    are sorted are sorted again, except under the keys that are `ordered`, which say an order.

    >>> from rulewright.author.boards import SquareBoard, board_symmetry
    >>> mirror = board_symmetry(SquareBoard(3, 3), "left and right")
    >>> mirror.action("a1-b2"), mirror.position({"x": ["a1", "b3"], "turn": "x"})
    ('c1-b2', {'x': ['b3', 'c1'], 'turn': 'x'})
    """
    if name not in board.symmetries:
        raise UnknownSymmetry(name, tuple(board.symmetries))
    image = board.symmetries[name]
    cells = {board.names[cell]: board.names[other] for cell, other in enumerate(image)}
    renamed = cells | dict(players)

    def renamed_value(value: Any, *, keep_order: bool = False) -> Any:
        if isinstance(value, str):
            return renamed.get(value, value)
        if isinstance(value, Mapping):
            return {
                renamed.get(key, key): renamed_value(each, keep_order=key in ordered)
                for key, each in value.items()
            }
        if isinstance(value, list):
            made = [renamed_value(each, keep_order=keep_order) for each in value]
            is_set = all(isinstance(each, str) for each in value) and value == sorted(value)
            return sorted(made) if is_set and not keep_order else made
        return value

    return Symmetry(
        name,
        lambda action: spelling_of(board).sub(lambda found: cells[found[0]], action),
        renamed_value,
        lambda player: players.get(player, player),
    )


def board_symmetries(
    board: CellBoard, names: Iterable[str] | None = None, ordered: Collection[str] = ()
) -> tuple[Symmetry, ...]:
    """Make symmetries that leave the players as they are: all of a board's, or those that are named.

    >>> from rulewright.author.boards import HexBoard, board_symmetries
    >>> [each.name for each in board_symmetries(HexBoard(3, 2))]
    ['turn by 180 degrees']
    """
    chosen = board.symmetries if names is None else names
    return tuple(board_symmetry(board, name, ordered=ordered) for name in chosen)
