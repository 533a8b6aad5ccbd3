"""What proves nothing: the ways in which a theorem could hold without saying anything, refused.

Each is reported in one line. A proof is only worth its twin, its witness and its lemmas, so a theorem
in which one of these has nothing to do with the rest is not proved, whatever the solver says. A theorem
that has no twin at all is refused where the verdict is reached, by `reason_against` in `prove`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from inspect import unwrap
from types import CodeType, FunctionType, NoneType
from typing import Any

import attrs
import numpy as np
import z3
from attrs import define, field

from rulewright.proofs.computed import Computed, Enumeration, Exhibit, FalseExhibit
from rulewright.proofs.consulted import is_of_a_guest
from rulewright.proofs.given import Known, holds_whatever_is_given
from rulewright.proofs.reachability import CERTIFICATE
from rulewright.proofs.real_positions import RealPositions, options_of, says_nothing
from rulewright.proofs.rims import missing_at_the_rim
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.terms import (
    Address,
    Within,
    address_of,
    compound_formulas,
    constants,
    is_simplified_to_true,
    unknowns,
)
from rulewright.proofs.theorem import PARTS, Assumption, Case, Claim, Lemma, Term, Theorem, Twin

LATE = "does a function use the last value of a loop's variable, or none of it?"
"""What an author may have done who says the same twice."""
EXACTLY = (Lemma, *PARTS)
"""The classes of parts; no other one is proved, since it could override what is asked."""
OF_A_TERM = {"ast", "ctx"}
"""What an object of Z3 keeps."""
TRUE_BEFORE = "its conclusion is true before anything is asked, and it does not say why"
Cases = Mapping[str, tuple[Case, ...]]
"""For each claim that was proved, its cases."""


def is_decided(term: Term) -> bool:
    """Return whether a conclusion is true before anything is asked, whatever is given.

    Z3 simplifies by the numbers that terms happen to have. So what becomes true must do so with several
    numbers of its terms, none of which hangs on what the process did before.
    """
    return all(map(is_simplified_to_true, renumbered(term)))


def can_be_decided(term: Term) -> bool:
    """Return whether a conclusion becomes true with some of these numbers of its terms."""
    return any(map(is_simplified_to_true, renumbered(term)))


def renumbered(term: Term) -> Iterator[Term]:
    """Yield a term in contexts that hold nothing else.

    In the first one its unknowns are made as they occur, in the others in the order of their names, and
    in reverse.
    """
    yield term.translate(z3.Context())
    for turned in (False, True):
        context = z3.Context()
        named = sorted(constants((term,)), key=str, reverse=turned)
        kept = [each.translate(context) for each in named]
        yield term.translate(context)
        del kept


def of_a_case(case: Case) -> str:
    """Say why a case proves nothing even if the solver finds no counterexample; empty if it may."""
    if refused := of_its_class(case):
        return refused
    if is_decided(case.then) and not case.decided:
        return TRUE_BEFORE
    if case.decided and not can_be_decided(case.then):
        return "it is declared to be decided, but its conclusion is not constant"
    if case.adds_up and not case.lemmas:
        return "it is a sum, but there are no lemmas that it adds up"
    return ""


def with_its_field(why: str, claim: Claim) -> str:
    """Name to the author of a guest's theorems the field in which a case says why."""
    return f"{why} (`decided`)" if why == TRUE_BEFORE and is_of_a_guest(claim.make) else why


def of_what_it_finds(found: Computed) -> str:
    """Say that a computation finds what it should not: its detail says what was looked for."""
    detail = f" ({found.detail})" if found.detail else ""
    if found.holds:
        return f"it holds, though it is wrong on purpose{detail}"
    return f"it does not hold{detail}"


def of_what_was_computed(found: Computed) -> str:
    """Say what of a finding is no truth value, or no count; empty if it is as it should be."""
    holds: Any = found.holds
    looked: Any = found.looked
    if not isinstance(holds, bool | np.bool_):
        return f"whether it holds is a {type(holds).__name__}, neither true nor false"
    if not isinstance(looked, int | np.integer) or isinstance(looked, bool):
        return f"how much it looked at is a {type(looked).__name__}, no count"
    return "it looked at nothing" if looked < 1 else ""


