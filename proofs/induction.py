"""What keeps true in all positions of a game that lists its actions: shown by induction, by Z3.

A claim is given things of a position that hold in all positions of games, as it says. Recorded games
are a sample. So it is asked whether the first position has them, and whether every legal action keeps
them: together with what the other claims of a theorem are given, and with what the clauses of the game
keep true. The largest part of all this that is inductive is found by leaving out what is not kept, until
nothing more has to be left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import z3
from attrs import define, field, frozen

from rulewright.interface import Action, RulewrightError
from rulewright.proofs.anything import any_move, any_position
from rulewright.proofs.real_positions import facts_of
from rulewright.proofs.symbolic import no_branches
from rulewright.proofs.terms import constants, is_simplified_to_true, replaced
from rulewright.proofs.theorem import as_term
from rulewright.spec.broadcast import NotAFormula
from rulewright.spec.logic import Fact, any_of, exactly_one
from rulewright.spec.one_by_one import OneByOne
from rulewright.spec.structure import mapped

SECONDS = 20.0
"""How long Z3 may look for an action that does not keep something."""
NOT_OVER_UNKNOWNS = (
    NotAFormula,
    RulewrightError,
    z3.Z3Exception,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What the code of a game may raise where it is given unknowns."""


class NotFound(LookupError):
    """Why nothing can be shown by induction: the game's own code does not take unknowns."""


@frozen(eq=False)
class BeforeAndAfter:
    """A formula of a position: of the one before an action, and of the one after."""

    before: z3.BoolRef
    after: z3.BoolRef


@frozen
class Lost:
    """That something is not shown to be kept: in which position it holds, and after which action not."""

    action: Action = ""
    state: Any = None
    why: str = "the solver gave no answer"
    """In words, where there is no such action."""


