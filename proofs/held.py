"""Whether a claim was held against recorded games, and against what of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from rulewright.proofs.evaluation import UnknownOperation
from rulewright.proofs.possible_in_games import possible_in_games
from rulewright.proofs.reachability import CERTIFICATE
from rulewright.proofs.real_positions import (
    RealPositions,
    Speaking,
    Tabled,
    excluded,
    games_of_each,
    in_its_words,
    says_nothing,
    tabled,
)
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.terms import unknowns
from rulewright.proofs.theorem import Case, Claim, Lemma


@frozen
class AgainstGames:
    """What became of a claim that may be held against games."""

    refused: str = ""
    """Why it is not held, or fails; empty if it passes."""
    told: tuple[str, ...] = ()
    """What of the games it was held against."""
    unread: tuple[str, ...] = ()
    """The unknowns of its premises that nothing reads from a game."""
    begins: bool = False
    """Whether it was held against the first position of a game."""


def held_against_games(claim: Claim, cases: tuple[Case, ...], scope: TheoremScope) -> AgainstGames:
    """Hold a claim against recorded games, or find why it is not held.

    One that is about no position, as where the scope is `facts`, has to say so. A lemma need not: the
    claim that uses it has to give what it presupposes.
    """
    if claim.real is None:
        silent = not (claim.why_not_real or isinstance(claim, Lemma))
        if silent and not says_nothing(term for case in cases for term in case.given):
            return AgainstGames(
                "it is held against no game (`real`), and does not say why (`why_not_real`)"
            )
        return AgainstGames()
    if claim.why_not_real:
        return AgainstGames(
            "it is held against games (`real`), and says why it is not (`why_not_real`)"
        )
    if why := next(filter(None, (of_its_options(case, scope) for case in cases)), ""):
        return AgainstGames(why)
    spoken = spoken_of(cases, scope)
    if why := excluded_or_unknown(spoken, claim.real, scope):
        return AgainstGames(why)
    found = possible_in_games(spoken, claim.real, scope)
    told = [f"held against positions for which {claim.real.only}"] if claim.real.only else []
    told += steps_left_out(spoken, claim.real, scope)
    if missed := scope.missed(case.under for case in cases if case.under):
        told.append(f"{claim.name!r} says nothing of {missed}")
    if claim.only_with:
        told.append(f"{found.possible} of {found.asked} positions have {claim.only_with}")
    return AgainstGames(
        found.refused(claim.only_with),
        tuple(told),
        unread(spoken, claim.real, scope),
        any(begins(table) for _, table in tables_of(spoken, claim.real, scope)),
    )


def tables_of(
    spoken: Sequence[Sequence[Speaking]], real: RealPositions, scope: TheoremScope
) -> Iterator[tuple[Sequence[Speaking], Tabled]]:
    """Yield cases about the same options, with what was read of games under these."""
    for cases, rulings, games in games_of_each(spoken, real, scope):
        yield cases, tabled(real, cases[0].rules, rulings, games)


def begins(table: Tabled) -> bool:
    """Return whether the first position of a game is among some."""
    return any(each.ply == 0 for each in table.positions)


def steps_left_out(
    spoken: Sequence[Sequence[Speaking]], real: RealPositions, scope: TheoremScope
) -> list[str]:
    """Say how many steps of games were read, if not all, and which."""
    tables = [table for _, table in tables_of(spoken, real, scope)]
    if real.steps is None:
        return []
    read = sum(len(table.with_steps("").positions) for table in tables)
    made = sum(bool(each.action) for table in tables for each in table.positions)
    words = in_its_words(real.steps)
    return [f"held against {read} of {made} steps: {words}"] if read < made else []


def unread(
    spoken: Sequence[Sequence[Speaking]], real: RealPositions, scope: TheoremScope
) -> tuple[str, ...]:
    """Return the unknowns of premises that nothing reads, those that say what is reached left out."""
    found = set[str]()
    for cases, table in tables_of(spoken, real, scope):
        for each in cases:
            read = table.with_steps(each.step).evaluation.table
            found |= {name for name in unknowns(each.premises) if name not in read}
    return tuple(sorted(name for name in found if not re.match(CERTIFICATE, name)))


def excluded_or_unknown(
    spoken: Sequence[Sequence[Speaking]], real: RealPositions, scope: TheoremScope
) -> str:
    """Say which premise excludes a position of a game, or why that is not known; else empty."""
    try:
        return excluded(spoken, real, scope)
    except UnknownOperation as error:
        return f"a premise cannot be held against games: {error.args[0]}"


def of_its_options(case: Case, scope: TheoremScope) -> str:
    """Say why it is not known of which options a case speaks, or which its scope has not; else empty."""
    if case.under is None:
        return f"{case.label}: it is held against games, but not `under` any rules"
    outside = scope.outside(case.under)
    return outside and f"{case.label}: it is about {outside}, which its scope does not have"


def spoken_of(cases: Iterable[Case], scope: TheoremScope) -> tuple[tuple[Speaking, ...], ...]:
    """Return what different cases give, those together that are about the same options of a scope."""
    found: dict[str, dict[tuple[str, frozenset[int]], Speaking]] = {}
    for case in cases:
        if case.under is not None:
            given = tuple(case.given)
            of_options = found.setdefault(repr(scope.of(case.under)), {})
            terms = frozenset(term.get_id() for term in given)
            of_options.setdefault((case.step, terms), Speaking(case.under, given, case.step))
    return tuple(tuple(each.values()) for each in found.values())