def of_its_class(case: Case) -> str:
    """Say which class of its own a case or a lemma has: its queries could say anything."""
    for each in (case, *case.lemmas):
        if type(each) is not Case:
            return f"{each.label}: it is a {type(each).__name__}, not a Case: it could ask anything"
        terms = (*each.given, each.then, *(each.using or ()), *each.witness)
        if own := [name for term in terms for name in vars(term) if name not in OF_A_TERM]:
            return f"{each.label}: a term of it was given a {own[0]!r} of its own: it could be any other"
    return ""


def of_a_twin(case: Case) -> str:
    """Say why a refuted twin shows nothing; empty if it may."""
    if refused := of_its_class(case):
        return refused
    if is_decided(z3.Not(case.then)):
        return "its conclusion is false before anything is asked, so nothing refutes it"
    return ""


def collected(reasons: Iterator[str]) -> list[str]:
    """List reasons, each once; what is asked later may rest on what is refused before."""
    found: dict[str, None] = {}
    try:
        for why in filter(None, reasons):
            found.setdefault(why)
    except LookupError:
        if not found:
            raise
    return [*found]


def of_the_whole(theorem: Theorem, cases: Cases) -> Iterator[str]:
    """Yield what is wrong with a theorem though each of its parts is as it should be."""
    yield from of_the_scope(theorem, cases)
    yield from of_what_is_evident(theorem, cases)
    for name, number in Counter(part.name for part in theorem.parts).items():
        if number > 1:
            yield f"{number} parts are called {name!r}"
    yield from of_what_is_said_twice(theorem, cases)
    yield from unproved_steps(theorem, cases)
    yield from of_the_lemmas(theorem, cases)


def of_what_is_said_twice(theorem: Theorem, cases: Cases) -> Iterator[str]:
    """Yield two cases of a guest's claim, or two claims, that are the same: one was to be another.

    Two of ours may be: a clause that two symmetries change alike. Mutants tell whether it is meant.
    """
    claims: dict[frozenset[tuple[Any, ...]], str] = {}
    guests = [
        each for each in theorem.parts if isinstance(each, Claim) and is_of_a_guest(each.make)
    ]
    for claim, made in ((each.name, cases.get(each.name, ())) for each in guests):
        labels: dict[tuple[Any, ...], str] = {}
        for case in made:
            if case.under is None:
                continue
            given = frozenset(term.get_id() for term in case.given)
            under = options_of(case.under, attrs.asdict(case.under.rulings))
            key = given, case.then.get_id(), under, case.step
            if key in labels:
                yield f"{labels[key]!r} and {case.label!r} of {claim!r} are the same case: {LATE}"
            labels[key] = case.label
        other = claims.setdefault(frozenset(labels), claim) if labels else claim
        if other != claim:
            yield f"{other!r} and {claim!r} have the same cases: {LATE}"


def of_the_lemmas(theorem: Theorem, cases: Cases) -> Iterator[str]:
    """Yield the lemmas that nothing rests on, or nothing that is held against games."""
    used = used_claims(theorem, cases, named_steps(theorem))
    held = [part.name for part in theorem.parts if isinstance(part, Lemma) and part.real]
    by_claims = used_claims(theorem, cases, held)
    for part in theorem.parts:
        if not isinstance(part, Lemma):
            continue
        given = [term for case in cases.get(part.name, ()) for term in case.given]
        if part.name not in used:
            yield f"lemma {part.name!r}: no claim uses it"
        elif not (part.name in by_claims or part.why_not_real or says_nothing(given)):
            yield (
                f"lemma {part.name!r}: only what is computed or assumed rests on it, so it is held "
                "against no game (`real`), and it does not say why (`why_not_real`)"
            )


