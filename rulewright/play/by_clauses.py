"""What a specification's own methods say of a position, held against what its clauses say.

A game may override a method of the interface. What is proved, judged in bulk and explained are its
clauses, so the method must say the same.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from attrs import frozen

from rulewright.interface import Action
from rulewright.play.difference import difference
from rulewright.play.promises import is_ours
from rulewright.play.view import View

ANSWERS = ("turn", "is_over", "legal_actions", "explain", "winners")
"""The methods that clauses decide; scores may be a game's own (see `counts_points`)."""


@frozen
class SaidBeside:
    """A method that says something else than the clauses."""

    method: str
    what: str
    """What it is about, such as ``winners``."""
    said: str


def overridden(kind: type) -> tuple[str, ...]:
    """Return which of `ANSWERS` a guest's specification gives itself; none of other engines."""
    from rulewright.spec.engine import Specification  # noqa: PLC0415 - loads Z3

    if not issubclass(kind, Specification):
        return ()
    decided = ANSWERS if by_facts(kind) else ANSWERS[1:]
    return tuple(name for name in decided if not is_ours(getattr(kind, name)))


def by_facts(kind: type) -> bool:
    """Return whether the turn is among the facts of a position."""
    from rulewright.spec.one_by_one import OneByOne  # noqa: PLC0415 - loads Z3

    return issubclass(kind, OneByOne)


def beside_the_clauses(engine: Any, state: Hashable, seen: View) -> SaidBeside | None:
    """Return what a specification says of a position beside its clauses; None if it is nothing."""
    for name in overridden(type(engine)):
        what, said = LOOKS[name](engine, state, seen)
        if said:
            return SaidBeside(name, what, said)
    return None


def about_the_turn(engine: Any, state: Any, seen: View) -> tuple[str, str]:
    """Hold the turn against the facts of the position."""
    from rulewright.spec.one_by_one import OneByOne  # noqa: PLC0415 - loads Z3

    due = OneByOne.turn(engine, state)
    same = due == seen.turn
    return "turn", "" if same else difference(seen.turn, due, ("`turn`", "`turn` of the position"))


def about_the_end(engine: Any, state: Any, seen: View) -> tuple[str, str]:
    """Hold the end against the turn."""
    del engine, state
    same = seen.over == (seen.turn is None)
    due = f"{seen.turn} is to move" if seen.turn else "nobody is to move"
    return "the end", "" if same else f"`is_over` says {seen.over}, though {due}"


def about_legality(engine: Any, state: Any, seen: View) -> tuple[str, str]:
    """Hold the legal actions against what no clause forbids."""
    permitted: tuple[Action, ...] = ()
    if not seen.over:
        permitted = engine.verdicts(state).listed(engine.considered(state)).legal
    sides = "`legal_actions`", "the list of what no clause forbids"
    return "legal", "" if permitted == seen.legal else difference(seen.legal, permitted, sides)


def about_reasons(engine: Any, state: Any, seen: View) -> tuple[str, str]:
    """Hold the legal actions against what is explained."""
    every = engine.candidates(state)
    unexplained = tuple(each for each in every if not engine.explain(state, each))
    sides = "`legal_actions`", "the list of what `explain` finds legal"
    return "legal", "" if unexplained == seen.legal else difference(seen.legal, unexplained, sides)


def about_winners(engine: Any, state: Any, seen: View) -> tuple[str, str]:
    """Hold the winners against who wins by the formula."""
    won = zip(engine.players, engine.wins(state), strict=True)
    by_formula = tuple(player for player, wins in won if wins)
    sides = "`winners`", "`wins`"
    return "winners", "" if by_formula == seen.winners else difference(
        seen.winners, by_formula, sides
    )


LOOKS = {
    "turn": about_the_turn,
    "is_over": about_the_end,
    "legal_actions": about_legality,
    "explain": about_reasons,
    "winners": about_winners,
}
