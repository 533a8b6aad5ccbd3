"""The triangle as text and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.author import Action, Engine, Json
from rulewright.author.boards import YBoard
from trefoil.clauses import PLAYERS

COLOURS = {"red": "#c33", "green": "#393", "blue": "#36c"}


class Board:
    """Draws positions."""

    def text(self, engine: Engine[Any], position: Json) -> str:
        """Draw a line for each row, from the top."""
        side = engine.params["side"]
        on = {cell: name[0].upper() for name in PLAYERS for cell in position[name]}
        rows = []
        for row, letter in enumerate("abcdef"[:side]):
            signs = [on.get(f"{letter}{at + 1}", ".") for at in range(row + 1)]
            rows.append(f"{letter} {' ' * (side - 1 - row)}{' '.join(signs)}")
        return "\n".join(rows)

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
        """Draw hexagons and stones; a dot where a stone may go, a ring where it may not."""
        board = YBoard(engine.params["side"])
        centres = [board.centre(cell) for cell in board.cells]
        left = min(x for x, _ in centres)
        parts = []
        for cell, name in enumerate(board.names):
            x, y = (
                40 * (each - off) + 40 for each, off in zip(centres[cell], (left, 0), strict=True)
            )
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="18" fill="none" stroke="#777"/>')
            parts += [
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="14" fill="{COLOURS[owner]}" '
                f'stroke="#000" stroke-width="{3 if name == last else 0}"/>'
                for owner in PLAYERS
                if name in position[owner]
            ]
            if name in legal:
                parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#0b8f4d"/>')
            if name == forbidden:
                parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" stroke="#d22"/>')
        size = 40 * (engine.params["side"] + 1)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" role="img">'
            f"<title>Trefoil</title>{''.join(parts)}</svg>"
        )
