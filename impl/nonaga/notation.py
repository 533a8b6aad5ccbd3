"""How steps and positions of Nonaga are written, and which positions are refused."""

from __future__ import annotations

import re
from itertools import chain, pairwise
from typing import Any

import numpy as np

from rulewright.impl.kernel import Row
from rulewright.impl.nonaga.board import (
    CONNECTED,
    CONTACT,
    FARTHEST,
    HALF_BOARD,
    HALF_WAY,
    MODULUS,
    PIECES,
    SLIDE_IN,
    THROUGHOUT,
    TOO_WIDE,
    TWO_TO_FOUR,
    WIDEST,
    Cell,
    Nonaga,
    key_of,
    unpacked,
)
from rulewright.impl.nonaga.keys import standing
from rulewright.impl.nonaga.numbers import width_of
from rulewright.impl.nonaga.options import BLACK, RED, Parameters
from rulewright.interface import (
    Action,
    BeyondTheImplementation,
    IllegalAction,
    ImpossiblePosition,
    Json,
    MalformedAction,
    MalformedPosition,
)

FIELDS = ("discs", "pieces", "turn", "step", "barred")
STEPS = ("piece", "disc")
NUMBER = r"(0|-?[1-9]\d*)"
SPELLING = re.compile(rf"{NUMBER},{NUMBER}>{NUMBER},{NUMBER}", re.ASCII)
DIGITS = 10
"""Digits of the longest coordinate that is an action's at all."""
UNTIL_OVER = "'turn', 'step' and 'barred' are null when the game is over, and only then"


