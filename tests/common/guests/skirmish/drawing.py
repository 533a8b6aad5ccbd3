"""The rectangle as text and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.author import Action, Engine, Json
from rulewright.author.boards import SquareBoard
from skirmish.clauses import PLAYERS, ROWS


class Board:
    """Draws positions."""

    def text(self, engine: Engine[Any], position: Json) -> str:
        """Draw four lines: o for White, x for Black."""
        letters = "abcdef"[: engine.params["columns"]]
        signs = {cell: "ox"[at] for at, name in enumerate(PLAYERS) for cell in position[name]}
        rows = [
            f"{row} {' '.join(signs.get(f'{column}{row}', '.') for column in letters)}"
            for row in (4, 3, 2, 1)
        ]
        return "\n".join((*rows, f"  {' '.join(letters)}"))

    def svg(
        self,
        engine: Engine[Any],
        position: Json,
        last: Action | None = None,
        *,
        before: Json | None = None,
        legal: Sequence[Action] = (),
        forbidden: Action | None = None,
    ) -> str:
        """Draw squares and men; moves are lines, the last one violet, legal ones green."""
        board, parts = SquareBoard(engine.params["columns"], ROWS), []
        for cell, name in enumerate(board.names):
            x, y = (40 * each + 30 for each in board.centre(cell))
            parts.append(
                f'<rect x="{x - 20}" y="{y - 20}" width="40" height="40" fill="none" stroke="#777"/>'
            )
            parts += [
                f'<circle cx="{x}" cy="{y}" r="14" stroke="#777" fill="{fill}"/>'
                for owner, fill in zip(PLAYERS, ("#fff", "#222"), strict=True)
                if name in position[owner]
            ]
        marks = [(last, "#83d"), (forbidden, "#d22"), *((each, "#0b8f4d") for each in legal)]
        for action, colour in marks:
            if action is not None:
                (x, y), (u, v) = (
                    [40 * each + 30 for each in board.centre(board.index[square])]
                    for square in action.split("-")
                )
                parts.append(f'<path d="M{x} {y}L{u} {v}" stroke="{colour}" stroke-width="3"/>')
        size = f"0 0 {40 * engine.params['columns'] + 20} 180"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" role="img">'
            f"<title>Skirmish</title>{''.join(parts)}</svg>"
        )