def of_its_classes(theorem: Theorem) -> Iterator[str]:
    """Yield what has a class of its own, whose methods could do anything."""
    found: list[tuple[object, tuple[type, ...], str]] = [
        (theorem, (Theorem,), "the theorem"),
        (theorem.extent, (TheoremScope,), "its scope"),
    ]
    for part in theorem.parts:
        found.append((part, EXACTLY, f"part {part.name!r}"))
        real = part.real if isinstance(part, Claim) else None
        found.append((real, (RealPositions, NoneType), f"`real` of {part.name!r}"))
    found += [(each, (Assumption,), "an assumption") for each in theorem.assumptions]
    for each, kinds, name in found:
        if type(each) not in kinds:
            kind = next((kind for kind in kinds if isinstance(each, kind)), kinds[0])
            yield f"{name} is a {type(each).__name__}, not a {kind.__name__}: it could do anything"


def of_what_is_evident(theorem: Theorem, cases: Cases) -> Iterator[str]:
    """Yield the claims with a conclusion that nothing had to be proved for, and that do not say why."""
    known = Known()
    for part in theorem.parts:
        if isinstance(part, Claim) and not part.evident:
            for case in cases.get(part.name, ()):
                if evident := is_evident(case, known):
                    yield f"{part.kind} {part.name!r}: {evident}, and it does not say why (`evident`)"


def is_evident(case: Case, known: Known) -> str:
    """Say why nothing had to be proved for a case that is not declared to be decided; else empty."""
    if case.decided:
        return ""
    if known.has(case.then, case.given):
        return f"{case.label}: its conclusion is among its premises"
    if holds_whatever_is_given(case):
        return f"{case.label}: its conclusion holds whatever is given"
    return ""


def of_the_scope(theorem: Theorem, cases: Cases) -> Iterator[str]:
    """Yield what a scope promises without its being held against anything."""
    scope = theorem.extent
    if scope.has_rim and not scope.rim:
        kind = "inductive" if scope.inductive else "a window"
        yield f"its scope is {kind}, but names no test of what happens at its rim (`rim`)"
    for name, should_be in missing_at_the_rim(theorem):
        if should_be:
            said = f"its scope names {name} for what happens at its rim (`rim`)"
            yield f"{said}, and there is no such test"
    claims = [part for part in theorem.parts if isinstance(part, Claim)]
    if scope.over == "games" and claims:
        yield f"its scope is games alone, but {claims[0].name!r} is a claim"
    if scope.over in {"board", "window"} and all(isinstance(each, Lemma) for each in claims):
        yield "its scope is all positions, but nothing is claimed of them: it shows or computes alone"
    held = [part for part in claims if part.real is not None]
    met = [case.under for part in held for case in cases.get(part.name, ()) if case.under]
    if held and (missed := scope.missed(met)):
        yield f"its scope promises {missed}, but no claim is held against games with it"
    elif missed := scope.missed_together(met):
        why = "no claim has these together, and it does not say why (`apart`)"
        yield f"its scope promises {missed}, but {why}"


def unproved_steps(theorem: Theorem, cases: Cases) -> Iterator[str]:
    """Yield the claims that an assumption or a computation rests on, and that were not proved."""
    for assumption in theorem.assumptions:
        for step in assumption.steps:
            if step not in cases:
                yield f"it assumes {assumption.name}, but does not prove the lemma {step!r}"
    for part in theorem.parts:
        if isinstance(part, Exhibit | Enumeration):
            for name in part.rests_on:
                if name not in cases:
                    yield f"{part.kind} {part.name!r} rests on {name!r}, which was not proved"


def named_steps(theorem: Theorem) -> set[str]:
    """Return the claims on which an enumeration, an exhibit or an assumption rests, by its own words."""
    named = {step for assumption in theorem.assumptions for step in assumption.steps}
    for part in theorem.parts:
        if isinstance(part, Exhibit | Enumeration):
            named |= set(part.rests_on)
    return named


def used_claims(theorem: Theorem, cases: Cases, named: Iterable[str]) -> set[str]:
    """Return some claims that are named, those on which another claim rests, and so on."""
    used = set(named)
    needed: set[int] = set()
    for part in reversed(theorem.parts):
        if isinstance(part, Claim):
            own = cases.get(part.name, ())
            if needed & {case.statement().get_id() for case in own}:
                used.add(part.name)
            if not isinstance(part, Lemma) or part.name in used:
                needed |= {each.statement().get_id() for case in own for each in case.lemmas}
    return used


