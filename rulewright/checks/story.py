"""Describe a disagreement for a human reader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.interface import RulewrightError
from rulewright.play import games
from rulewright.play.replay import state_after


def story(engine: Any, moves: Sequence[str], what: str) -> str:
    """Describe a game: what is wrong, the options, the moves, and the position they lead to."""
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
