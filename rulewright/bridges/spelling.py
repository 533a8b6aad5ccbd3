"""How a framework spells the actions of a game, and names its players: the mapping.

A mapping is an object of JSON:

    {"players": ["x", "o"], "places": "row,column", "turned": 3, "board": [3, 3], "words": {}}

`players` are those of the rules in the order of the framework's. `places` says how the framework writes
a place (`PLACES`), and `turned` which of the eight symmetries of the board leads from its places to ours
(+1: rows mirrored, +2: columns mirrored, and before that, +4: row and column exchanged). `words` gives
actions that are no places. An `actions` table of the framework's spellings overrides all of this.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from attrs import asdict, field, frozen

from rulewright.interface import Action, UsageError

Place: TypeAlias = tuple[int, ...]
PLACES = ("as it is", "a1", "row,column", "number", "column")
"""``as it is``: as the game's page does; ``number``: along the rows, from 0; ``column``: alone."""
TURNS = range(8)
OURS = re.compile(r"([a-z])(\d+)|(-?\d+),(-?\d+)|\b([a-z])\b")
LETTERED = re.compile(r"([a-z])(\d+)")
PAIRED = re.compile(r"(\d+),(\d+)")
NUMBERED = re.compile(r"\d+")
TRANSPOSED, COLUMNS, ROWS = 4, 2, 1


class BadMapping(UsageError):
    """A mapping file is not one, or says what cannot be."""


def places_of(action: Action) -> tuple[Place, ...]:
    """Read the places in an action of ours: columns and rows from 0, or columns alone."""
    found: list[Place] = []
    for letter, digits, first, second, alone in OURS.findall(action):
        if alone:
            found.append((ord(alone) - ord("a"),))
        elif letter:
            found.append((ord(letter) - ord("a"), int(digits) - 1))
        else:
            found.append((int(first), int(second)))
    return tuple(found)


@frozen
class ActionSpelling:
    """A mapping."""

    players: tuple[str, ...]
    places: str = PLACES[0]
    turned: int = 0
    board: tuple[int, int] = (0, 0)
    """Columns and rows, of ours."""
    words: Mapping[str, str] = field(factory=dict)
    actions: Mapping[str, str] = field(factory=dict)

    def read(self, theirs: str, ours: Mapping[tuple[Place, ...], Action]) -> Action:
        """Translate a framework's action; `ours` are actions by their places.

        What cannot be translated is returned as it is, marked as the framework's.
        """
        if theirs in self.actions:
            return self.actions[theirs]
        if theirs in self.words:
            return self.words[theirs]
        if self.places == PLACES[0]:
            return theirs
        return ours.get(tuple(map(self.turn, self.found(theirs))), f"?{theirs}")

    def found(self, theirs: str) -> list[Place]:
        """Read the places in a framework's action."""
        width = self.board[1] if self.turned & TRANSPOSED else self.board[0]
        match self.places:
            case "a1":
                return [(ord(a) - ord("a"), int(b) - 1) for a, b in LETTERED.findall(theirs)]
            case "row,column":
                return [(int(b), int(a)) for a, b in PAIRED.findall(theirs)]
            case "number":
                each = map(int, NUMBERED.findall(theirs))
                return [(n % width, n // width) for n in each] if width else []
            case _:
                return [(int(n),) for n in NUMBERED.findall(theirs)]

    def turn(self, place: Place) -> Place:
        """Turn a place of theirs to ours."""
        columns, rows = self.board
        if len(place) == 1:
            return (columns - 1 - place[0],) if self.turned & COLUMNS else place
        column, row = place[::-1] if self.turned & TRANSPOSED else place
        return (
            columns - 1 - column if self.turned & COLUMNS else column,
            rows - 1 - row if self.turned & ROWS else row,
        )

    def written(self) -> str:
        """Write the mapping as one line of JSON."""
        return json.dumps({name: each for name, each in asdict(self).items() if each})


def read_mapping(text: str, players: Iterable[str]) -> ActionSpelling:
    """Read a mapping; raises `BadMapping`."""
    names = tuple(players)
    try:
        given: Any = json.loads(text)
        given = {"players": names} | given
        given |= {name: tuple(given[name]) for name in ("players", "board") if name in given}
        made = ActionSpelling(**given)
    except (TypeError, ValueError) as error:
        raise BadMapping(f"the mapping is not as docs/frameworks.md says: {error}") from error
    if sorted(made.players) != sorted(names):
        raise BadMapping(f"the mapping's players must be {', '.join(names)}, in any order")
    if made.places not in PLACES or made.turned not in TURNS or len(made.board) != len("cr"):
        raise BadMapping(
            f"the mapping's places must be one of {', '.join(map(repr, PLACES))}, turned from 0 to 7, "
            "and board two numbers"
        )
    return made
