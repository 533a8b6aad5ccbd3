"""What a theorem is: a sentence, its scope, what it assumes, and the parts that prove it.

A part is a claim that Z3 must prove, a broken twin that Z3 must refute, or something computed: a game
replayed on the specification, a finite case distinction. Parts hold functions, not formulas: nothing
is built before it is proved, and it is built anew from the specification each time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import z3
from attrs import field, frozen
from attrs.converters import optional

from rulewright.interface import Action, Engine
from rulewright.spec.logic import Fact

Term: TypeAlias = z3.BoolRef


def as_term(fact: Fact) -> Term:
    """Make a Z3 term of a fact; raises TypeError for one that speaks of single positions only."""
    if isinstance(fact, bool):
        return z3.BoolVal(fact)
    if isinstance(fact, z3.BoolRef):
        return fact
    raise TypeError(f"a theorem needs constants or Z3 terms, not {type(fact).__name__}")


def as_terms(facts: Iterable[Fact]) -> tuple[Term, ...]:
    """Make Z3 terms of facts."""
    return tuple(map(as_term, facts))


@frozen(eq=False)
class Premises:
    """What is given. A proof names the premise it uses: these can be joined, but not indexed."""

    _terms: tuple[Term, ...] = field(converter=as_terms)

    def __iter__(self) -> Iterator[Term]:
        """Yield the terms, to be joined with others."""
        return iter(self._terms)


@frozen
class Assumption:
    """Something that no query checks: its name, what it says, and how it is tested."""

    name: str
    statement: str
    tested: str


@frozen(eq=False)
class Case:
    """One implication: what is `given`, on which lemmas it rests, and what follows.

    A lemma is another case. It counts only if it was proved before, in the same theorem: `prove`
    looks. It is used as the implication it is, without those of its premises that are among what is
    given here. `using` names the part of `given` that the solver gets beside the lemmas (None:
    all of it): what follows from a part follows from the whole, and often much faster.
    """

    label: str
    given: Premises = field(converter=Premises)
    then: Term = field(converter=as_term)
    lemmas: tuple[Case, ...] = ()
    using: tuple[Term, ...] | None = field(default=None, converter=optional(as_terms))
    adds_up: bool = False
    """Whether only counts matter: see `counts_generalised`."""

    witness: tuple[Term, ...] = field(default=(), converter=as_terms)
    """Where what is given holds: a concrete position, for the solver to check. Empty: it searches."""

    def query(self) -> tuple[Term, ...]:
        """What must have no model: what is given and what lemmas say, and not the conclusion."""
        terms = (*self.premises(), z3.Not(self.then))
        return counts_generalised(terms) if self.adds_up else terms

    def premises(self) -> tuple[Term, ...]:
        """What the solver gets: a part of what is given, and what the lemmas say.

        Raises ValueError where `using` names something that is not given.
        """
        known = {term.get_id() for term in self.given}
        used = self.given if self.using is None else self.using
        if not {term.get_id() for term in used} <= known:
            raise ValueError(f"{self.label!r} uses something that is not given")
        return (*used, *(each.what_follows(known) for each in self.lemmas))

    def what_follows(self, known: set[int]) -> Term:
        """Its conclusion, under what of its premises is not known (by Z3's numbers) anyway."""
        unknown = [term for term in self.given if term.get_id() not in known]
        return z3.Implies(z3.And(unknown), self.then) if unknown else self.then

    def statement(self) -> Term:
        """The implication itself."""
        return z3.Implies(z3.And(*self.given), self.then)


def counts_generalised(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Put a whole number from 0 to 1 for each `If(fact, 1, 0)`, the same for the same fact.

    What the number counts is forgotten, so these terms have a model wherever the given ones have. If
    they have none, nor have the given ones: and a solver of linear sums sees that at once.
    """
    counted: dict[int, z3.ArithRef] = {}
    waiting: list[z3.ExprRef] = list(terms)
    seen = {term.get_id() for term in terms}
    while waiting:
        term = waiting.pop()
        if z3.is_int(term) and z3.is_app_of(term, z3.Z3_OP_ITE):
            _, one, zero = term.children()
            if one.eq(z3.IntVal(1)) and zero.eq(z3.IntVal(0)):
                counted[term.get_id()] = term
                continue
        for child in term.children():
            if child.get_id() not in seen:
                seen.add(child.get_id())
                waiting.append(child)
    numbers = [(term, z3.FreshInt("number")) for _, term in sorted(counted.items())]
    ranges = [z3.And(number >= 0, number <= 1) for _, number in numbers]
    return (*(z3.substitute(term, *numbers) for term in terms), *ranges)


Cases: TypeAlias = Callable[[], Iterable[Case]]


@frozen
class Claim:
    """Cases that must all be proved: what is given without the conclusion has no model.

    What is given must have a model by itself, or the proof would be about nothing.
    """

    name: str
    cases: Cases
    kind: str = "claim"


def lemma(name: str, cases: Cases) -> Claim:
    """Make a claim that serves later ones."""
    return Claim(name, cases, "lemma")


@frozen
class Twin:
    """A case that is wrong on purpose, and must be refuted by a model.

    Where `replay` is given it says, on the executable specification, whether the model is a true
    counterexample.
    """

    name: str
    case: Callable[[], Case]
    replay: Callable[[z3.ModelRef], bool] | None = None
    kind: str = "twin"


@frozen
class ShownGame:
    """A game that shows something: its moves, and all the options under which it shows it."""

    params: Mapping[str, Any]
    rulings: Mapping[str, str]
    moves: tuple[Action, ...]

    @classmethod
    def of(cls, engine: Engine[Any], moves: Sequence[Action]) -> ShownGame:
        """A game that an engine played."""
        return cls(dict(engine.params), dict(engine.rulings), tuple(moves))


@frozen
class Computed:
    """What a computation came to: whether it holds, one line about it, and a game if it has one."""

    holds: bool
    detail: str
    game: ShownGame | None = None


@frozen
class Exhibit:
    """A concrete game, replayed on the executable specification, with what must hold of it."""

    name: str
    show: Callable[[], Computed]
    kind: str = "exhibit"


@frozen
class Enumeration:
    """Finitely many cases, each computed on the specification."""

    name: str
    show: Callable[[], Computed]
    kind: str = "enumeration"


@frozen
class FalseExhibit:
    """A computation that is wrong on purpose, and must not hold."""

    name: str
    show: Callable[[], Computed]
    kind: str = "twin"


Part: TypeAlias = Claim | Twin | Exhibit | Enumeration | FalseExhibit


@frozen
class Theorem:
    """A consequence of the rules."""

    name: str
    """A sentence, in snake case."""
    statement: str
    """The same in plain words."""
    scope: str
    """For which boards, players and readings: "full size: n=4, k=2", or the bounded thing."""
    clauses: tuple[str, ...]
    """The clauses and questions it speaks of."""
    parts: tuple[Part, ...] = field(repr=False)
    assumptions: tuple[Assumption, ...] = ()
    slow: bool = False
