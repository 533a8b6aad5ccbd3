"""Finds out what follows from linear arithmetic alone, so that clauses can do the rest.

CaDiCaL proposes which inequalities hold; Z3 finds some that contradict each other, and multipliers with
which they add up to a contradiction. That is a clause; and so on, until the clauses have no model. The
multipliers are exact, and are checked with the certificate.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import lcm
from time import process_time

import z3
from attrs import define, field, frozen

from rulewright.certificates.clauses import Encoding, Inequality
from rulewright.certifying.cadical import CaDiCaL
from rulewright.proofs.solving import SAT, UNSAT

Z3_SECONDS = 5.0
"""For one question."""
MINIMISED = 200
"""Inequalities that contradict each other, up to which fewer are looked for."""


@frozen
class ArithmeticClause:
    """A clause, and a multiplier for the opposite of each literal."""

    literals: tuple[int, ...]
    multipliers: tuple[int, ...]

    def line(self) -> str:
        """Return it as a line of a certificate."""
        words = ("farkas", *self.literals, 0, *self.multipliers, 0)
        return " ".join(map(str, words))


def add_arithmetic_clauses(
    made: list[ArithmeticClause], encoded: Encoding, cadical: CaDiCaL, seconds: float
) -> bool:
    """Add clauses to those made before, until those of a query contradict each other; or give up."""
    deadline = process_time() + seconds
    atoms = {abs(literal) for literal in encoded.meaning} - {1}
    search = _Search(encoded.meaning)
    if not made and (clause := search.among(propagated(encoded.clauses))) is not None:
        made.append(clause)
    further = [*encoded.clauses, *(each.literals for each in made)]
    with cadical.growing() as solve:
        while (left := deadline - process_time()) > 0:
            found = solve(further, left)
            if found.answer != SAT:
                return found.answer == UNSAT
            values = {abs(int(word)): int(word) for word in found.lines}
            clause = search.contradiction(
                [values[atom] for atom in sorted(atoms & values.keys())], values
            )
            if clause is None:
                return False
            made.append(clause)
            further = [clause.literals]
    return False


def propagated(clauses: Sequence[Sequence[int]]) -> set[int]:
    """Return the literals that follow by unit propagation."""
    places: dict[int, list[int]] = {}
    for place, clause in enumerate(clauses):
        for literal in clause:
            places.setdefault(literal, []).append(place)
    waiting = [clause[0] for clause in clauses if len(clause) == 1]
    true: set[int] = set()
    while waiting:
        literal = waiting.pop()
        if literal in true:
            continue
        true.add(literal)
        for place in places.get(-literal, ()):
            left = [each for each in clauses[place] if -each not in true]
            if len(left) == 1:
                waiting.append(left[0])
    return true


def solver_of_one_question() -> z3.Solver:
    """Return a solver that gives up on a question in time."""
    solver = z3.SimpleSolver()
    solver.set("timeout", int(Z3_SECONDS * 1000))
    return solver


def is_refuted(solver: z3.Solver, assumed: Sequence[z3.BoolRef]) -> bool:
    """Return whether facts contradict what a solver was told.

    `solver.check` looks at the sort of each of them again, which takes as long as the answer.
    """
    terms = (z3.Ast * len(assumed))(*(each.ast for each in assumed))
    answer = z3.Z3_solver_check_assumptions(solver.ctx.ref(), solver.solver, len(assumed), terms)
    return bool(answer == z3.Z3_L_FALSE)


def summed(terms: Sequence[z3.ArithRef]) -> z3.ArithRef:
    """Add up one term or more.

    `z3.Sum` looks for the sort that all of them can have, which takes longer than all the rest.
    """
    if len(terms) == 1:
        return terms[0]
    context = terms[0].ctx
    added = (z3.Ast * len(terms))(*(each.ast for each in terms))
    return z3.ArithRef(z3.Z3_mk_add(context.ref(), len(terms), added), context)


@define
class _Multiples:
    """Makes each multiple of a number once."""

    names: str
    made: dict[tuple[int, int], z3.ArithRef] = field(factory=dict)

    def __call__(self, by: int, key: int) -> z3.ArithRef:
        if (by, key) not in self.made:
            self.made[by, key] = z3.Real(f"{self.names}{key}") if by == 1 else by * self(1, key)
        return self.made[by, key]


class _Search:
    """Looks for contradictions among inequalities."""

    def __init__(self, meaning: Mapping[int, Inequality]) -> None:
        self.meaning = meaning
        self.keys = tuple(dict.fromkeys(key for items, _ in meaning.values() for key, _ in items))
        self.multiple = _Multiples("k")
        self.bounded: set[int] = set()
        self.solver = solver_of_one_question()
        self.marks: dict[str, int] = {}
        self.made: dict[str, z3.BoolRef] = {}
        self.names: dict[int, str] = {}
        self.facts: dict[str, tuple[z3.BoolRef, tuple[int, ...]]] = {}

    def mark(self, literal: int, is_value: bool) -> z3.BoolRef:
        """Name that the inequality of a literal holds, or that a Boolean in a sum has this value."""
        name = f"{'v' if is_value else 'a'}{literal}"
        if name not in self.marks:
            value = [(abs(literal), 1)], int(literal > 0)
            items, most = value if is_value else self.meaning[literal]
            total = summed([self.multiple(by, key) for key, by in items])
            fact = total == most if is_value else total <= most
            mark = self.made[name] = z3.Bool(name)
            self.marks[name], self.names[mark.get_id()] = literal, name
            keys = tuple(key for key, _ in items)
            self.facts[name] = fact, keys
            self.bound(self.solver, [key for key in keys if key not in self.bounded])
            self.bounded.update(keys)
            self.solver.add(z3.Implies(mark, fact))
        return self.made[name]

    def bound(self, solver: z3.Solver, keys: Iterable[int]) -> None:
        """Tell a solver that Booleans in sums are 0 or 1, or between."""
        for number in (self.multiple(1, key) for key in keys if key > 0):
            solver.add(number >= 0, number <= 1)

    def among(self, literals: set[int]) -> ArithmeticClause | None:
        """Return a clause that excludes what holds without a choice; None if it does not contradict.

        A long sum is one contradiction of hundreds of inequalities, which smaller ones would hide if
        CaDiCaL had to propose it.
        """
        atoms = sorted(literals & self.meaning.keys())
        return self.contradiction(atoms, {abs(each): each for each in literals})

    def contradiction(
        self, atoms: Sequence[int], values: Mapping[int, int]
    ) -> ArithmeticClause | None:
        """Return a clause that excludes these inequalities; None if they do not contradict."""
        holding = [self.mark(literal, False) for literal in atoms]
        fixed = [self.mark(values[key], True) for key in self.keys if key in values]
        for assumed in (holding, holding + fixed):
            if is_refuted(self.solver, assumed):
                core = self.smaller(self.solver.unsat_core())
                return self.multiplied(
                    [self.marks[name] for name in core if name[0] == "a"],
                    [self.marks[name] for name in core if name[0] == "v"],
                )
        return None

    def smaller(self, found: Sequence[z3.ExprRef]) -> list[str]:
        """Name a few of some inequalities that contradict each other; all if they are too many.

        They are looked at alone: among thousands of others, Z3 takes minutes if sums are long.
        """
        names = [self.names[mark.get_id()] for mark in found]
        if len(names) > MINIMISED:
            return names
        solver = solver_of_one_question()
        solver.set("core.minimize", True)
        self.bound(solver, dict.fromkeys(key for name in names for key in self.facts[name][1]))
        for name in names:
            solver.add(z3.Implies(self.made[name], self.facts[name][0]))
        if not is_refuted(solver, [self.made[name] for name in names]):
            return names
        return [self.names[mark.get_id()] for mark in solver.unsat_core()]

    def multiplied(self, atoms: Sequence[int], fixed: Sequence[int]) -> ArithmeticClause | None:
        """Find multipliers for inequalities that contradict each other under some fixed values."""
        multiple, solver = _Multiples("m"), solver_of_one_question()
        totals: dict[int, list[z3.ArithRef]] = {}
        for literal in atoms:
            solver.add(multiple(1, literal) >= 0)
            for key, coefficient in self.meaning[literal][0]:
                totals.setdefault(key, []).append(multiple(coefficient, literal))
        least = [z3.RealVal(0)]
        for key, terms in totals.items():
            total = summed(terms)
            if key < 0:
                solver.add(total == 0)
            elif key in fixed:
                least.append(total)
            elif -key not in fixed:
                bound = z3.Real(f"l{key}")
                solver.add(bound <= total, bound <= 0)
                least.append(bound)
        most = [multiple(self.meaning[literal][1], literal) for literal in atoms]
        solver.add(summed(least) >= summed([z3.RealVal(1), *most]))
        if solver.check() != z3.sat:
            return None
        model = solver.model()
        found = {each: model.eval(multiple(1, each), model_completion=True) for each in atoms}
        scale = lcm(*(number.denominator_as_long() for number in found.values()))
        literals = {-literal: 0 for literal in fixed}
        for literal, number in found.items():
            literals[-literal] = int(
                number.numerator_as_long() * scale // number.denominator_as_long()
            )
        return ArithmeticClause(tuple(literals), tuple(literals.values()))
