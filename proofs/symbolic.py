"""A game's rules over unknowns: an arbitrary position, an arbitrary action, and what follows.

`rulewright prove GAME --automatic` asks its questions of this. A game whose actions are listed has its
symbolic form from its positions; another one may offer its own, as `SYMBOLIC` of its `proofs`: a
function of an engine that returns a `Symbolic`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

import z3

from rulewright.interface import Action
from rulewright.spec.broadcast import NotAFormula
from rulewright.spec.engine import Specification
from rulewright.spec.logic import Fact
from rulewright.spec.registry import Formula


class Symbolic(ABC):
    """The rules of one engine, over unknowns with names.

    Positions and moves are whatever the formulas of the game are given.
    """

    soundness: tuple[str, str] = ("positions are sound", "The facts of a position stay consistent.")
    """What `sound` says, as a name and as a sentence."""
    judges_after_the_end: bool = False
    """Whether a move can be judged where no player is due."""

    def __init__(self, engine: Specification[Any]) -> None:
        """Take the options and the rulebook of an engine."""
        self.engine = engine

    @abstractmethod
    def position(self) -> Any:
        """Return a position of which nothing is known."""

    @abstractmethod
    def move(self) -> Any:
        """Return a move of which nothing is known."""

    @abstractmethod
    def one_move(self, position: Any, move: Any) -> Fact:
        """State that a move is exactly one action, spelled as one of this game."""

    @abstractmethod
    def sound(self, position: Any) -> Fact:
        """State what the facts of a position mean: nothing that a rule says."""

    @abstractmethod
    def due(self, position: Any) -> Sequence[Fact]:
        """Return for each player: that player is to move."""

    @abstractmethod
    def state(self, values: Mapping[str, bool | int]) -> tuple[Any, Action | None]:
        """Return the engine's position and the action that a model names; the latter None without one.

        Raises `UsageError` where the engine cannot express the position.
        """

    def permitted(self, position: Any, move: Any) -> dict[str, Fact]:
        """Return for each clause that speaks of actions whether it permits the move."""
        rules: Any = self.rules(position)
        return self.engine.rulebook.permitting(rules, position, move)

    def rules(self, position: Any) -> object:
        """Return what a formula is given first."""
        del position
        return self.engine.rules  # type: ignore[attr-defined]  # every game has them

    def holds(self, formula: Formula, position: Any) -> Fact:
        """Evaluate a formula about positions, as `Specification.looked_at` gives it its arguments."""
        return formula(self.rules(position), position)

    def after(self, position: Any, move: Any) -> Any:
        """Return the position after a legal move; None if this form does not say what follows."""
        del position, move

    def results(self, position: Any) -> Sequence[Any]:
        """Return the facts and numbers of the result, such as wins and points; () if not offered."""
        del position
        return ()

    def facts(self, position: Any) -> Sequence[Any]:
        """Return all facts and numbers of a position, in a fixed order; () if not offered."""
        del position
        return ()

    def spelled(self, position: Any) -> Mapping[Action, Any]:
        """Return every action as a move without unknowns; {} where they are too many to be listed."""
        del position
        return {}

    def values(self, state: Any) -> Mapping[str, bool | int]:
        """Return the values that the unknowns of `position` have in a position of the engine.

        {} where the positions of the engine are not compared with this form.
        """
        del state
        return {}


SHOWN = 40
"""Characters of a term that a refusal quotes."""
MakeSymbolic: TypeAlias = Callable[[Any], Symbolic]
"""Makes the symbolic form of an engine."""


@contextmanager
def no_branches() -> Iterator[None]:
    """Refuse Python's `if`, `and`, `or`, `not` and `in`, and sets and dictionaries, on Z3 terms.

    While rules are evaluated, that is. Z3 answers them for comparisons (`if number == 3`) as if the two
    sides were texts, and a set tells terms apart as texts, too: a rule would be proved that is not the
    one that runs. Raises `NotAFormula`, also where the one who asked has caught it.
    """
    usual, hashed = z3.BoolRef.__bool__, z3.ExprRef.__hash__
    refused: list[NotAFormula] = []

    def refuse(term: z3.BoolRef) -> bool:
        if z3.is_true(term):
            return True
        if z3.is_false(term):
            return False
        refused.append(
            NotAFormula(
                "a rule uses Python's 'if', 'and', 'or', 'not' or 'in' on a fact: use the "
                "combinators, such as if_then_else, all_of, any_of and not_"
            )
        )
        raise refused[-1]

    def refuse_as_key(term: z3.ExprRef) -> int:
        refused.append(
            NotAFormula(
                f"a rule puts a fact or a number of a position into a set, or takes it for a key of a "
                f"dictionary ({str(term)[:SHOWN]}): use the combinators, such as exactly_one and iff"
            )
        )
        raise refused[-1]

    z3.BoolRef.__bool__ = refuse
    z3.ExprRef.__hash__ = refuse_as_key
    try:
        yield
    finally:
        z3.BoolRef.__bool__ = usual
        z3.ExprRef.__hash__ = hashed
    if refused:  # whoever asked may have caught it
        raise refused[0]
