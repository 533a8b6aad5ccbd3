"""How actions and positions of ARI are written, and which positions are refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from rulewright.impl.ari.board import MOST_WAYS, OVER, Ari, lies_of
from rulewright.impl.ari.kernel import actions_of
from rulewright.impl.ari.options import NAMES, Parameters
from rulewright.impl.kernel import Row
from rulewright.interface import (
    Action,
    ImpossiblePosition,
    Json,
    MalformedAction,
    MalformedPosition,
    nearest,
)

PLAYERS = ("white", "black")
FIELDS = ("dice", "queens", "last", "turn")
PAIR = 2
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class AriNotation:
    """Texts and JSON of one game; see `rulewright.impl.engine.Notation`."""

    def __init__(self, game: Ari, parameters: Parameters) -> None:
        """Spell all cells and ways to lie once."""
        self.game = game
        self.players: tuple[str, ...] = PLAYERS
        self.cells = tuple(f"{LETTERS[x]}{y + 1}" for y in range(game.n) for x in range(game.n))
        self.cell_codes = {name: code for code, name in enumerate(self.cells)}
        self.shown = tuple(
            tuple("".join(map(str, sides)) for sides in lies) for lies in lies_of(parameters)
        )
        self.contents: tuple[str, ...] = (
            "vacant",
            *(
                f"{player} {name}:{way}"
                for player in PLAYERS
                for name, ways in zip(NAMES, self.shown, strict=True)
                for way in ways
            ),
            *(f"{player} Q" for player in PLAYERS),
            *(f"{player} {name}" for player in PLAYERS for name in NAMES),
            *PLAYERS,
        )
        self.queen_actions = len(NAMES) * len(self.cells) * MOST_WAYS
        self.strikes = self.queen_actions + len(self.cells)

    def text(self, action: int) -> Action:
        """Spell an action."""
        if action >= self.strikes:
            return f"{NAMES[action - self.strikes]}*"
        if action >= self.queen_actions:
            return f"Q@{self.cells[action - self.queen_actions]}"
        rest, way = divmod(action, MOST_WAYS)
        die, cell = divmod(rest, len(self.cells))
        return f"{NAMES[die]}@{self.cells[cell]}:{self.shown[die][way]}"

    @property
    def number_count(self) -> int:
        """How many actions there are."""
        return self.strikes + len(NAMES)

    def code(self, text: Action) -> int:
        """Read an action; raises `MalformedAction` unless spelled exactly so."""
        if text.endswith("*") and text[:-1] in NAMES:
            return self.strikes + NAMES.index(text[:-1])
        piece, at, rest = text.partition("@")
        name, colon, shown = rest.partition(":")
        cell = self.cell_codes.get(name)
        if piece == "Q" and at and not colon and cell is not None:
            return self.queen_actions + cell
        if piece not in NAMES or cell is None:
            raise MalformedAction(text, "an action is written like III@a1:9217, Q@a1 or III*")
        die = NAMES.index(piece)
        if shown not in self.shown[die]:
            hint = nearest(shown, self.shown[die]).partition(" (known")[0]
            raise MalformedAction(text, f"die {piece} cannot show {shown!r} on its sides{hint}")
        return (die * len(self.cells) + cell) * MOST_WAYS + self.shown[die].index(shown)

    def all_actions(self) -> Sequence[int] | None:
        """They are too many to be listed."""
        return None

    def places(self) -> tuple[str, ...]:
        """Name the cells, and the two places for what is no cell's: the last die, and who lost."""
        return (*self.cells, "last", "lost")

    def reason(self, key: Row, action: int) -> str:
        """Say which clause forbids an action in a position that is not over."""
        position = self.to_json(key)
        mover = position["turn"]
        lying = [cell for dice in position["dice"].values() for cell, _ in dice.values()]
        taken = {*lying, *position["queens"].values()}
        if action >= self.strikes:
            return f"die {NAMES[action - self.strikes]} threatens no queen (ARI-9)"
        if len(lying) < 2 * len(NAMES):
            return "a die is set up on a vacant target cell of the die put down just before (ARI-1)"
        if action < self.queen_actions:
            if None in position["queens"].values():
                return "the queens are put down now (ARI-2)"
            cell = self.cells[action // MOST_WAYS % len(self.cells)]
            where = "is taken" if cell in taken else "is no cell for that die, turned so"
            return f"{cell} {where}, or the own queen would be threatened (ARI-7, ARI-9)"
        cell = self.cells[action - self.queen_actions]
        if position["queens"][mover] is None:
            return f"{cell} is taken, or next to the other queen (ARI-2, ARI-3)"
        return f"{cell} is taken, too far, next to the other queen, or threatened (ARI-6, ARI-3, ARI-9)"

    def to_json(self, key: Row) -> Json:
        """Write a position."""
        first, last = int(key[0]), int(key[0]) >> 2 & 7
        turn = (first & 3) - 1
        dice: dict[str, dict[str, list[str]]] = {}
        queens: dict[str, str | None] = {}
        for player, owner in enumerate(PLAYERS):
            dice[owner] = {}
            for die, name in enumerate(NAMES):
                lies = int(key[1 + player]) >> (15 * die)
                if lies & 31:
                    cell = self._cell(lies)
                    dice[owner][name] = [cell, self.shown[die][lies >> 10 & 31]]
            where = first >> (7 + 10 * player)
            queens[owner] = self._cell(where) if where & 31 else None
        return {
            "dice": dice,
            "queens": queens,
            "last": [PLAYERS[(last - 1) // 3], NAMES[(last - 1) % 3]] if last else None,
            "turn": None if turn == OVER else PLAYERS[turn],
        }

    def _cell(self, coordinates: int) -> str:
        return f"{LETTERS[(coordinates & 31) - 1]}{coordinates >> 5 & 31}"

    # --- reading ----------------------------------------------------------------------------------

    def from_json(self, position: Json) -> Row:
        """Read a position.

        Raises `MalformedPosition` for a wrong form, `ImpossiblePosition` with ARI-1, 2, 3, 5, 6, 7 or
        9 for one that cannot come about.

        If a player has lost by having no action, the form does not name the loser. It is the one
        that has none; if neither has one, it is taken to be white.
        """
        dice, queens, last, turn = self._parts(position)
        self._check_set_up(dice, queens, last, turn)
        self._check_cells(dice, queens)
        key = np.zeros(self.game.key_size, np.int64)
        key[0] = 0 if turn is None else 1 + PLAYERS.index(turn)
        if last:
            key[0] |= (1 + 3 * PLAYERS.index(last[0]) + NAMES.index(last[1])) << 2
        for player, owner in enumerate(PLAYERS):
            cell = queens[owner]
            if cell is not None:
                key[0] |= self._coordinates(cell) << (7 + 10 * player)
            for name, (where, shown) in dice[owner].items():
                die = NAMES.index(name)
                lies = self._coordinates(where) | self.shown[die].index(shown) << 10
                key[1 + player] |= lies << (15 * die)
        if None not in queens.values():
            self._check_turn(key, turn)
        return key

    def _coordinates(self, cell: str) -> int:
        y, x = divmod(self.cell_codes[cell], self.game.n)
        return x + 1 | y + 1 << 5

    def _parts(self, position: Any) -> tuple[Any, Any, Any, Any]:
        _demand(isinstance(position, dict), f"a position is an object, not {position!r}")
        _demand(set(position) == set(FIELDS), f"a position has the keys {', '.join(FIELDS)}")
        dice, queens, last, turn = (position[field] for field in FIELDS)
        for what, value in (("dice", dice), ("queens", queens)):
            good = isinstance(value, dict) and set(value) == set(PLAYERS)
            _demand(good, f"{what!r} must be an object with the keys white and black")
        for owner in PLAYERS:
            _demand(isinstance(dice[owner], dict), f"the dice of {owner} must be an object")
            for name, lies in dice[owner].items():
                self._check_die(name, lies)
            if queens[owner] is not None:
                self._check_cell(queens[owner])
        if last is not None:
            good = isinstance(last, list) and len(last) == PAIR
            good = good and _is_among(last[0], PLAYERS) and _is_among(last[1], NAMES)
            _demand(good, f"'last' is {last!r}, it must be null or a player and a die")
        _demand(
            turn is None or _is_among(turn, PLAYERS),
            f"'turn' is {turn!r}, it must be null, white or black",
        )
        return dice, queens, last, turn

    def _check_die(self, name: Any, lies: Any) -> None:
        _demand(_is_among(name, NAMES), f"there is no die {name!r}; {nearest(str(name), NAMES)}")
        good = isinstance(lies, list) and len(lies) == PAIR
        _demand(good, f"die {name} is {lies!r}, it must be a cell and four sides")
        self._check_cell(lies[0])
        ways = self.shown[NAMES.index(name)]
        _demand(_is_among(lies[1], ways), f"die {name} cannot show {lies[1]!r} on its sides")

    def _check_cell(self, name: Any) -> None:
        _demand(
            isinstance(name, str) and name in self.cell_codes,
            f"{name!r} is no cell of a board of size {self.game.n}",
        )

    def _check_set_up(self, dice: Any, queens: Any, last: Any, turn: Any) -> None:
        white, black = (len(dice[owner]) for owner in PLAYERS)
        standing = [owner for owner in PLAYERS if queens[owner] is not None]
        if white + black < 2 * len(NAMES):
            due = {0: "white", 1: "black"}.get(white - black)
            put_last = None if last is None else last[1] in dice[last[0]] and last[0] != turn
            if due is None or turn != due:
                _impossible(
                    "ARI-1", f"{white} white and {black} black dice lie, it is {turn}'s turn"
                )
            if put_last is not (True if white + black else None):
                _impossible("ARI-1", f"'last' is {last}, not the die put down just before")
            if standing:
                _impossible("ARI-1", "a queen stands before all dice lie")
            return
        if last is not None:
            _impossible("ARI-1", "all dice lie, but 'last' is not null")
        allowed: dict[tuple[str, ...], tuple[str | None, ...]] = {
            (): ("white",),
            ("white",): ("black", None),
            ("black",): (None,),
        }
        if turn not in allowed.get(tuple(standing), (turn,)):
            _impossible("ARI-2", f"queens stand of {standing or 'nobody'}, it is {turn}'s turn")

    def _check_cells(self, dice: Any, queens: Any) -> None:
        lying = [lies[0] for owner in PLAYERS for lies in dice[owner].values()]
        standing = [cell for cell in queens.values() if cell is not None]
        if len(standing) == len(PLAYERS):
            (x, y), (u, v) = (divmod(self.cell_codes[cell], self.game.n) for cell in standing)
            apart = sorted((abs(x - u), abs(y - v)))
            if apart == [0, 1] or (apart == [1, 1] and not self.game.orthogonal):
                _impossible("ARI-3", "the queens stand next to each other")
        if len({*standing}) < len(standing) or {*standing} & {*lying}:
            _impossible("ARI-6", "a queen stands where another piece is")
        if len({*lying}) < len(lying):
            _impossible("ARI-7", "two dice lie on one cell")

    def _check_turn(self, key: Row, turn: Any) -> None:
        game = self.game
        row = np.zeros(game.row_size, np.int64)
        able = [actions_of(game, key, row, player) > 0 for player in range(len(PLAYERS))]
        if turn is not None:
            if not able[PLAYERS.index(turn)]:
                _impossible("ARI-5", f"it is {turn}'s turn, who has no legal action")
        elif any(able) if game.skips else all(able):
            _impossible("ARI-9", "'turn' is null, but the game is not over")
        elif not game.skips:
            key[0] |= (1 + able.index(False)) << 5


def _is_among(value: Any, names: tuple[str, ...]) -> bool:
    return isinstance(value, str) and value in names


def _demand(met: bool, what: str) -> None:
    if not met:
        raise MalformedPosition(what)


def _impossible(clause: str, reason: str) -> None:
    raise ImpossiblePosition(clause, reason)
