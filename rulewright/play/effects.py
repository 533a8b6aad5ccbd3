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


def effects_asked(engine: Any, answer: str, state: Any) -> tuple[str, ...]:
    """Return the clauses by whose effects a specification gives an answer, in the order of asking.

    Of a game that does not list its actions the last one: others are asked on the way there.
    """
    asked: list[str] = []
    rulebook = getattr(engine, "rulebook", None)
    if not isinstance(rulebook, Rulebook) or engine.game not in games.game_names():
        return ()
    make = games.specified(engine.game).engine
    noting: Any = make(engine.params, engine.rulings, noting_effects(rulebook, asked.append))
    getattr(noting, answer)(state)
    every = tuple(dict.fromkeys(asked))
    return every if hasattr(engine, "played") else every[-1:]
