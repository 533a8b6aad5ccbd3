"""Which effects of a rulebook an engine asks for."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from attrs import evolve

from rulewright.play import games
from rulewright.spec.registry import Rulebook


def noting_effects(rulebook: Rulebook, note: Callable[[str], None]) -> Rulebook:
    """Return a rulebook that notes which effects are asked for."""

    def noting(name: str, effect: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(effect)
        def asked(*arguments: Any) -> Any:
            note(name)
            return effect(*arguments)

        return asked

    return evolve(
        rulebook,
        clauses=tuple(
            clause
            if clause.effect is None
            else evolve(clause, effect=noting(clause.identifier, clause.effect))
            for clause in rulebook.clauses
        ),
    )


def last_effect_asked(engine: Any, answer: str, state: Any) -> str:
    """Return the clause whose effect a specification asks for last to give an answer; empty if none."""
    asked: list[str] = []
    rulebook = getattr(engine, "rulebook", None)
    if not isinstance(rulebook, Rulebook) or engine.game not in games.game_names():
        return ""
    make = games.specified(engine.game).engine
    noting: Any = make(engine.params, engine.rulings, noting_effects(rulebook, asked.append))
    getattr(noting, answer)(state)
    return asked[-1] if asked else ""
