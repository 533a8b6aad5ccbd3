"""How actions and positions of Minoa are written, and which positions are refused."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulewright.impl.kernel import Row
from rulewright.impl.minoa.board import WORD, Minoa, line_name, lines_of
from rulewright.impl.minoa.kernel import OVER, cycle_in, standing
from rulewright.impl.minoa.options import Parameters
from rulewright.interface import (
    Action,
    ImpossiblePosition,
    Json,
    MalformedAction,
    MalformedPosition,
    nearest,
)

PLAYERS = ("red", "blue", "yellow", "green")
FIELDS = ("sticks", "pieces", "turn")


def _members(words: Row) -> list[int]:
    """List the bits that are set in a run of words, ascending."""
    bits = np.unpackbits(words.view(np.uint8), bitorder="little")
    members: list[int] = np.flatnonzero(bits).tolist()
    return members


def _include(words: Row, member: int) -> None:
    """Set one bit in a run of words."""
    words.view(np.uint64)[member // WORD] |= np.uint64(1) << np.uint64(member % WORD)


class MinoaNotation:
    """Texts and JSON of one game; see `rulewright.impl.engine.Notation`."""

    def __init__(self, game: Minoa, parameters: Parameters) -> None:
        """Spell all lines once."""
        self.game = game
        self.players = PLAYERS[: parameters.k]
        self.contents = ("vacant", "stick", *self.players)
        self.names = tuple(line_name(line) for line in lines_of(parameters.n))
        self.codes = {name: code for code, name in enumerate(self.names)}

    def text(self, action: int) -> Action:
        """Spell the line of an action."""
        return self.names[action]

    def code(self, text: Action) -> int:
        """Find the line of a text; raises `MalformedAction` unless spelled exactly so."""
        code = self.codes.get(text)
        if code is None:
            raise MalformedAction(text, lambda: f"there is no such line{self._guess(text)}")
        return code

    def _guess(self, text: str) -> str:
        hint = nearest(text, self.names).partition(" (known")[0]
        return hint or f"; a line is written like {self.names[0]}"

    def all_actions(self) -> range:
        """List all lines."""
        return range(len(self.names))

    def places(self) -> tuple[str, ...]:
        """Name the lines."""
        return self.names

    def reason(self, key: Row, action: int) -> str:
        """Say why a stick or piece cannot go on a line in a position that is not over."""
        game, name = self.game, self.names[action]
        if action >= game.interior:
            if any(action - game.interior in lines for lines in self._piece_lines(key)):
                return f"line {name} already carries a piece (MIN-6)"
            return f"{self.players[key[0]]} has no piece left (MIN-8)"
        if action in self._stick_lines(key):
            return f"line {name} already carries a stick (MIN-6)"
        after = key.copy()
        _include(after[1 : 1 + game.words], action)
        if cycle_in(game, after, self._row()) >= 0:
            return f"a stick on {name} closes off an area without an edge (MIN-9)"
        return f"a stick on {name} closes off an area that carries no piece (MIN-9)"

    def _row(self) -> Row:
        return np.zeros(self.game.row_size, np.int64)

    def _stick_lines(self, key: Row) -> list[int]:
        return _members(key[1 : 1 + self.game.words])

    def _piece_lines(self, key: Row) -> list[list[int]]:
        """List the boundary lines of each player, numbered round the board."""
        game = self.game
        return [_members(self._pieces_of(key, player)) for player in range(game.player_count)]

    def _pieces_of(self, key: Row, player: int) -> Row:
        game = self.game
        begin = 1 + game.words + player * game.rim_words
        return key[begin : begin + game.rim_words]

    def to_json(self, key: Row) -> Json:
        """Write sticks, pieces and turn, lists sorted as text."""
        game, names = self.game, self.names
        sticks: list[Action] = []
        pieces: dict[Action, str] = {}
        # One look at all the words of a key takes as long as one at those of one player.
        for bit in _members(key[1 : 1 + game.words + game.player_count * game.rim_words]):
            beyond = bit - game.words * WORD
            if beyond < 0:
                sticks.append(names[bit])
            else:
                owner, line = divmod(beyond, game.rim_words * WORD)
                pieces[names[game.interior + line]] = self.players[owner]
        return {
            "sticks": sorted(sticks),
            "pieces": dict(sorted(pieces.items())),
            "turn": None if key[0] == OVER else self.players[key[0]],
        }

    # --- reading ----------------------------------------------------------------------------------

    def from_json(self, position: Json) -> Row:
        """Read a position.

        Raises `MalformedPosition` for a wrong form, `ImpossiblePosition` with MIN-2, 4, 5, 6, 8, 9,
        10 or 11 for one that cannot come about.
        """
        sticks, pieces, turn = self._parts(position)
        self._check_lines(sticks, pieces)
        self._check_material(sticks, pieces)
        key = np.zeros(self.game.key_size, np.int64)
        for name in sticks:
            _include(key[1 : 1 + self.game.words], self.codes[name])
        for name, owner in pieces.items():
            line = self.codes[name] - self.game.interior
            _include(self._pieces_of(key, self.players.index(owner)), line)
        key[0] = OVER if turn is None else self.players.index(turn)
        self._check_areas_and_turn(key, self._left(pieces))
        return key

    def _parts(self, position: Any) -> tuple[list[str], dict[str, str], str | None]:
        if not isinstance(position, dict):
            raise MalformedPosition(f"a position is an object, not {position!r}")
        if set(position) != set(FIELDS):
            raise MalformedPosition(
                f"a position has the keys {', '.join(FIELDS)}; "
                f"this one has {', '.join(map(str, position)) or 'none'}"
            )
        sticks, pieces, turn = (position[field] for field in FIELDS)
        if not isinstance(sticks, list) or not all(type(name) is str for name in sticks):
            raise MalformedPosition("'sticks' must be a list of lines")
        if not isinstance(pieces, dict):
            raise MalformedPosition("'pieces' must be an object, line to player")
        for name in [*sticks, *pieces]:
            if name not in self.codes:
                raise MalformedPosition(f"there is no line {name!r}; {self._guess(str(name))}")
        if sticks != sorted(set(sticks)):
            raise MalformedPosition("'sticks' must be sorted as text, each line once")
        for name, owner in pieces.items():
            self._check_player(owner, f"the piece on {name}")
        if turn is not None:
            self._check_player(turn, "'turn'")
        return sticks, pieces, turn

    def _check_player(self, name: Any, what: str) -> None:
        if type(name) is not str or name not in self.players:
            raise MalformedPosition(
                f"{what} is {name!r}, not a player{nearest(str(name), self.players)}"
            )

    def _check_lines(self, sticks: list[str], pieces: dict[str, str]) -> None:
        for name in sticks:
            if name in pieces:
                raise ImpossiblePosition("MIN-6", f"line {name} carries a stick and a piece")
        for name in sticks:
            if self.codes[name] >= self.game.interior:
                raise ImpossiblePosition("MIN-4", f"a stick lies on boundary line {name}")
        for name in pieces:
            if self.codes[name] < self.game.interior:
                raise ImpossiblePosition("MIN-5", f"a piece lies on interior line {name}")

    def _left(self, pieces: dict[str, str]) -> dict[str, int]:
        """Count the pieces left in each hand; negative when too many lie."""
        placed = list(pieces.values())
        each = self.game.rim // len(self.players)
        return {player: each - placed.count(player) for player in self.players}

    def _check_material(self, sticks: list[str], pieces: dict[str, str]) -> None:
        supply = self.game.vertices - 1
        if len(sticks) > supply:
            raise ImpossiblePosition("MIN-8", f"{len(sticks)} sticks lie, there are {supply}")
        left = self._left(pieces)
        for player, count in left.items():
            if count < 0:
                each = self.game.rim // len(self.players)
                raise ImpossiblePosition(
                    "MIN-8", f"{player} has {each - count} pieces on the board, of {each}"
                )
        holding = [player for player, count in left.items() if count]
        if len(holding) == 1:
            raise ImpossiblePosition(
                "MIN-10", f"{holding[0]} alone has pieces left, they would have been played"
            )

    def _check_areas_and_turn(self, key: Row, left: dict[str, int]) -> None:
        game = self.game
        closing = cycle_in(game, key, self._row())
        if closing >= 0:
            raise ImpossiblePosition(
                "MIN-9",
                f"the sticks with {self.names[closing]} close off an area without an edge",
            )
        areas, bare, ended, stick = standing(game, key, self._row())
        if game.coloured and areas > 1 and bare:
            raise ImpossiblePosition("MIN-9", "an area that was closed off carries no piece")
        able = [player for player, count in left.items() if stick or count]
        turn = None if key[0] == OVER else self.players[key[0]]
        if turn is None:
            if not ended and able and (game.skip or len(able) == len(self.players)):
                raise ImpossiblePosition("MIN-11", "'turn' is null but the game is not over")
        elif ended or not able:
            raise ImpossiblePosition("MIN-11", f"'turn' is {turn} but the game is over")
        elif turn not in able:
            clause = "MIN-2" if game.skip else "MIN-11"
            raise ImpossiblePosition(clause, f"it is the turn of {turn}, who cannot move")
