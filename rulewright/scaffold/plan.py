"""What a new game is to be called and played on; refused before anything is written."""

from __future__ import annotations

import keyword
import re
import sys
from importlib.util import find_spec

from attrs import field, frozen

from rulewright.interface import UsageError
from rulewright.play.games import game_names
from rulewright.scaffold.boards import BOARDS, BoardChoice, UnknownBoard

COLOURS = ("red", "blue", "green", "yellow", "white", "black")
LEAST_PLAYERS, MOST_PLAYERS = 2, len(COLOURS)
NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
LONGEST = 40
"""Characters of a name."""
ROW = 3
"""Pieces in a row that wins."""
RESERVED = ("tests", "conftest", "build", "dist")
"""Names that mean something else in a project's folder."""
TAKEN = (
    *("Action", "Any", "BoardDrawing", "Facts", "HexBoard", "Json", "Mapping", "OneByOne"),
    *("Parameters", "Position", "Specification", "SpecifiedGame", "SquareBoard", "Symmetry"),
    "TriangleBoard",
)
"""Names that the module of the specification uses otherwise."""
SIDES = {2: 3, 3: 4, 4: 4, 5: 5, 6: 5}
"""For each number of players the side of a board with cells enough for each to make a row."""


class NoIdentifier(UsageError):
    """The name of a game cannot be the name of its package."""

    def __init__(self, name: str) -> None:
        """Say what a name looks like."""
        shown = name if len(name) <= LONGEST else f"{name[:LONGEST]}..."
        super().__init__(
            f"{shown!r} cannot be the name of a game: it must begin with a small letter, followed by "
            f"small letters, digits or underscores, at most {LONGEST} in all, and be no word of Python"
        )


class GameExists(UsageError):
    """The name of a game is taken: by a game, or by a module that its package would hide."""

    def __init__(self, name: str, what: str) -> None:
        """Name what has that name."""
        super().__init__(f"{name!r} cannot be the name of a new game: {what}; choose another name")


class BadNumberOfPlayers(UsageError):
    """A new game cannot be begun with so many players."""

    def __init__(self, players: int) -> None:
        """Say how many there can be."""
        super().__init__(
            f"a new game cannot have {players} players: "
            f"the number must be from {LEAST_PLAYERS} to {MOST_PLAYERS}"
        )


def free(_: object, __: object, name: str) -> None:
    """Raise `NoIdentifier` or `GameExists` for a name that a package cannot have."""
    fits = re.fullmatch(r"[a-z][a-z0-9_]*", name) and len(name) <= LONGEST
    if not fits or keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise NoIdentifier(name)
    if name in game_names():
        raise GameExists(name, "there is a game of that name (see `rulewright games`)")
    if name in RESERVED:
        raise GameExists(name, "a project's folder has something else of that name")
    if name in sys.stdlib_module_names or is_module(name):
        raise GameExists(name, "Python has a module of that name, which its package would hide")


def is_module(name: str) -> bool:
    """Return whether Python has a module of that name; a folder without code is none."""
    found = find_spec(name)
    return found is not None and found.origin is not None


def known_board(_: object, __: object, name: str) -> None:
    """Raise `UnknownBoard`."""
    if name not in BOARDS:
        raise UnknownBoard(name, BOARDS)


def possible(_: object, __: object, players: int) -> None:
    """Raise `BadNumberOfPlayers`."""
    if not LEAST_PLAYERS <= players <= MOST_PLAYERS:
        raise BadNumberOfPlayers(players)


@frozen
class NewGame:
    """A new game: pieces are put on a board, and a straight row of them wins.

    Raises `NoIdentifier`, `GameExists`, `UnknownBoard` or `BadNumberOfPlayers`.
    """

    name: str = field(validator=free)
    board: str = field(default="square", validator=known_board)
    players: int = field(default=2, validator=possible)

    @property
    def title(self) -> str:
        """The name as a rulebook writes it."""
        return self.name.replace("_", " ").strip().capitalize()

    @property
    def class_name(self) -> str:
        """The name of the class of the specification."""
        name = "".join(part.capitalize() for part in self.name.split("_"))
        return f"{name}Game" if name in TAKEN else name

    @property
    def prefix(self) -> str:
        """How the identifiers of its clauses begin."""
        return self.name.replace("_", "")[:3].upper()

    @property
    def choice(self) -> BoardChoice:
        """The board."""
        return BOARDS[self.board]

    @property
    def colours(self) -> tuple[str, ...]:
        """The names of the players, in turn order."""
        return COLOURS[: self.players]

    @property
    def given(self) -> dict[str, object]:
        """What the templates are filled with."""
        return {
            "name": self.name,
            "title": self.title,
            "class_name": self.class_name,
            "prefix": self.prefix,
            "board": self.choice,
            "players": self.colours,
            "number": NUMBERS[self.players],
            "side": SIDES[self.players],
            "length": ROW,
        }
