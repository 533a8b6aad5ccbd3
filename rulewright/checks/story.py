"""A disagreement told so that a person can follow it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.interface import RulewrightError
from rulewright.play import games
from rulewright.play.replay import state_after


def story(engine: Any, moves: Sequence[str], what: str) -> str:
    """Tell a game: its options, its moves, the position they lead to, and what is wrong there."""
    options = ", ".join(
        f"{name}={value}" for name, value in {**engine.params, **engine.rulings}.items()
    )
    lines = [
        f"{what}",
        f"game: {engine.game} ({options})",
        f"moves ({len(moves)}): {' '.join(moves) or 'none'}",
    ]
    try:
        state = state_after(engine, moves)
        draw = games.specified(engine.game).draw
        lines.append(draw.text(engine, engine.to_json(state)))
    except RulewrightError as refusal:
        lines.append(f"(not drawn: {refusal})")
    return "\n".join(lines)
