"""The rhombus as text and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rhomb.clauses import COLUMNS, PLAYERS, cells
from rulewright.author import Action, Engine, Json

SIGNS = {"red": "R", "blue": "B"}
COLOURS = {"red": "#c33", "blue": "#36c"}
HEXAGON = ((0, -20), (17.3, -10), (17.3, 10), (0, 20), (-17.3, 10), (-17.3, -10))


class Board:
    """Draws positions; see `rulewright.author.Engine` for what they are."""

    def text(self, engine: Engine[Any], position: Json) -> str:
        """Draw a line for each row, each half a cell further to the right."""
        n = engine.params["n"]
        on = {cell: SIGNS[name] for name in PLAYERS for cell in position[name]}
        signs = [on.get(cell, ".") for cell in cells(n)]
        rows = [
            f"{' ' * row}{row + 1:>2} {' '.join(signs[n * row : n * row + n])}" for row in range(n)
        ]
        return "\n".join((f"   {' '.join(COLUMNS[:n])}", *rows))

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
        n = engine.params["n"]
        parts = []
        for at, cell in enumerate(cells(n)):
            x, y = 30 + 34.6 * (at % n) + 17.3 * (at // n), 30 + 30 * (at // n)
            corners = " ".join(f"{x + dx:.1f},{y + dy}" for dx, dy in HEXAGON)
            parts.append(f'<polygon points="{corners}" fill="none" stroke="#777"/>')
            for name in PLAYERS:
                if cell in position[name]:
                    edge = ' stroke="#000" stroke-width="3"' if cell == last else ""
                    fill = COLOURS[name]
                    parts.append(f'<circle cx="{x:.1f}" cy="{y}" r="13" fill="{fill}"{edge}/>')
            if cell in legal:
                parts.append(f'<circle cx="{x:.1f}" cy="{y}" r="4" fill="#0b8f4d"/>')
            if cell == forbidden:
                parts.append(f'<circle cx="{x:.1f}" cy="{y}" r="9" fill="none" stroke="#d22"/>')
        size = f"0 0 {60 + 52 * n} {60 + 30 * n}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" role="img">'
            f"<title>Rhomb</title>{''.join(parts)}</svg>"
        )