class NonagaNotation:
    """Texts and JSON of one game; see `rulewright.impl.engine.Notation`."""

    def __init__(self, game: Nonaga, parameters: Parameters) -> None:
        """Name the players in turn order."""
        self.game = game
        self.players: tuple[str, ...] = (RED, BLACK) if parameters.first == RED else (BLACK, RED)
        self.contents: tuple[str, ...] = ("none", *map(str, range(MODULUS)))

    # --- actions ----------------------------------------------------------------------------------

    def text(self, action: int) -> Action:
        """Spell a step by the two cells."""
        q, r = (action >> 38) - HALF_BOARD, (action >> 14 & 0xFFFFFF) - HALF_BOARD
        right, down = (action >> 7 & 127) - HALF_WAY, (action & 127) - HALF_WAY
        return f"{q},{r}>{q + right},{r + down}"

    @property
    def number_count(self) -> int:
        """How many numbers steps have (see `rulewright.impl.nonaga.numbers`)."""
        return self.game.discs * width_of(self.game) ** 2

    def code(self, text: Action) -> int:
        """Read a step; raises `MalformedAction` unless spelled exactly so.

        Raises `IllegalAction` for one so far away or so long that there can be no such step.
        """
        match = SPELLING.fullmatch(text) if isinstance(text, str) else None
        if match is None or any(len(each.lstrip("-")) > DIGITS for each in match.groups()):
            raise MalformedAction(text, "a step is written like 2,0>1,0")
        q, r, s, t = map(int, match.groups())
        right, down = s - q + HALF_WAY, t - r + HALF_WAY
        q, r = q + HALF_BOARD, r + HALF_BOARD
        board, ways = range(2 * HALF_BOARD), range(2 * HALF_WAY)
        if q not in board or r not in board or right not in ways or down not in ways:
            raise IllegalAction(
                text, "no disc or piece is there, or can go that far (NON-2, NON-7)"
            )
        return ((q << 24 | r) << 7 | right) << 7 | down

    def all_actions(self) -> None:
        """The board has no end: there are too many."""

    def places(self) -> tuple[str, ...]:
        """Name the numbers that tell a position, discs in order row by row."""
        discs = range(self.game.discs)
        return (
            *(f"{number} of disc {disc}" for disc in discs for number in ("column", "row")),
            *(f"disc of {player} {piece}" for player in self.players for piece in range(PIECES)),
            "disc barred",
            "disc step",
        )

    def reason(self, key: Row, action: int) -> str:  # noqa: PLR0911
        """Say what a step in a position that is not over fails at."""
        discs, pieces, mover, disc_step, barred = self._read_out(key)
        begin, _, end = self.text(action).partition(">")
        origin, target = (self._cell(text) for text in (begin, end))
        if not disc_step:
            if origin not in pieces[mover]:
                return f"{self.players[mover]} has no piece on {begin} (NON-2)"
            if origin == target:
                return "the piece must move (NON-3)"
            return f"the piece on {begin} does not slide to {end} (NON-2)"
        if origin not in discs:
            return f"there is no disc on {begin} (NON-4)"
        if origin in chain(*pieces):
            return f"the disc on {begin} carries a piece (NON-4)"
        if target in discs:
            return f"there is a disc on {end} already (NON-7)"
        if origin == barred and self.game.bar:
            return f"the disc on {begin} has just been relocated (NON-6)"
        return f"the disc on {begin} cannot be slid out, or not be put down on {end} (NON-5, 7, 8)"

    def _cell(self, text: str) -> Cell:
        q, r = map(int, text.split(","))
        return q, r

    # --- writing ----------------------------------------------------------------------------------

    def _read_out(
        self, key: Row
    ) -> tuple[list[Cell], tuple[list[Cell], list[Cell]], int, int, Cell | None]:
        """Return discs, pieces of both players, player to move (-1: over), step and barred disc."""
        status, own, other, *words = key.tolist()
        discs = list(map(unpacked, words))

        def cells(packed: int) -> list[Cell]:
            return [discs[packed >> 20 * piece & 0xFFFFF] for piece in range(PIECES)]

        barred = discs[(status >> 8) - 1] if status >> 8 else None
        return discs, (cells(own), cells(other)), (status & 3) - 1, status >> 2 & 1, barred

    def to_json(self, key: Row) -> Json:
        """Write the position, cells in order of their numbers."""
        discs, pieces, mover, disc_step, barred = self._read_out(key)
        of_player = dict(zip(self.players, pieces, strict=True))
        over = mover < 0
        return {
            "discs": sorted(map(list, discs)),
            "pieces": {player: sorted(map(list, of_player[player])) for player in (RED, BLACK)},
            "turn": None if over else self.players[mover],
            "step": None if over else STEPS[disc_step],
            "barred": None if barred is None else list(barred),
        }

    # --- reading ----------------------------------------------------------------------------------

    def from_json(self, position: Json) -> Row:
        """Read a position.

        Raises `MalformedPosition` for a wrong form, `BeyondTheImplementation`
        for a field too wide, `ImpossiblePosition` with
        NON-1, 3, 4, 5, 6, 7, 8 or 9 for one that cannot come about. The winner of a finished
        game is set if the board determines it.
        """
        discs, by_colour, turn, step, barred = self._parts(position)
        pieces = (by_colour[self.players[0]], by_colour[self.players[1]])
        self._check_material(discs, pieces)
        mover = -1 if turn is None else self.players.index(turn)
        status = mover + 1 | (step == "disc") << 2
        if barred is None or barred in discs:
            key = key_of(discs, pieces, status, barred)
        else:
            key = key_of(discs, pieces, status, None)
        for coordinates in zip(*discs, strict=True):
            if max(coordinates) - min(coordinates) >= WIDEST:
                raise BeyondTheImplementation(TOO_WIDE)
        found = np.zeros(10, np.int64)
        standing(self.game, key, np.zeros(self.game.row_size, np.int64), found)
        facts: list[int] = found.tolist()
        if turn is None:
            return self._finished(key, facts)
        self._check_step(facts, mover, step == "disc", pieces, (barred, barred in discs))
        return key

    def _parts(
        self, position: Any
    ) -> tuple[list[Cell], dict[str, list[Cell]], str | None, str | None, Cell | None]:
        if not isinstance(position, dict) or set(position) != set(FIELDS):
            raise MalformedPosition(f"a position is an object with the keys {', '.join(FIELDS)}")
        discs = self._cells(position["discs"], "'discs'")
        if not discs:
            raise MalformedPosition("'discs' is empty")
        pieces = position["pieces"]
        if not isinstance(pieces, dict) or set(pieces) != {RED, BLACK}:
            raise MalformedPosition("'pieces' must be an object with the keys red and black")
        by_colour = {player: self._cells(pieces[player], f"'{player}'") for player in (RED, BLACK)}
        turn, step, barred = (position[field] for field in FIELDS[2:])
        if turn is not None and (type(turn) is not str or turn not in self.players):
            raise MalformedPosition("'turn' must be red, black or null")
        if step is not None and (type(step) is not str or step not in STEPS):
            raise MalformedPosition("'step' must be piece, disc or null")
        where = None if barred is None else self._cells([barred], "'barred'")[0]
        if (turn is None) != (step is None) or (turn is None and barred is not None):
            raise MalformedPosition(UNTIL_OVER)
        return discs, by_colour, turn, step, where

    def _cells(self, given: Any, what: str) -> list[Cell]:
        if not isinstance(given, list):
            raise MalformedPosition(f"{what} must be a list of cells like [2, -1]")
        cells: list[Cell] = []
        for each in given:
            if (
                not isinstance(each, list)
                or len(each) != len(("q", "r"))
                or any(type(number) is not int or abs(number) > FARTHEST for number in each)
            ):
                raise MalformedPosition(
                    f"{what} has {each!r}, which is no cell like [2, -1] "
                    f"with numbers up to {FARTHEST:,} either way"
                )
            cells.append((each[0], each[1]))
        if any(one >= other for one, other in pairwise(cells)):
            raise MalformedPosition(f"{what} must be sorted, each cell once")
        return cells

    def _check_material(self, discs: list[Cell], pieces: tuple[list[Cell], list[Cell]]) -> None:
        if len(discs) != self.game.discs:
            raise ImpossiblePosition(
                "NON-1", f"there are {len(discs)} discs, not {self.game.discs}"
            )
        for player, own in zip(self.players, pieces, strict=True):
            if len(own) != PIECES:
                raise ImpossiblePosition("NON-1", f"{player} has {len(own)} pieces, not {PIECES}")
        standing_on = [*pieces[0], *pieces[1]]
        if len(set(standing_on)) != 2 * PIECES or not set(standing_on) <= set(discs):
            raise ImpossiblePosition("NON-1", "every piece stands on a disc of its own")

    def _check_field(self, facts: list[int]) -> None:
        together, lonely = facts[6], facts[7]
        if self.game.connectivity in {CONNECTED, THROUGHOUT} and not together:
            raise ImpossiblePosition("NON-8", "the discs are not one connected group")
        if self.game.connectivity == CONTACT and lonely:
            raise ImpossiblePosition("NON-8", "a disc touches no other")

    def _check_step(
        self,
        facts: list[int],
        mover: int,
        disc_step: bool,
        pieces: tuple[list[Cell], list[Cell]],
        barred: tuple[Cell | None, bool],
    ) -> None:
        player, (disc, lies) = self.players[mover], barred
        if not disc_step and not facts[mover]:
            raise ImpossiblePosition("NON-3", f"{player} has no piece that can move")
        if disc in pieces[1 - mover] or (disc in pieces[mover] and not disc_step):
            raise ImpossiblePosition("NON-4", "the barred disc carries a piece")
        if disc_step and not facts[5]:
            raise ImpossiblePosition("NON-5", "no disc can be relocated")
        if disc is not None and not lies:
            raise ImpossiblePosition("NON-6", "the barred disc is not there")
        if disc is not None:
            contacts, slid = facts[8], facts[9]
            many = self.game.placement == TWO_TO_FOUR and contacts > 4  # noqa: PLR2004
            if contacts < 2 or many or (self.game.placement == SLIDE_IN and not slid):  # noqa: PLR2004
                raise ImpossiblePosition("NON-7", "the barred disc cannot have been put down there")
        self._check_field(facts)
        won = facts[2:4]
        waiting = disc_step and not self.game.at_once
        if won[1 - mover] or (won[mover] and not waiting):
            raise ImpossiblePosition("NON-9", "three pieces stand together, so the game is over")

    def _finished(self, key: Row, facts: list[int]) -> Row:
        """Enter the winner of a finished game, as far as the board tells."""
        game = self.game
        self._check_field(facts)
        can_step, won = facts[:2], facts[2:4]
        if all(won):
            raise ImpossiblePosition("NON-9", "the pieces of both players stand together")
        frozen = facts[4] == 0
        losers: set[int] = set()
        if not game.piece_skip:
            losers |= {player for player in range(2) if not can_step[player]}
        if not game.disc_skip and facts[4] <= game.bar:
            losers |= {0, 1}
        if any(won):
            winner = won.index(1)
            if not game.at_once and not game.disc_skip and frozen:
                winner = 1 - winner
        elif len(losers) == 1:
            winner = 1 - losers.pop()
        elif losers or (game.piece_skip and game.disc_skip and frozen and not any(can_step)):
            winner = -1
        else:
            raise ImpossiblePosition("NON-9", "'turn' is null but the game is not over")
        key[0] |= winner + 1 << 3
        return key