# --------------------------------------------------------------------------- twins of what they break


def of_the_twins(theorem: Theorem, cases: Cases, twins: Mapping[str, Case]) -> Iterator[str]:
    """Yield the broken twins that have nothing to do with what is proved.

    Each names a part of the theorem and what is changed of it, and shares with it what it is about: a
    formula, or for what is computed a function.
    """
    parts = {part.name: part for part in theorem.parts}
    for part in theorem.parts:
        if not isinstance(part, Twin | FalseExhibit):
            continue
        broken = parts.get(part.of)
        if not (part.of and part.changed):
            yield f"twin {part.name!r} does not say what it breaks (`of`), and what is `changed`"
        elif broken is None or isinstance(broken, Twin | FalseExhibit):
            yield f"twin {part.name!r} breaks {part.of!r}, which is not proved here"
        elif isinstance(part, FalseExhibit):
            made = broken.make if isinstance(broken, Claim) else broken.show
            if not functions_called(part.show) & functions_called(made):
                yield f"twin {part.name!r} computes nothing that {part.of!r} computes"
        elif part.of not in cases:
            yield f"twin {part.name!r} breaks {part.of!r}, which is no claim"
        elif not is_related(twins[part.name], cases[part.of]):
            yield f"twin {part.name!r} shares no formula with {part.of!r}"
        elif is_of_a_guest(part.case) and (other := of_another(twins[part.name], part.of, cases)):
            yield (
                f"twin {part.name!r} has the conclusion of {other!r}, and not that of {part.of!r}, "
                "which it is to break (`of`)"
            )


def of_another(twin: Case, claim: str, cases: Cases) -> str:
    """Return the claim whose conclusion a twin has, if that of its own is another; else empty."""
    if any(twin.then.eq(case.then) for case in cases[claim]):
        return ""
    others = (name for name, made in cases.items() if any(twin.then.eq(each.then) for each in made))
    return next(others, "")


def without_a_twin(theorem: Theorem, cases: Cases, twins: Mapping[str, Case]) -> Iterator[str]:
    """Yield the claims of a guest that no twin breaks, and none is about."""
    broken = {part.of for part in theorem.parts if isinstance(part, Twin | FalseExhibit)}
    for part in theorem.parts:
        if isinstance(part, Claim) and not isinstance(part, Lemma) and is_of_a_guest(part.make):
            made = cases.get(part.name, ())
            if part.name not in broken and not any(
                is_related(each, made) for each in twins.values()
            ):
                yield f"claim {part.name!r} is broken by no twin: nothing shows that its proof can fail"


def of_twins_alike(theorem: Theorem, twins: Mapping[str, Case]) -> Iterator[str]:
    """Yield two twins of a claim that are the same case, though each says what is changed."""
    asked: dict[tuple[str, frozenset[int], int], str] = {}
    for part in theorem.parts:
        if isinstance(part, Twin):
            case = twins[part.name]
            key = part.of, frozenset(term.get_id() for term in case.given), case.then.get_id()
            if (other := asked.setdefault(key, part.name)) != part.name:
                yield f"twins {other!r} and {part.name!r} are the same case: {LATE}"


def is_related(twin: Case, claimed: Iterable[Case]) -> bool:
    """Return whether a twin is about what a case is about.

    They share a premise, the conclusion or a formula within these, and an unknown of the twin's
    conclusion occurs in the case.
    """
    unknowns = _unknowns((twin.then,))
    by_number = {term.get_id(): term for term in twin.given}
    within = compound_formulas((*twin.given, twin.then))
    for case in claimed:
        terms = (*case.given, case.then)
        shares = (
            any(
                not is_decided(by_number[each.get_id()])
                for each in case.given
                if each.get_id() in by_number
            )
            or twin.then.eq(case.then)
            or within & compound_formulas(terms)
        )
        if shares and unknowns & _unknowns(terms):
            return True
    return False


def _unknowns(terms: Iterable[z3.ExprRef]) -> set[str]:
    """Return the uninterpreted constants within some terms by name.

    Facts of a reachability certificate go by its digest: which was asked for first does not matter.
    """
    return {re.sub(CERTIFICATE, r"\g<digest>.\3.", name) for name in unknowns(terms)}


