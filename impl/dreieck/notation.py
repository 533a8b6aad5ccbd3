"""How actions and positions of Dreieck nimmt are written, and which positions are refused."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import numpy as np

from rulewright.impl.dreieck.board import (
    FIRST_NUMBER,
    IN_HAND,
    LAST_CODE,
    ON_TABLE,
    OVER,
    PASS,
    TAKEN,
    Dreieck,
)
from rulewright.impl.dreieck.kernel import can_lay, is_legal, lay_out, neighbours_disagree
from rulewright.impl.dreieck.numbers import forms_of, width_of
from rulewright.impl.dreieck.options import Parameters, player_names, tile_names
from rulewright.impl.dreieck.table import turn_over_next
from rulewright.impl.kernel import Row
from rulewright.interface import (
    Action,
    IllegalAction,
    ImpossiblePosition,
    Json,
    MalformedAction,
    MalformedPosition,
)

FIELDS = ("tiles", "left", "captured", "passes", "turn")
CELL = r"([ud])(0|-?[1-9][0-9]{0,17}),(0|-?[1-9][0-9]{0,17})"
KINDS = "ud"


class DreieckNotation:
    """Texts and JSON of one game; see `rulewright.impl.engine.Notation`."""

    def __init__(self, game: Dreieck, parameters: Parameters) -> None:
        """Spell all tiles and ways once."""
        self.game = game
        self.players = player_names(parameters.k)
        self.names = tuple(tile_names(parameters.s))
        self._tiles = {name: number for number, name in enumerate(self.names)}
        self.letters = "".join(chr(ord("a") + number) for number in range(parameters.s))
        self.ways = tuple(map("".join, product(self.letters, repeat=3)))
        self.contents = self._contents()
        self._cell = re.compile(CELL)
        tail = "~?" if game.may else ""
        self._laying = re.compile(f"{CELL}:([{self.letters}]{{3}})({tail})")

    def _contents(self) -> tuple[str, ...]:
        lies = tuple(f"{kind}{turn}" for kind in KINDS for turn in range(3))
        numbers = [
            number for size in range(LAST_CODE) for number in ((-size, size) if size else (0,))
        ]
        coded = map(str, numbers[: LAST_CODE - FIRST_NUMBER])
        return ("", "captured", *lies, *coded, "more")

    # --- actions ----------------------------------------------------------------------------------

    def _cell_name(self, cell: int) -> str:
        game = self.game
        q, r = divmod(cell >> 1, game.span)
        return f"{KINDS[cell & 1]}{q - game.reach},{r - game.reach}"

    def _way(self, name: str) -> int:
        way = 0
        for letter in name:
            way = way * self.game.symbols + self.letters.index(letter)
        return way

    def _cell_code(self, kind: str, q: int, r: int) -> int | None:
        """Number a cell; None when it is beyond the reach of all tiles."""
        game = self.game
        if max(abs(q), abs(r)) >= game.reach:
            return None
        return 2 * ((q + game.reach) * game.span + r + game.reach) + KINDS.index(kind)

    def text(self, action: int) -> Action:
        """Spell an action."""
        if action == PASS:
            return "pass"
        place, leaves = (action - 1) >> 1, (action - 1) & 1
        cell, way = divmod(place, self.game.ways)
        return f"{self._cell_name(cell)}:{self.ways[way]}{'~' * leaves}"

    @property
    def number_count(self) -> int:
        """How many numbers actions have (see `rulewright.impl.dreieck.numbers`)."""
        return 1 + 2 * width_of(self.game) ** 2 * self.game.ways * forms_of(self.game)

    def code(self, text: Action) -> int:
        """Read an action.

        Raises `MalformedAction` for a wrong spelling, and `IllegalAction` for a cell that no tile of
        the game can reach.
        """
        if text == "pass":
            return PASS
        found = self._laying.fullmatch(text)
        if found is None:
            raise MalformedAction(
                text,
                "an action is 'pass' or like 'u0,-1:"
                f"{self.letters[0] * 2}{self.letters[-1]}{'~' if self.game.may else ''}', "
                f"with symbols from {self.letters[0]} to {self.letters[-1]}",
            )
        kind, q, r, way, leaves = found.groups()
        cell = self._cell_code(kind, int(q), int(r))
        if cell is None:
            raise IllegalAction(text, "no tile can lie so far from the first (DRE-3)")
        return 1 + 2 * (cell * self.game.ways + self._way(way)) + len(leaves)

    def all_actions(self) -> None:
        """Decline to list them: the table is unbounded."""
        return

    def places(self) -> tuple[str, ...]:
        """Name what `write_board` writes."""
        tiles = (
            f"{player} {name} {what}"
            for player in self.players
            for name in self.names
            for what in ("lies", "q", "r")
        )
        counts = (f"{player} {what}" for player in self.players for what in ("captured", "top"))
        return (*tiles, *counts, "passes")

    def reason(self, key: Row, action: int) -> str:  # noqa: PLR0911 - one for each clause
        """Say why an action is illegal in a position that is not over."""
        game = self.game
        player = self.players[key[0]]
        if action == PASS:
            return f"{player} can lay a tile and must (DRE-6)"
        place, leaves = (action - 1) >> 1, (action - 1) & 1
        cell, way = divmod(place, game.ways)
        tile = int(game.tile_of[way])
        where = self._where(key)
        lying = {(w - ON_TABLE) // game.ways for w in where.reshape(-1).tolist() if w >= ON_TABLE}
        if where[key[0], tile] != IN_HAND:
            return f"{player} has laid {self.names[tile]} already (DRE-1)"
        if game.stacked and self._top(key, key[0]) != tile:
            return f"{self.names[tile]} is not on top of the stack of {player} (DRE-1)"
        row = np.zeros(game.row_size, np.int64)
        lay_out(game, key, row)
        if leaves and is_legal(game, row, action - 1):
            return "there is no capture to decline (DRE-7)"
        if cell in lying:
            return f"a tile lies on {self._cell_name(cell)} (DRE-3)"
        if not lying:
            return "the first tile goes on u0,0, as it is named (DRE-3)"
        kind = cell & 1
        if not any(cell + int(game.across[3 * kind + edge]) in lying for edge in range(3)):
            return f"no tile lies beside {self._cell_name(cell)} (DRE-3)"
        return "the symbols do not match at the common edge (DRE-4)"

    # --- writing ----------------------------------------------------------------------------------

    def _where(self, key: Row) -> Row:
        """Where each tile is: `[players, tiles]`."""
        players = len(self.players)
        return key[2 + 2 * players :].reshape(players, self.game.tiles)

    def _top(self, key: Row, player: int) -> int:
        """The tile on top of a player's stack; -1 if there is none."""
        place = int(key[2 + len(self.players) + player])
        return int(self.game.order[player * self.game.tiles + place]) if place >= 0 else -1

    def to_json(self, key: Row) -> Json:
        """Write the tiles that lie, what is left and taken, the passes, and the turn."""
        game, where = self.game, self._where(key)
        tiles = {}
        for player, own in zip(self.players, where.tolist(), strict=True):
            for place in own:
                if place >= ON_TABLE:
                    cell, way = divmod(place - ON_TABLE, game.ways)
                    tiles[self._cell_name(cell)] = [player, self.ways[way]]
        return {
            "tiles": dict(sorted(tiles.items())),
            "left": {player: self._left(key, n) for n, player in enumerate(self.players)},
            "captured": {player: int(key[2 + n]) for n, player in enumerate(self.players)},
            "passes": int(key[1]),
            "turn": None if key[0] == OVER else self.players[key[0]],
        }

    def _left(self, key: Row, player: int) -> list[str]:
        game = self.game
        order = list(range(game.tiles))
        if game.stacked:
            top = max(int(key[2 + len(self.players) + player]), 0)
            order = game.order[player * game.tiles : (player + 1) * game.tiles].tolist()
            order = order[top:] + order[:top]
        held = self._where(key)[player]
        return [self.names[tile] for tile in order if held[tile] == IN_HAND]

    # --- reading ----------------------------------------------------------------------------------

    def from_json(self, position: Json) -> Row:
        """Read a position.

        Raises `MalformedPosition` for a wrong form, `ImpossiblePosition` with DRE-1, 2, 3, 4, 6, 8 or
        9 for one that cannot come about.
        """
        lying, left = self._parts(position)
        key = np.zeros(self.game.key_size, np.int64)
        self._place_tiles(key, lying, left)
        for number, player in enumerate(self.players):
            key[2 + number] = position["captured"][player]
        key[1] = position["passes"]
        turn = position["turn"]
        key[0] = OVER if turn is None else self.players.index(turn)
        begun = bool((self._where(key) != IN_HAND).any())
        if not begun and (turn != self.players[0] or key[1]):
            raise ImpossiblePosition("DRE-2", f"nothing has been laid, {self.players[0]} begins")
        if begun and not lying:
            raise ImpossiblePosition("DRE-3", "tiles have been laid and the table is empty")
        if self.game.match_all:
            cell = neighbours_disagree(self.game, key, self._row())
            if cell >= 0:
                raise ImpossiblePosition(
                    "DRE-4", f"{self._cell_name(cell)} does not match a tile beside it"
                )
        self._check_passes(key)
        self._check_captures(key)
        self._check_end(key)
        return key

    def _row(self) -> Row:
        return np.zeros(self.game.row_size, np.int64)

    def _parts(self, position: Any) -> tuple[dict[str, tuple[int, int, int]], dict[str, list[str]]]:
        """Check the form; return the tiles that lie (cell to player, code, way) and the lists."""
        form(isinstance(position, dict), "a position is an object")
        form(set(position) == set(FIELDS), f"a position has the keys {', '.join(FIELDS)}")
        lists: dict[str, list[str]] = position["left"]
        for field in ("left", "captured"):
            form(isinstance(position[field], dict), f"{field!r} must be an object")
            form(
                set(position[field]) == set(self.players),
                f"{field!r} must have the keys {', '.join(self.players)}",
            )
        for player in self.players:
            self._check_list(player, lists[player])
            taken = position["captured"][player]
            form(type(taken) is int and taken >= 0, "'captured' holds whole numbers from 0")
        passes, turn = position["passes"], position["turn"]
        most = len(self.players)
        form(type(passes) is int and 0 <= passes <= most, f"'passes' is a number from 0 to {most}")
        form(
            turn is None or (type(turn) is str and turn in self.players),
            f"'turn' is null or one of {', '.join(self.players)}",
        )
        form(isinstance(position["tiles"], dict), "'tiles' must be an object")
        parsed = {text: self._parse(text, tile) for text, tile in position["tiles"].items()}
        laid = most * self.game.tiles - sum(map(len, lists.values()))
        for player in self.players:
            self._check_stack(player, lists[player])
        return {text: self._placed(text, *one, laid) for text, one in parsed.items()}, lists

    def _parse(self, text: Any, tile: Any) -> tuple[int, str, int, int, int]:
        """Read a tile that lies: player, kind, q, r, way."""
        found = self._cell.fullmatch(text) if isinstance(text, str) else None
        if found is None:
            raise MalformedPosition(f"malformed position: there is no cell {text!r}")
        form(
            isinstance(tile, list)
            and list(map(type, tile)) == [str, str]
            and tile[0] in self.players
            and len(tile[1]) == 3  # noqa: PLR2004 - three corners
            and all(letter in self.letters for letter in tile[1]),
            f"on {text} lies no [player, symbols]",
        )
        kind, q, r = found.groups()
        return self.players.index(tile[0]), kind, int(q), int(r), self._way(tile[1])

    def _placed(  # noqa: PLR0917
        self, text: str, player: int, kind: str, q: int, r: int, way: int, laid: int
    ) -> tuple[int, int, int]:
        """Number the cell of a tile, unless it is too far away for `laid` tiles."""
        cell = self._cell_code(kind, q, r)
        # From cell to cell one of q, r and -q-r (one less for down triangles) changes, by one.
        if cell is None or abs(q) + abs(r) + abs(-q - r - KINDS.index(kind)) > laid - 1:
            raise ImpossiblePosition("DRE-3", f"{laid} tiles do not reach {text}")
        return player, cell, way

    def _check_list(self, player: str, names: Any) -> None:
        """Demand tiles, each once, and sorted if they are held in the hand."""
        form(isinstance(names, list), f"'left' of {player} must be a list")
        form(
            set(map(type, names)) <= {str} and self._tiles.keys() >= set(names),
            f"'left' of {player} must hold names of tiles",
        )
        form(len(set(names)) == len(names), f"'left' of {player} names a tile twice")
        form(self.game.stacked or names == sorted(names), f"'left' of {player} must be sorted")

    def _check_stack(self, player: str, names: list[str]) -> None:
        """Demand that a stack goes round in the order in which it was at the start."""
        if not self.game.stacked or not names:
            return
        order = self._order_from(player, names[0])
        if [name for name in order if name in names] != names:
            raise ImpossiblePosition("DRE-1", f"the tiles of {player} have changed their order")

    def _order_from(self, player: str, top: str) -> list[str]:
        """List a whole stack from one of its tiles on, going round."""
        number = self.players.index(player)
        tiles = self.game.order[number * self.game.tiles : (number + 1) * self.game.tiles]
        order = [self.names[tile] for tile in tiles]
        begin = order.index(top)
        return order[begin:] + order[:begin]

    def _place_tiles(
        self, key: Row, lying: dict[str, tuple[int, int, int]], left: dict[str, list[str]]
    ) -> None:
        """Write where each tile is; no tile may be in two places (DRE-1)."""
        game, where = self.game, self._where(key)
        where[:] = TAKEN
        for number, player in enumerate(self.players):
            where[number, [self._tiles[name] for name in left[player]]] = IN_HAND
        for text, (number, cell, way) in lying.items():
            tile = game.tile_of[way]
            if where[number, tile] != TAKEN:
                raise ImpossiblePosition(
                    "DRE-1", f"{self.players[number]} has {self.names[tile]} twice, once on {text}"
                )
            where[number, tile] = ON_TABLE + cell * game.ways + way
        if game.stacked:
            self._place_tops(key, left)

    def _place_tops(self, key: Row, left: dict[str, list[str]]) -> None:
        begun = bool((self._where(key) != IN_HAND).any())
        for number, player in enumerate(self.players):
            order = self._order_from(player, self.names[self.game.order[number * self.game.tiles]])
            names = left[player]
            key[2 + len(self.players) + number] = order.index(names[0]) if names else -1
            in_order = names == [name for name in order if name in names]
            if not in_order and not (self.game.bury and begun):
                raise ImpossiblePosition("DRE-1", f"nothing was put under the stack of {player}")

    def _check_passes(self, key: Row) -> None:
        """Demand that those who passed could not lay what they had (DRE-6)."""
        players = len(self.players)
        passed = range(players) if key[1] == players else range(0)
        if key[0] != OVER and not passed:
            passed = range(int(key[0]) - int(key[1]), int(key[0]))
        for player in passed:
            held = self._as_it_passed(key, player % players)
            if can_lay(self.game, held, self._row(), player % players):
                raise ImpossiblePosition(
                    "DRE-6", f"{self.players[player % players]} could lay a tile but passed"
                )

    def _as_it_passed(self, key: Row, player: int) -> Row:
        """Bring the tile back to the top that a pass has buried."""
        game, players = self.game, len(self.players)
        if not (game.stacked and game.bury) or key[2 + players + player] < 0:
            return key
        row, held = self._row(), key.copy()
        lay_out(game, key, row)
        for _ in range(int((self._where(key)[player] == IN_HAND).sum()) - 1):
            turn_over_next(game, row, player)
        held[2 + players + player] = row[game.at_top + player]
        return held

    def _check_captures(self, key: Row) -> None:
        """Demand that what is gone was captured, by others (DRE-8)."""
        gone = (self._where(key) == TAKEN).sum(axis=1)
        taken = key[2 : 2 + len(self.players)]
        if gone.sum() != taken.sum():
            raise ImpossiblePosition(
                "DRE-8", f"{gone.sum()} tiles are gone, {taken.sum()} were captured"
            )
        for player, own, mine in zip(self.players, gone, taken, strict=True):
            if mine > gone.sum() - own:
                raise ImpossiblePosition("DRE-8", f"{player} captured more than others lost")

    def _check_end(self, key: Row) -> None:
        """Demand that nobody has the turn exactly when the game is over (DRE-9)."""
        done = not (self._where(key) == IN_HAND).any()
        over = done or key[1] == len(self.players)
        if done and key[1]:
            raise ImpossiblePosition("DRE-9", "somebody passed after the last tile")
        if over != (key[0] == OVER):
            says = "over" if over else "not over"
            raise ImpossiblePosition("DRE-9", f"the game is {says}, which 'turn' contradicts")


def form(met: bool, what: str) -> None:
    """Raise `MalformedPosition` unless the form is right."""
    if not met:
        raise MalformedPosition(f"malformed position: {what}")
