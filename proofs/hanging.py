"""What a guest's claims do not hang on, though a statement may say so: clauses, and their effects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from rulewright.proofs.anything import is_of_an_action
from rulewright.proofs.computed import Enumeration, Exhibit
from rulewright.proofs.consulted import is_of_a_guest
from rulewright.proofs.held import spoken_of, with_tables
from rulewright.proofs.marked import Remade, remade
from rulewright.proofs.misread import misread
from rulewright.proofs.terms import unknowns
from rulewright.proofs.theorem import Case, Claim, Theorem


@frozen
class Hanging:
    """Why a theorem is refused, and what is told of it."""

    refused: str = ""
    told: tuple[str, ...] = ()


def hanging(theorem: Theorem, cases: Mapping[str, tuple[Case, ...]]) -> Hanging:
    """Look on which clauses of its game the claims of a guest's theorem hang."""
    claims = [part for part in theorem.parts if isinstance(part, Claim)]
    guests = [claim for claim in claims if is_of_a_guest(claim.make)]
    found = remade(guests) if guests else None
    if found is None:
        return Hanging()
    for name, function in found.by_hand.items():
        return Hanging(
            f"claim {name!r}: {function} makes a position out of what is played, and is no rule of the "
            "game: what follows from it is for the rulebook to say, and for `played` of the engine"
        )
    for claim in guests:
        made = found.positions[claim.name]
        if why := misread(claim, cases[claim.name], theorem.extent, made):
            return Hanging(f"{claim.kind} {claim.name!r}: {why}")
    computes = any(isinstance(part, Enumeration | Exhibit) for part in theorem.parts)
    told = [] if computes else list(of_no_matter(theorem, found))
    named = [name for name in theorem.clauses if found.of_clause(name)]
    if named and not computes and not roles_of(found) & set(named):
        return Hanging(
            f"no formula of a claim is of a clause that it names ({', '.join(named)}): whatever these "
            "say, the claims are the same"
        )
    told += [
        f"claim {name!r} has {said}: is what it goes through empty?"
        for name, said in found.of_nothing.items()
    ]
    return Hanging(told=(*told, *of_steps(theorem, cases, guests, found)))


def roles_of(found: Remade) -> set[str]:
    """Return the clauses that make a difference to a formula of a claim, or that say constants."""
    every = [case for made in found.cases.values() for case in made]
    terms = [term for case in every for term in (*case.given, case.then)]
    fixed = [each for each in found.functions if each.is_called and not each.says_something]
    named = {role.clause for each in fixed for role in each.roles}
    return named | {role.clause for role in found.roles_in(terms)}


def of_no_matter(theorem: Theorem, found: Remade) -> Iterator[str]:
    """Yield the clauses that are named and asked, and make no difference to any formula."""
    matter = roles_of(found)
    for name in theorem.clauses:
        functions = found.of_clause(name)
        if name not in matter and any(each.is_called for each in functions):
            yield f"{name} is named, and makes no difference to what a claim says"


def of_steps(
    theorem: Theorem,
    cases: Mapping[str, tuple[Case, ...]],
    claims: list[Claim],
    found: Remade,
) -> Iterator[str]:
    """Yield the claims that say something of what is played, and nothing that the rules have follow."""
    for claim in claims:
        acts = names_of_steps(theorem, claim, cases[claim.name])
        then = [case.then for case in found.cases[claim.name]]
        names = unknowns(then)
        speaks = any(name in acts or is_of_an_action(name) for name in names)
        if speaks and not any(role.follows for role in found.roles_in(then)):
            yield (
                f"{claim.kind} {claim.name!r} has a conclusion about what is played, in which nothing "
                "is that by the rulebook follows from it"
            )


def names_of_steps(theorem: Theorem, claim: Claim, cases: tuple[Case, ...]) -> set[str]:
    """Return the unknowns that are read of what is played, and not of positions."""
    if claim.real is None or claim.real.steps is None:
        return set()
    spoken = spoken_of(cases, theorem.extent)
    tables = (table for _, table in with_tables(cases, spoken, claim.real, theorem.extent))
    for table in tables:
        return table.with_steps("").evaluation.table.keys() - table.evaluation.table.keys()
    return set()