def functions_called(called: Callable[..., object], depth: int = 3) -> set[object]:
    """Return the functions that a function names, and those that these name, to some depth."""
    while isinstance(called, partial):
        called = called.func
    plain = unwrap(called)
    if not isinstance(plain, FunctionType):
        return set()
    found: set[object] = set() if plain.__name__ == "<lambda>" else {plain}
    held = [cell.cell_contents for cell in plain.__closure__ or ()]
    named = [
        plain.__globals__[name] for name in _names(plain.__code__) if name in plain.__globals__
    ]
    for each in (*held, *named):
        if depth and callable(each) and not isinstance(each, type):
            found |= functions_called(each, depth - 1)
    return found


def _names(code: CodeType) -> set[str]:
    """Return the names that a function's code uses, those of its inner functions included."""
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return set(code.co_names).union(*map(_names, inner))


# --------------------------------------------------------------------------- certificates of one name


QUANTIFIED, OF_ANOTHER_SORT = "a quantifier", "an unknown of another sort"
"""In the place of a name: a variable that is bound by one occurs in a term, or such an unknown."""
OF_ITS_OWN = "a function of its own"
FUNCTIONS = {z3.Z3_OP_UNINTERPRETED, z3.Z3_OP_RECURSIVE}
"""The operations by which Z3 applies one that somebody declared or defined."""
UNFIT = {
    QUANTIFIED: "which cannot be evaluated: write its cases out",
    OF_ITS_OWN: "which cannot be evaluated: write out what it says",
    OF_ANOTHER_SORT: "which cannot be evaluated: only facts and whole numbers can",
}


@define
class Certificates:
    """Finds two reachability certificates under one name; each term is walked once."""

    _found: dict[Address, frozenset[tuple[str, str]]] = field(factory=dict)
    """By where a term is: names and digests of the certificates whose facts occur in it."""
    _kept: list[Term] = field(factory=list)
    """Terms kept alive, so that no other one gets the address."""

    def clash(self, case: Case) -> str:
        """Say which name two certificates of a case share; empty if none."""
        terms = (*case.given, case.then, *(each.statement() for each in case.lemmas))
        digests: dict[str, str] = {}
        for term in terms:
            for name, digest in sorted(self.of_term(term)):
                if name in UNFIT:
                    return f"it has {name}, {UNFIT[name]}"
                if digests.setdefault(name, digest) != digest:
                    return f"two reachability certificates are called {name!r}"
        return ""

    def of_term(self, term: Term) -> frozenset[tuple[str, str]]:
        """Return the names and digests of the certificates whose facts occur in a term."""
        self._kept.append(term)
        within, found = Within(term.ctx), self._found
        waiting = [address_of(term)]
        while waiting:
            each = waiting[-1]
            parts = within.parts(each)
            missing = [part for part in parts if part not in found]
            if missing:
                waiting += missing
                continue
            waiting.pop()
            if each not in found:
                of_parts = (found[part] for part in parts)
                found[each] = (
                    frozenset[tuple[str, str]]().union(*of_parts)
                    if parts
                    else of_a_term_alone(within.term(each))
                )
                if parts and is_of_its_own(within, each):
                    found[each] |= {(OF_ITS_OWN, "")}
        return found[address_of(term)]


def is_of_its_own(within: Within, address: Address) -> bool:
    """Return whether a term with parts is of a function that somebody declared or defined."""
    return within.is_application(address) and within.operation(address) in FUNCTIONS


def of_a_term_alone(term: z3.ExprRef) -> frozenset[tuple[str, str]]:
    """Return the certificate of which a term without parts is a fact, or what makes it unfit."""
    if not z3.is_app(term):
        return frozenset({(QUANTIFIED, "")})
    if term.sort().kind() not in (z3.Z3_BOOL_SORT, z3.Z3_INT_SORT):
        return frozenset({(OF_ANOTHER_SORT, "")})
    match = re.match(CERTIFICATE, str(term.decl().name()))
    return frozenset({(match["name"], match["digest"])}) if match else frozenset()
