"""Why a move is illegal: the specification names the clause, whichever engine plays."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from rulewright.interface import Action, Engine, IllegalAction, MalformedAction, Violation
from rulewright.play import games
from rulewright.play.lockstep import Disagreement

LONGEST_GUESSED = 100
"""The longest text, in characters, for which the nearest action is suggested."""


class IllegalMove(IllegalAction):
    """A move of a line is illegal or malformed; the message says which move and why."""

    def __init__(self, number: int, action: Action, reason: str) -> None:
        """Keep the number of the move, from 1."""
        super().__init__(action, reason)
        self.number = number

    def __str__(self) -> str:
        """Name the move and the reason."""
        return f"move {self.number}, {shortened(self.action)!r}, is not legal: {self.reason}"


def play_all(engine: Engine[Any], moves: Iterable[Action], start: Any = None) -> Any:
    """Play moves from a state (the initial one if None) and return the state reached.

    Raises `IllegalMove` with the specification's reason, whichever engine plays, and `Disagreement`
    if an engine refuses what the specification allows.
    """
    state = engine.initial() if start is None else start
    played: list[Action] = []
    for number, action in enumerate(moves, start=1):
        try:
            state = engine.play(state, action)
        except IllegalAction as refusal:
            reason = why_not(engine, state, action)
            if not reason:
                raise Disagreement(
                    f"playing {action!r}", played, "legal", refusal.reason
                ) from refusal
            raise IllegalMove(number, action, reason) from refusal
        played.append(action)
    return state


def why_not(engine: Engine[Any], state: Any, action: Action) -> str:
    """Return the specification's reason why an action is illegal; "" if it is legal."""
    reference: Any = games.engine(engine.game, engine.params, engine.rulings, "spec")
    position = reference.from_json(engine.to_json(state))
    try:
        return reasons(explain(reference, position, action))
    except MalformedAction as error:
        return error.reason


def explain(reference: Any, state: Any, action: Action) -> tuple[Violation, ...]:
    """Return the clauses that forbid an action; empty if it is legal.

    Raises `MalformedAction`, with the nearest action, for text that is no action.
    """
    try:
        violations: tuple[Violation, ...] = reference.explain(state, action)
    except MalformedAction as error:
        near = nearest_action(action, reference.candidates(state))
        hint = f"; did you mean {near!r}?" if near else ""
        raise MalformedAction(shortened(action), f"{error.reason}{hint}") from error
    return violations


def reasons(violations: Iterable[Violation]) -> str:
    """Return the demands of violated clauses in one line."""
    return "; ".join(f"{each.clause}: {each.demand}" for each in violations)


def nearest_action(given: Action, spelled: Iterable[Action]) -> Action | None:
    """Return the most similar action; None if there is none."""
    if len(given) > LONGEST_GUESSED:
        return None
    return next(iter(get_close_matches(given, list(spelled), n=1, cutoff=0.5)), None)


def shortened(text: str) -> str:
    """Truncate a long text so that it fits in a message."""
    return text if len(text) <= LONGEST_GUESSED else f"{text[:LONGEST_GUESSED]}..."
