"""An adapter for tic-tac-toe that is right, or wrong in one way: ``python wrong_tictactoe.py FAULT``."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

SQUARES = [f"{column}{row}" for column in "abc" for row in "123"]
ROWS = [{f"{column}{row}" for column in "abc"} for row in "123"]
COLUMNS = [{f"{column}{row}" for row in "123"} for column in "abc"]
KNOWN = {"language": "python", "games": ["tictactoe"]}
DIAGONALS = [{"a1", "b2", "c3"}, {"a3", "b2", "c1"}]


class Refused(ValueError):
    """The action is illegal."""


class TicTacToe:
    """A game in progress, as one would write it down at once; `wrong` names what is wrong with it."""

    def __init__(self, wrong: str = "") -> None:
        """Be wrong in some way, or in none."""
        self.wrong = wrong
        self.moves: list[tuple[str, str]] = []
        self.is_on = False

    def begin(self, *, is_on: bool) -> None:
        """Clear the board; a game that is refused does not begin."""
        self.moves.clear()
        self.is_on = is_on

    def marks(self, player: str) -> set[str]:
        """Find the squares of a player."""
        return {square for who, square in self.moves if who == player}

    def has_won(self, player: str) -> bool:
        """Return whether a player has three in a row."""
        lines = ROWS + COLUMNS + DIAGONALS
        if self.wrong == "no diagonals":
            lines = ROWS + COLUMNS
        if self.wrong == "one diagonal":
            lines = ROWS + COLUMNS + DIAGONALS[:1]
        if self.wrong == "o never wins" and player == "o":
            lines = []
        if self.wrong == "a needle" and player == "o" and {"a1", "b2"} <= self.marks("x"):
            lines = [line for line in lines if line != {"a3", "b3", "c3"}]
        return any(line <= self.marks(player) for line in lines)

    def winners(self) -> list[str]:
        """Name the winner."""
        won = [player for player in "xo" if self.has_won(player)]
        if self.wrong == "a draw is won" and not won and len(self.moves) == len(SQUARES):
            return ["o"]
        return won[:1]

    def is_over(self) -> bool:
        """Return whether anybody can play on."""
        stops = self.wrong != "plays on" and any(map(self.has_won, "xo"))
        return stops or len(self.moves) >= len(SQUARES)

    def turn(self) -> str | None:
        """Name the player to move."""
        if self.is_over():
            return None
        begins = "ox" if self.wrong == "o begins" else "xo"
        return begins[len(self.moves) % 2]

    def legal(self) -> list[str]:
        """List the squares that may be taken."""
        taken = set() if self.wrong == "taken squares" else self.marks("x") | self.marks("o")
        return [] if self.is_over() else [square for square in SQUARES if square not in taken]

    def play(self, action: str) -> None:
        """Play an action; raises `Refused`."""
        mover = self.turn()
        careless = self.wrong == "takes taken squares" and not self.is_over()
        if mover is None or (action not in self.legal() and not (careless and action in SQUARES)):
            raise Refused(action)
        self.moves.append((mover, action))

    def state(self) -> dict[str, Any]:
        """Return the position."""
        won = self.winners()
        marks = {player: sorted(self.marks(player)) for player in "xo"}
        return {
            "over": self.is_over(),
            "turn": self.turn(),
            "winners": won if self.is_over() else [],
            "scores": {player: int(player in won) for player in "xo"},
            "position": {**marks, "turn": self.turn()},
        }


FAULTS = (
    "no diagonals",
    "one diagonal",
    "taken squares",
    "takes taken squares",
    "plays on",
    "o never wins",
    "a draw is won",
    "o begins",
)


def answer(game: TicTacToe, request: Mapping[str, Any]) -> dict[str, Any]:
    """Answer a request."""
    reply: dict[str, Any] = {}
    match request:
        case {"cmd": "hello"}:
            reply = {"version": 1, "name": "naive", **KNOWN}
        case {"cmd": "new", "game": "tictactoe", "params": params, "rulings": rulings}:
            game.begin(is_on=not params and rulings in ({}, {"row": "any"}))
            if not game.is_on:
                reply = {"ok": False, "unsupported": "only the usual game"}
        case {"cmd": "legal" | "play" | "state"} if not game.is_on:
            reply = {"ok": False, "error": "no game is in progress"}
        case {"cmd": "legal"}:
            reply = {"actions": game.legal()}
        case {"cmd": "play", "action": action}:
            try:
                game.play(action)
            except Refused as error:
                reply = {"ok": False, "illegal": str(error)}
        case {"cmd": "state"}:
            reply = game.state()
        case {"cmd": cmd} if cmd != "quit":
            reply = {"ok": False, "unsupported": str(cmd)}
    return {"ok": True} | reply


def main(arguments: Sequence[str]) -> None:
    """Answer line by line."""
    game = TicTacToe(" ".join(arguments))
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps(answer(game, request)), flush=True)
        if request.get("cmd") == "quit":
            return


if __name__ == "__main__":
    main(sys.argv[1:])
