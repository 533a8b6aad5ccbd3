"""What a theorem is: a sentence, its scope, what it assumes, and the parts that prove it.

A part is a claim that Z3 must prove, a broken twin that Z3 must refute, or something computed: a game
replayed on the specification, a finite case distinction. Parts hold functions, not formulas: nothing
is built before it is proved, and each proof builds it again from the specification.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import ClassVar, TypeAlias

import z3
from attrs import evolve, field, frozen
from attrs.converters import optional
from attrs.validators import optional as or_none

from rulewright.proofs.computed import Computed, Enumeration, Exhibit, FalseExhibit, ShownGame
from rulewright.proofs.fields import each_is, is_a, is_function, is_rules, plain
from rulewright.proofs.real_positions import RealPositions
from rulewright.proofs.scope import IS_TEXT, TheoremScope, in_words, says_something
from rulewright.proofs.terms import Within, address_of, replaced
from rulewright.spec.engine import Ruled
from rulewright.spec.joined_terms import conjunction
from rulewright.spec.logic import Fact

__all__ = ["Computed", "Enumeration", "Exhibit", "FalseExhibit", "ShownGame"]  # for the tools


class NoCase(TypeError):
    """The function of a claim returns something that is no case."""


Term: TypeAlias = z3.BoolRef
NAME = re.compile("[a-z0-9]+(_[a-z0-9]+)*")
LONGEST_NAME = 120
"""Characters of a theorem's name, with which the names of its queries' files begin."""
COUNTED = "counted!"
"""How the numbers begin that replace counts: the same in each run, so that a query keeps its text."""


def as_term(fact: Fact) -> Term:
    """Convert a fact to a Z3 term; raises TypeError for a fact about single positions only."""
    if isinstance(fact, bool):
        return z3.BoolVal(fact)
    if type(fact) in {z3.BoolRef, z3.QuantifierRef}:
        return fact  # one of a class of its own could say that it is another one
    raise TypeError(f"a theorem needs constants or Z3 terms, not {type(fact).__name__}")


def as_terms(facts: Iterable[Fact]) -> tuple[Term, ...]:
    """Convert facts to Z3 terms; raises TypeError for a single one, or what is no fact."""
    if isinstance(facts, z3.ExprRef | bool | str):
        raise TypeError(f"a tuple of facts is needed, not a {type(facts).__name__}: (fact,)")
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
    """Something that no query checks: its name, its statement, and how it is tested."""

    name: str = field(validator=(IS_TEXT, says_something))
    statement: str = field(validator=(IS_TEXT, says_something))
    tested: str = field(validator=(IS_TEXT, says_something))
    steps: tuple[str, ...] = ()
    """The lemmas that it is drawn from: a theorem that assumes it must prove these."""


@frozen(eq=False)
class Case:
    """One implication: what is `given`, the lemmas it rests on, and what follows.

    A lemma is another case, and must have been proved earlier in the same theorem; `prove` checks
    this. It is used as an implication, less those of its premises that are given here too. `using` is
    the part of `given` that the solver gets beside the lemmas (None: all of it): what follows from a
    part follows from the whole, and is often proved much faster.
    """

    label: str = field(validator=is_a(str, "a text"))
    given: Premises = field(converter=Premises)
    then: Term = field(converter=as_term)
    lemmas: tuple[Case, ...] = field(
        default=(), converter=plain, validator=each_is(lambda: (Case,), "cases")
    )
    using: tuple[Term, ...] | None = field(default=None, converter=optional(as_terms))
    adds_up: bool = False
    """Whether only counts matter: see `counts_generalised`."""

    witness: tuple[Term, ...] = field(default=(), converter=as_terms)
    """A concrete position in which the premises hold, for the solver to check. Empty: it searches.

    Of a twin: one in which its conclusion fails as well.
    """
    under: Ruled | None = field(default=None, validator=or_none(is_rules))
    """The rules that it is about: games under their options are held against what is given."""
    decided: str = field(default="", converter=in_words, validator=IS_TEXT)
    """Why the conclusion is true before anything is asked, if it is: then the case is an enumeration
    of one case. A conclusion that is constant for no stated reason proves nothing."""
    step: str = field(default="", validator=IS_TEXT)
    """The kind of the steps that it speaks of, if the cases of a claim divide these among them: as
    `RealPositions.kind` names it."""

    def query(self) -> tuple[Term, ...]:
        """Return what must have no model: the premises, the lemmas, and the negated conclusion."""
        terms = (*self.premises(), z3.Not(self.then))
        return counts_generalised(terms) if self.adds_up else terms

    def alone(self) -> tuple[Term, ...]:
        """Return the same without the lemmas: a sum that needs none of them adds nothing up."""
        return evolve(self, lemmas=()).query()

    def in_full(self) -> tuple[Term, ...]:
        """Return what a counterexample must satisfy: all that is given, nothing generalised."""
        return (*self.given, *self.witness, z3.Not(self.then))

    def premises(self) -> tuple[Term, ...]:
        """Return what the solver gets: the premises that are used, and the lemmas.

        Raises ValueError if `using` has a term that is not given.
        """
        known = {term.get_id() for term in self.given}
        used = self.given if self.using is None else self.using
        if not {term.get_id() for term in used} <= known:
            raise ValueError(f"{self.label!r} uses something that is not given")
        return (*used, *(each.what_follows(known) for each in self.lemmas))

    def what_follows(self, known: set[int]) -> Term:
        """Return the conclusion, under those premises that are not `known` (by Z3's ids)."""
        unknown = [term for term in self.given if term.get_id() not in known]
        return z3.Implies(conjunction(unknown), self.then) if unknown else self.then

    def statement(self) -> Term:
        """Return the implication."""
        return z3.Implies(conjunction(tuple(self.given)), self.then)


def added_up(
    label: str,
    given: Premises | Iterable[Fact],
    then: Fact,
    lemmas: tuple[Case, ...] = (),
    using: tuple[Fact, ...] = (),
) -> Case:
    """Make a case of sums: the solver gets its lemmas, and of what is given only what it is `using`."""
    return Case(label, given, then, lemmas, using, adds_up=True)


def counts_generalised(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Replace each `If(fact, 1, 0)` by a whole number from 0 to 1, the same for the same fact.

    This forgets what is counted, so the result has a model whenever `terms` have one. If it has none,
    neither have they, and a solver of linear sums sees that at once.
    """
    within = Within(terms[0].ctx)
    branches = [z3.IntVal(1), z3.IntVal(0)]
    one_or_none = [address_of(each) for each in branches]
    counted: list[z3.ExprRef] = []
    waiting = [address_of(term) for term in terms]
    seen = set(waiting)
    while waiting:
        each = waiting.pop()
        parts = within.parts(each)
        if parts[1:] == one_or_none and within.operation(each) == z3.Z3_OP_ITE:
            counted.append(within.term(each))
            continue
        if within.is_named(each) and str(within.term(each).decl().name()).startswith(COUNTED):
            raise ValueError(f"{within.term(each)} has a name that is reserved")
        for part in parts:
            if part not in seen:
                seen.add(part)
                waiting.append(part)
    numbers = [(term, one_or_none_of(index)[0]) for index, term in enumerate(counted)]
    ranges = [one_or_none_of(index)[1] for index in range(len(counted))]
    # At once: Z3 looks at all the numbers each time that it is called.
    changed = replaced(conjunction(terms), numbers)
    return (*(changed.arg(at) for at in range(len(terms))), *ranges)


@cache
def one_or_none_of(index: int) -> tuple[z3.ArithRef, Term]:
    """Return a number that stands for what is counted, and that it is from 0 to 1."""
    number = z3.Int(f"{COUNTED}{index}")
    return number, z3.And(number >= 0, number <= 1)


Cases: TypeAlias = Callable[[], Case | Iterable[Case]]


def as_cases(made: Case | Iterable[Case] | None) -> tuple[Case, ...]:
    """Take one case for a row of one, and what a function without a `return` gives for none.

    Raises `NoCase` for anything else.
    """
    if made is None or isinstance(made, Case):
        return (made,) if made else ()
    if isinstance(made, z3.ExprRef) or not isinstance(made, Iterable):
        raise NoCase(f"its function returns a {type(made).__name__}: it must return cases")
    cases = tuple(made)
    for each in cases:
        if not isinstance(each, Case):
            raise NoCase(
                f"its function returns a {type(each).__name__} among its cases: it must return cases"
            )
    return cases


@frozen
class Claim:
    """Cases that must all be proved: the premises with the negated conclusion have no model.

    The premises alone must have one, or the proof would be vacuous.
    """

    name: str = field(validator=is_a(str, "a text"))
    make: Cases = field(validator=is_function)
    real: RealPositions | None = field(
        default=None, validator=or_none(is_a(RealPositions, "a RealPositions")), kw_only=True
    )
    """Positions of recorded games in which the premises must hold, if it speaks of all positions."""
    why_not_real: str = field(default="", converter=in_words, validator=IS_TEXT, kw_only=True)
    """Why no position of a game is held against its premises, if it does not speak of all positions."""
    only_with: str = field(default="", converter=in_words, validator=IS_TEXT, kw_only=True)
    """What a position must have for its premises to hold, such as a tile that fits, if some have not."""
    evident: str = field(default="", converter=in_words, validator=IS_TEXT, kw_only=True)
    """Why it says something though a conclusion of it is among the premises, or holds without them."""
    kind: ClassVar[str] = "claim"

    def cases(self) -> tuple[Case, ...]:
        """Build the cases."""
        return as_cases(self.make())


@frozen
class Lemma(Claim):
    """A claim that later ones rest on, one of them at least."""

    kind: ClassVar[str] = "lemma"


def lemma(name: str, make: Cases, evident: str = "") -> Lemma:
    """Make a claim that later ones rest on."""
    return Lemma(name, make, evident=evident)


@frozen
class Twin:
    """A case that is wrong on purpose, and must be refuted by a model.

    It is asked in full: no premise is left out, and no count generalised. The model is replayed: put in
    for the unknowns of the specification's own formulas, with what is really reached.
    """

    name: str = field(validator=is_a(str, "a text"))
    case: Callable[[], Case] = field(validator=is_function)
    of: str = field(default="", validator=IS_TEXT, kw_only=True)
    """The claim of the same theorem that it breaks, by name."""
    changed: str = field(default="", converter=in_words, validator=IS_TEXT, kw_only=True)
    """What is changed of it, in a few words."""
    not_replayed: str = field(default="", converter=in_words, validator=IS_TEXT, kw_only=True)
    """Why its model is not replayed, if it is not."""
    kind: ClassVar[str] = "twin"


Part: TypeAlias = Claim | Twin | Exhibit | Enumeration | FalseExhibit
PARTS = (Claim, Twin, Exhibit, Enumeration, FalseExhibit)


def is_named(_: object, __: object, name: str) -> None:
    """Raise ValueError unless the name of a theorem is a sentence in snake case, to begin files with."""
    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        raise ValueError(
            f"a theorem is called {name[:LONGEST_NAME]!r}: its name must be a sentence of small letters "
            f"and digits, joined by underscores, of {LONGEST_NAME} characters at most"
        )


@frozen
class Theorem:
    """A consequence of the rules."""

    name: str = field(validator=(IS_TEXT, is_named))
    """A sentence, in snake case."""
    statement: str = field(validator=(IS_TEXT, says_something))
    """The same in plain words."""
    extent: TheoremScope = field(alias="scope", validator=is_a(TheoremScope, "a TheoremScope"))
    """What it covers, as data."""
    clauses: tuple[str, ...] = field(
        converter=plain, validator=each_is(lambda: (str,), "clauses and questions")
    )
    """The clauses and questions it is about."""
    parts: tuple[Part, ...] = field(
        converter=plain, validator=each_is(lambda: PARTS, "claims, twins and the like"), repr=False
    )
    assumptions: tuple[Assumption, ...] = field(
        default=(), converter=plain, validator=each_is(lambda: (Assumption,), "Assumptions")
    )
    slow: bool = False

    @property
    def scope(self) -> str:
        """What it covers, as a sentence."""
        return str(self.extent)

    def on_trust(self) -> Iterator[str]:
        """Yield what nothing checks but whoever reads the theorem: reasons that its author gives."""
        claims = [part for part in self.parts if isinstance(part, Claim)]
        if self.extent.over in {"board", "window"} and all(each.real is None for each in claims):
            yield "no claim is held against games: the scope is as the author says"
        for each in claims:
            if each.why_not_real:
                yield f"{each.kind} {each.name!r} is held against no game: {each.why_not_real}"
            if each.evident:
                yield f"{each.kind} {each.name!r} is evident: {each.evident}"
        if self.extent.rim:
            yield f"what happens at its rim is tested by {', '.join(self.extent.rim)}"
