"""The board as text and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.interface import Action, Engine, Json
from tictactoe.clauses import SQUARES


class Drawing:
    """The board as text and as a picture."""

    def text(self, engine: Engine[Any], position: Json) -> str:
        """Draw three lines."""
        signs = {square: name for name in ("x", "o") for square in position[name]}
        cells = [signs.get(square, ".") for square in SQUARES]
        return "\n".join(f"{3 - at // 3} {' '.join(cells[at : at + 3])}" for at in (0, 3, 6)) + (
            "\n  a b c"
        )

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
        """Draw a grid with letters, the last one bold; dots for what is legal, a ring if forbidden."""
        grid = "M100 0V300M200 0V300M0 100H300M0 200H300"
        marks = "".join(
            f'<text x="{100 * (at % 3) + 50}" y="{100 * (at // 3) + 75}" text-anchor="middle" '
            f'font-size="80" font-weight="{700 if square == last else 300}" fill="#777">{name}</text>'
            for at, square in enumerate(SQUARES)
            for name in ("x", "o")
            if square in position[name]
        )
        marks += "".join(
            f'<circle cx="{100 * (at % 3) + 50}" cy="{100 * (at // 3) + 50}" '
            + (
                'r="8" fill="#0b8f4d"/>'
                if square in legal
                else 'r="40" fill="none" stroke="#d0261b"/>'
            )
            for at, square in enumerate(SQUARES)
            if square in legal or square == forbidden
        )
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300" role="img">'
            f'<title>Tic-tac-toe</title><path d="{grid}" stroke="#777" stroke-width="4"/>{marks}</svg>'
        )
