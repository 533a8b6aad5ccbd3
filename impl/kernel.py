"""What the compiled drivers ask of a game: functions that each game implements.

A **game** is a `NamedTuple` of whole numbers and tables (one class per game, one value per choice of
parameters and rulings) with at least the fields of `Kernel`. When a driver is compiled, the class of the
game selects the code of the functions below, registered with `rulewright.impl.dispatch.provides`. So the
drivers are written once and compiled from end to end, and can be cached. What is compiled for
`rulewright.impl.by_address.KernelByAddress` serves all games.

A **row** is a position in play: a one-dimensional ``int64`` array of `row_size` numbers that the game
lays out as it likes. Copying the numbers copies the position.

A **key** is a stored position: `key_size` ``int64`` numbers with all that matters for the future and for
the results, and nothing else. It does not depend on how the position was reached, and two positions have
equal keys exactly when their JSON forms are equal.

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
        """An upper bound on the number of legal actions."""

    @property
    def temper_count(self) -> int:
        """How many tempers `weight` has."""


def _missing() -> NoReturn:
    raise NotImplementedError("only compiled code calls this, for a game that provides it")


def start(game: Any, row: Row) -> None:
    """Set the game up in `row`, whatever it held before."""
    _missing()


def turn(game: Any, row: Row) -> int:
    """Return the player to move; -1 when the game is over."""
    _missing()


def legal_count(game: Any, row: Row) -> int:
    """Count the legal actions; 0 when the game is over."""
    _missing()


def nth_legal(game: Any, row: Row, index: int) -> int:
    """Return legal action number `index` (from 0), in any order determined by the position."""
    _missing()


def draw(game: Any, row: Row, value: np.uint64) -> int:
    """Return a legal action, all equally likely; `value` is a random 64-bit number.

    A game that provides none gets the default: the rank is drawn. There must be a legal action.
    """
    _missing()


def list_legal(game: Any, row: Row, actions: Row) -> int:
    """Write all legal actions to `actions` in the order of `nth_legal`; return their number."""
    _missing()


def is_legal(game: Any, row: Row, action: int) -> bool:
    """Return whether an action (any code of the game) is legal."""
    _missing()


def play(game: Any, row: Row, action: int) -> None:
    """Play a legal action: change `row` to the position after it, turn and end included."""
    _missing()


def number(game: Any, row: Row, action: int) -> int:
    """Return the number of a legal action, for programs that learn (see `rulewright.impl.numbers`).

    A game that provides none gets the default: the code of the action.
    """
    _missing()


def numbered(game: Any, row: Row, number: int) -> int:
    """Return the action of a number; for a number of no legal action any code, or -1."""
    _missing()


def weight(game: Any, row: Row, action: int, temper: int) -> int:
    """Return the weight of a legal action in biased play of one temper: from 1 to 2**20.

    Tempers make rare events common; one is drawn for each game.
    """
    _missing()


def draw_weighted(  # noqa: PLR0917
    game: Any, row: Row, actions: Row, legal: int, temper: int, value: np.uint64
) -> int:
    """Return one of the first `legal` of `actions`, which `list_legal` wrote, by their weights.

    It is the first one up to which the weights sum to more than `below` makes of `value` and their
    total. A game that provides none gets the default, which asks for each weight twice.
    """
    _missing()


def write_scores(game: Any, row: Row, scores: Row) -> None:
    """Write the score of each player as it stands. May use `row` as scratch, but not change it."""
    _missing()


def write_winners(game: Any, row: Row, winners: Row) -> None:
    """Write 1 for each winner and 0 for the others; all zeros while the game is on."""
    _missing()


def write_board(game: Any, row: Row, board: Row) -> None:
    """Write the code of what each place holds; 0 if empty."""
    _missing()


def write_key(game: Any, row: Row, key: Row) -> None:
    """Write the key of the position."""
    _missing()


def read_key(game: Any, key: Row, row: Row) -> None:
    """Restore the position of a key in `row`, whatever that held before."""
    _missing()