@define(eq=False)
class Induction:
    """A game over unknowns, and what holds in it before and after an action."""

    engine: OneByOne[Any]
    before: Any = field(init=False)
    move: tuple[Any, ...] = field(init=False)
    after: Any = field(init=False)
    legal: tuple[z3.BoolRef, ...] = field(init=False)
    """That one action is played, which all clauses permit."""
    going_on: z3.BoolRef = field(init=False)
    """That somebody is to move afterwards."""

    def __attrs_post_init__(self) -> None:
        """Play an action in a position of which nothing is known; raises `NotFound`."""
        try:
            with no_branches():
                self.before, self.move = any_position(self.engine), any_move(self.engine)
                self.after = self.engine.played(self.before, self.move)
                rules = self.engine.rules
                permitted = self.engine.rulebook.permitting(rules, self.before, self.move)
                self.legal = tuple(map(as_term, (exactly_one(self.move), *permitted.values())))
                self.going_on = as_term(any_of(self.after.turn))
        except NOT_OVER_UNKNOWNS as error:
            raise NotFound(f"its rules do not take unknowns ({type(error).__name__})") from error

    def due(self) -> list[BeforeAndAfter]:
        """Return that one player has the turn, which may hold wherever an action is played."""
        return self.of(one_is_due)

    def known(self) -> list[BeforeAndAfter]:
        """Return what the clauses of the game keep true, by their own account."""
        rules, rulebook = self.engine.rules, self.engine.rulebook
        every = (clause.holds for clause in rulebook.speaking_of_positions())
        return [found for holds in every if holds for found in self.of(partial(holds, rules))]

    def of(self, formula: Callable[[Any], Any]) -> list[BeforeAndAfter]:
        """Evaluate a formula of a position before and after; none where it does not take unknowns."""
        try:
            with no_branches():
                return [BeforeAndAfter(as_term(formula(self.before)), as_term(formula(self.after)))]
        except NOT_OVER_UNKNOWNS:
            return []

    def begins_with(self, term: z3.BoolRef) -> bool:
        """Return whether a formula of the position before is true of the first one."""
        return is_simplified_to_true(put_in(term, facts_of(self.engine.initial())))

    def lost(self, several: Sequence[BeforeAndAfter]) -> dict[int, Lost]:
        """Return which of some formulas are not shown to be kept, by their numbers.

        Those that are left hold at first, and are kept by each action that is legal where all of them
        hold.
        """
        found = {
            number: Lost(why="the first position does not have it")
            for number, each in enumerate(several)
            if not self.begins_with(each.before)
        }
        chosen = [z3.Bool(f"kept!{number}") for number in range(len(several))]
        pairs = list(zip(chosen, several, strict=True))
        solver = self.solver()
        solver.add(self.going_on)
        solver.add(*(z3.Implies(is_chosen, each.before) for is_chosen, each in pairs))
        solver.add(z3.Or(*(z3.And(is_chosen, z3.Not(each.after)) for is_chosen, each in pairs)))
        while len(found) < len(several):
            left = [number for number in range(len(several)) if number not in found]
            dropped = [z3.Not(each) for number, each in enumerate(chosen) if number in found]
            answer = solver.check(*dropped, *(chosen[number] for number in left))
            if answer == z3.unsat:
                break
            terms = {number: several[number].after for number in left}
            found |= self.untrue(terms, solver) if answer == z3.sat else dict.fromkeys(left, Lost())
        return found

    def excluding(
        self, kept: Sequence[BeforeAndAfter], several: Sequence[z3.BoolRef]
    ) -> dict[int, Lost]:
        """Return which of some formulas of a position and an action are not shown to hold, by number.

        They are asked of each legal action, where all that is kept holds.
        """
        found: dict[int, Lost] = {}
        solver = self.solver()
        solver.add(*(each.before for each in kept))
        while left := {number: each for number, each in enumerate(several) if number not in found}:
            answer = solver.check(z3.Not(z3.And(*left.values())))
            if answer == z3.unsat:
                break
            found |= self.untrue(left, solver) if answer == z3.sat else dict.fromkeys(left, Lost())
        return found

    def solver(self) -> z3.Solver:
        """Return a solver that knows what is legal."""
        solver = z3.Solver()
        solver.set("timeout", int(SECONDS * 1000))
        solver.add(*self.legal)
        return solver

    def untrue(self, terms: Mapping[int, z3.BoolRef], solver: z3.Solver) -> dict[int, Lost]:
        """Return which formulas are false in the model that a solver found, and what is played there."""
        model = solver.model()
        state = mapped(lambda fact: plain(model, fact), self.before)
        played = [plain(model, fact) for fact in self.move]
        how = Lost(self.engine.actions[played.index(True)], state, "")
        values = {number: model.eval(each, model_completion=True) for number, each in terms.items()}
        return {number: how for number, value in values.items() if not z3.is_true(value)}


def one_is_due(here: Any) -> Fact:
    """One player has the turn, and no other."""
    return exactly_one(here.turn)


def over_unknowns(name: str, reader: Callable[..., Any], *given: Any) -> Any:
    """Ask a function of a claim about a position of which nothing is known; raises `NotFound`."""
    try:
        with no_branches():
            return reader(*given)
    except NOT_OVER_UNKNOWNS as error:
        raise NotFound(f"`{name}` does not take unknowns ({type(error).__name__})") from error


def plain(model: z3.ModelRef, fact: Any) -> Any:
    """Return the value of an unknown in a model."""
    value = model.eval(fact, model_completion=True)
    return value.as_long() if z3.is_int_value(value) else bool(z3.is_true(value))


def put_in(term: z3.BoolRef, values: Mapping[str, Any]) -> z3.BoolRef:
    """Put values, or formulas, in for the unknowns of a formula that have these names."""
    pairs = []
    for unknown in constants((term,)):
        name = str(unknown.decl().name())
        if name in values:
            pairs.append((unknown, as_sort(values[name], unknown)))
    put: z3.BoolRef = replaced(term, pairs)
    return put


def as_sort(value: Any, unknown: z3.ExprRef) -> z3.ExprRef:
    """Return a value as a term of the sort of an unknown: 1 may be given for true, and true for 1."""
    if z3.is_bool(unknown):
        if not isinstance(value, z3.ExprRef):
            return z3.BoolVal(bool(value))
        return value if z3.is_bool(value) else value != 0
    if not isinstance(value, z3.ExprRef):
        return z3.IntVal(int(value))
    return z3.If(value, z3.IntVal(1), z3.IntVal(0)) if z3.is_bool(value) else value
