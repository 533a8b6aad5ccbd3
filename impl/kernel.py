"""What a game tells the compiled drivers: the functions here, each given a meaning by each game.

A **game** is a `NamedTuple` of whole numbers and tables (one class per game, one value per choice
of parameters and rulings) that has at least the fields of `Kernel`. Its class decides, when a driver
is compiled, which code a call of a function below becomes; a game gives that code with
`rulewright.impl.dispatch.provides`. So the drivers are written once and are compiled from end to
end for every game, and their machine code can be cached.

A **row** is one position at work: a one-dimensional ``int64`` array of `row_size` numbers that the
game lays out as it likes. Copying the numbers copies the position.

A **key** is one position at rest: `key_size` ``int64`` numbers that hold all that matters for the
future and for the results, and nothing else: however a position came about, its key is the same,
and two positions have equal keys exactly when their JSON forms are equal.

An **action** is a whole number, 0 or more, that means the same in all positions of the game.
"""

# ruff: noqa: ARG001 (the functions here are never called, only named)

from __future__ import annotations

from typing import Any, NoReturn, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Row: TypeAlias = NDArray[np.int64]


class Kernel(Protocol):
    """The fields that the drivers read from every game."""

    @property
    def row_size(self) -> int:
        """How many numbers a row has."""

    @property
    def key_size(self) -> int:
        """How many numbers a key has."""

    @property
    def player_count(self) -> int:
        """How many players there are; codes are 0, 1, ... in turn order."""

    @property
    def place_count(self) -> int:
        """How many places `write_board` writes."""

    @property
    def most_legal(self) -> int:
        """A number of legal actions that no position exceeds."""

    @property
    def temper_count(self) -> int:
        """How many tempers `weight` knows."""


def _missing() -> NoReturn:
    raise NotImplementedError("only compiled code calls this, for a game that provides it")


def start(game: Any, row: Row) -> None:
    """Set the game up in `row`, whatever it held before."""
    _missing()


def turn(game: Any, row: Row) -> int:
    """Give the player to move; -1 when the game is over."""
    _missing()


def legal_count(game: Any, row: Row) -> int:
    """Count the legal actions; 0 when the game is over."""
    _missing()


def nth_legal(game: Any, row: Row, index: int) -> int:
    """Give the legal action number `index` (from 0), in any order that the position fixes."""
    _missing()


def draw(game: Any, row: Row, value: np.uint64) -> int:
    """Give a legal action, each as likely as any other; `value` is a random 64-bit number.

    A game that provides nothing gets the one whose rank is drawn. There must be one.
    """
    _missing()


def list_legal(game: Any, row: Row, actions: Row) -> int:
    """Write all legal actions to `actions` in the order of `nth_legal`; give their number."""
    _missing()


def is_legal(game: Any, row: Row, action: int) -> bool:
    """Tell whether an action (any code of the game) is legal."""
    _missing()


def play(game: Any, row: Row, action: int) -> None:
    """Play a legal action: change `row` to the position after it, turn and end included."""
    _missing()


def weight(game: Any, row: Row, action: int, temper: int) -> int:
    """Say how strongly biased play of one temper wants a legal action: a number from 1 to 2**20.

    Tempers are there to make rare events common; one is drawn for each game.
    """
    _missing()


def write_scores(game: Any, row: Row, scores: Row) -> None:
    """Write the score of each player as it stands. May use `row` as scratch, but not change it."""
    _missing()


def write_winners(game: Any, row: Row, winners: Row) -> None:
    """Write 1 for each winner and 0 for the others; zeros while the game is on."""
    _missing()


def write_board(game: Any, row: Row, board: Row) -> None:
    """Write the code of what each place carries; 0 for an empty place."""
    _missing()


def write_key(game: Any, row: Row, key: Row) -> None:
    """Write the key of the position."""
    _missing()


def read_key(game: Any, key: Row, row: Row) -> None:
    """Make the position of a key in `row`, whatever it held before."""
    _missing()
