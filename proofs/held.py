"""Whether a claim was held against recorded games, and against what of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import attrs
import numpy as np
import z3
from attrs import frozen

from rulewright.proofs.consulted import is_of_a_guest
from rulewright.proofs.evaluation import UnknownOperation
from rulewright.proofs.on_plain_values import contradicted, idle_premises
from rulewright.proofs.possible_in_games import impossible_anywhere, possible_in_games
from rulewright.proofs.reachability import ANSWERS, CERTIFICATE
from rulewright.proofs.reading import NoReading, in_its_words
from rulewright.proofs.real_positions import (
    RealPositions,
    Speaking,
    Tabled,
    as_a_whole,
    excluded,
    facts_of,
    games_of_each,
    in_short,
    says_nothing,
    tabled,
    written,
)
from rulewright.proofs.scope import TheoremScope, listed
from rulewright.proofs.terms import Within, address_of, unknowns
from rulewright.proofs.theorem import Case, Claim, Lemma

TRUE = z3.BoolVal(val=True)
"""It has no condition."""


@frozen
class AgainstGames:
    """What became of a claim that may be held against games."""

    refused: str = ""
    """Why it is not held, or fails; empty if it passes."""
    told: tuple[str, ...] = ()
    """What of the games it was held against."""
    partly: tuple[str, ...] = ()
    """Of which positions or steps alone it speaks, in its author's words."""
    unread: tuple[str, ...] = ()
    """The unknowns that nothing reads from a game."""
    unmet: str = ""
    """The first condition of its conclusions that no position or step of a game meets."""
    conditions: tuple[int, int] = 0, 0
    """How many conditions are met nowhere, of how many."""
    begins: bool = False
    """Whether it was held against the first position of a game."""
    fixed: tuple[str, ...] = ()
    """The parts of the positions it plays from that are no unknowns, with what they are."""
    idle: str = ""
    """A premise of a guest's claim that is true of whatever it speaks of."""
    said_of_nothing: str = ""
    """A part of a conclusion of a guest's claim that is true of whatever it speaks of."""


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
    tables = [table for _, table in tables_of(spoken, claim.real, scope)]
    pairs = [*with_tables(cases, spoken, claim.real, scope)]
    partly, met, silent_about = partly_of(claim.real, tables), met_in(pairs), unread(pairs)
    nowhere = [each for each, is_met in met.items() if not is_met]
    idle = idle_premises(cases) if is_of_a_guest(claim.make) else []
    told = [*(f"held against {each}" for each in partly), *told_of(claim.real, tables)]
    if missed := scope.missed(case.under for case in cases if case.under):
        told.append(f"{claim.name!r} says nothing of {missed}")
    if claim.only_with:
        told.append(f"{found.possible} of {found.asked} positions have {claim.only_with}")
    return AgainstGames(
        found.refused(claim.only_with)
        or left_out_by_the_unread(claim, spoken, silent_about, scope)
        or on_plain_values(claim, pairs, silent_about),
        tuple(told),
        partly,
        silent_about,
        in_short(nowhere[0], value=True) if nowhere else "",
        (len(nowhere), len(met)),
        any(each.ply == 0 for table in tables for each in table.positions),
        idle=in_short(idle[0], value=True) if idle else "",
    )


def fixed_otherwise(
    claim: Claim, cases: Sequence[Case], scope: TheoremScope, fixed: Iterable[str]
) -> str:
    """Say in which position of a game a part is another than in all from which a guest's claim plays.

    Empty if none is: then it speaks of positions alone in which that part is so.
    """
    values: dict[str, set[str]] = {}
    for part in fixed:
        name, _, own = part.partition("=")
        values.setdefault(name, set()).add(own)
    if not values or claim.real is None or not is_of_a_guest(claim.make):
        return ""
    for case, table in with_tables(cases, spoken_of(cases, scope), claim.real, scope):
        for each in table.with_steps(case.step).positions:
            for name, value in facts_of(each.state).items():
                if str(value) not in values.get(name, {str(value)}):
                    assert case.under is not None, "what is held against games is under rules"
                    here = written(claim.real, case.under, attrs.asdict(case.under.rulings), each)
                    return (
                        f"it plays from positions in which {name} is {listed(sorted(values[name]))}, "
                        f"and not as in a recorded game{here}: all parts must be unknowns "
                        "(`any_position`)"
                    )
    return ""


def on_plain_values(
    claim: Claim, pairs: Sequence[tuple[Case, Tabled]], unread: Sequence[str]
) -> str:
    """Say where a guest's claim is false on plain values; empty if nowhere, or if some are not read."""
    assert claim.real is not None
    asked = is_of_a_guest(claim.make) and not unread and claim.real.through is as_a_whole
    return contradicted(claim, pairs) if asked else ""


def left_out_by_the_unread(
    claim: Claim,
    spoken: Sequence[Sequence[Speaking]],
    unread: Sequence[str],
    scope: TheoremScope,
) -> str:
    """Say which position a guest's premises leave out together, where nothing reads some unknowns."""
    assert claim.real is not None
    asked = is_of_a_guest(claim.make) and unread and not claim.only_with
    return impossible_anywhere(spoken, claim.real, scope) if asked else ""


def partly_of(real: RealPositions, tables: Sequence[Tabled]) -> tuple[str, ...]:
    """Say of how many positions and steps alone a claim speaks, and which these are."""
    found, looked = sum(len(each.positions) for each in tables), sum(each.played for each in tables)
    partly = [f"{found} of {looked} positions: {real.only}"] if real.only else []
    if real.steps is not None:
        read = sum(len(each.with_steps("").positions) for each in tables)
        made = sum(bool(position.action) for each in tables for position in each.positions)
        partly += [f"{read} of {made} steps: {in_its_words(real.steps)}"] if read < made else []
    return tuple(partly)


def told_of(real: RealPositions, tables: Sequence[Tabled]) -> list[str]:
    """Say which games were not played to their end, and how steps are divided."""
    told = []
    if cut := sum(each.cut for each in tables):
        games = sum(each.games for each in tables)
        told.append(f"{cut} of {games} games were cut after {real.max_plies} actions (`max_plies`)")
    kinds = Counter[str]()
    for each in tables:
        kinds.update({kind: len(of.positions) for kind, of in (each.steps or {}).items() if kind})
    if kinds:
        named = ", ".join(f"{kind} {number}" for kind, number in sorted(kinds.items()))
        told.append(f"steps are divided by {in_its_words(real.kind)} ({named})")
    return told


def tables_of(
    spoken: Sequence[Sequence[Speaking]], real: RealPositions, scope: TheoremScope
) -> Iterator[tuple[Sequence[Speaking], Tabled]]:
    """Yield cases about the same options, with what was read of games under these."""
    for cases, rulings, games in games_of_each(spoken, real, scope):
        yield cases, tabled(real, cases[0].rules, rulings, games)


def unread(pairs: Iterable[tuple[Case, Tabled]]) -> tuple[str, ...]:
    """Return the unknowns of a claim that nothing reads, those that say what is reached left out."""
    tables: dict[int, tuple[Tabled, list[Case]]] = {}
    for case, table in pairs:
        steps = table.with_steps(case.step)
        tables.setdefault(id(steps), (steps, []))[1].append(case)
    # Cases share most of their terms, and tables their cases: each term is looked at once.
    named: dict[tuple[int, ...], set[str]] = {}
    found = set[str]()
    for table, cases in tables.values():
        same = tuple(map(id, cases))
        if same not in named:
            named[same] = unknowns(term for case in cases for term in (*case.given, case.then))
        found |= named[same] - table.evaluation.table.keys()
    return tuple(sorted(name for name in found if not says_what_is_reached(name)))


def says_what_is_reached(name: str) -> bool:
    """Return whether an unknown is of an answer about what is reached that was asked for."""
    found = re.match(CERTIFICATE, name)
    return found is not None and f"{found['name']}.{found['digest']}" in ANSWERS


def met_in(pairs: Iterable[tuple[Case, Tabled]]) -> dict[z3.BoolRef, bool]:
    """Return for each condition of a conclusion whether a position or step that was read meets it."""
    met: dict[int, tuple[z3.BoolRef, bool]] = {}
    for case, table in pairs:
        evaluation = table.with_steps(case.step).evaluation
        for condition in conditions(case.then):
            holds = evaluation.of(condition)
            if holds is not None:
                before = met.get(condition.get_id(), (condition, False))[1]
                met[condition.get_id()] = condition, before or bool(np.any(holds))
    return dict(met.values())


def conditions(then: z3.BoolRef, beside: tuple[z3.BoolRef, ...] = ()) -> Iterator[z3.BoolRef]:
    """Yield under which conditions a conclusion, or a part of it that must be true, says something.

    The rules write an implication as a disjunction of two, what is not presupposed and what follows. Of
    what is said to be equivalent each side is a condition: where neither is ever met little is said.
    """
    if z3.is_and(then):
        for part in then.children():
            yield from conditions(part, beside)
    elif z3.is_implies(then):
        yield from presupposed((then.arg(0),), then.arg(1), beside)
    elif z3.is_not(then) and z3.is_and(then.arg(0)):
        yield from conditions(z3.Or(*map(opposite, then.arg(0).children())), beside)
    elif sides := equivalent(then):
        yield from presupposed(sides, TRUE, beside)
    elif choice := choice_of(then):
        for condition, follows in choice:
            yield from presupposed((condition,), follows, beside)
    elif z3.is_or(then):
        *exempt, last = then.children()
        said = exempt if len(exempt) == 1 else filter(z3.is_not, exempt)  # else a choice of several
        yield from presupposed(tuple(map(opposite, said)), last, beside)
    else:
        for condition in chosen_by(then):
            yield from presupposed((condition, opposite(condition)), TRUE, beside)


def chosen_by(then: z3.BoolRef) -> Iterator[z3.BoolRef]:
    """Yield the conditions by which numbers are picked that a formula compares; counts have others."""
    within = Within(then.ctx)
    counting = [(of(1, then.ctx), of(0, then.ctx)) for of in (z3.IntVal, z3.RealVal)]
    counted = [[*map(address_of, pair)] for pair in counting]
    for choice in within.all_of(z3.Z3_OP_ITE, (address_of(then),)):
        condition, *numbers = within.parts(choice)
        if not within.is_formula(choice) and numbers not in counted:
            yield within.term(condition)


def equivalent(then: z3.BoolRef) -> tuple[z3.BoolRef, ...]:
    """Return the sides of an equivalence, which the rules write as no difference; empty if none."""
    inner = then.arg(0) if z3.is_not(then) else then
    kind = z3.Z3_OP_XOR if z3.is_not(then) else z3.Z3_OP_EQ
    sides = inner.children() if z3.is_app_of(inner, kind) else []
    return tuple(sides) if all(map(z3.is_bool, sides)) else ()


def choice_of(then: z3.BoolRef) -> tuple[tuple[z3.BoolRef, z3.BoolRef], ...]:
    """Return what follows under a condition and under its opposite; empty if it is no such choice.

    The rules write one as a disjunction: the condition and what follows, or its opposite and the other.
    """
    if z3.is_app_of(then, z3.Z3_OP_ITE):
        condition, *both = then.children()
        return (condition, both[0]), (opposite(condition), both[1])
    sides = then.children() if z3.is_or(then) else []
    if [z3.is_and(side) for side in sides] != [True, True]:
        return ()
    first, second = (side.children() for side in sides)
    turned = [(opposite(each), each) for each in first]
    by_number = {other.get_id(): one for other, one in turned}
    for other in second:
        if (one := by_number.get(other.get_id())) is not None:
            rest = [each for each in first if not each.eq(one)]
            others = [each for each in second if not each.eq(other)]
            return (one, z3.And(*rest)), (other, z3.And(*others))
    return ()


def presupposed(
    every: tuple[z3.BoolRef, ...], then: z3.BoolRef, beside: tuple[z3.BoolRef, ...]
) -> Iterator[z3.BoolRef]:
    """Yield each of several conditions of a part of a conclusion, and those that the part has itself."""
    for each in every:
        yield z3.And(*beside, each) if beside else each
    yield from conditions(then, (*beside, *every))


def opposite(term: z3.BoolRef) -> z3.BoolRef:
    """Return the negation of a term, without two in a row."""
    return term.arg(0) if z3.is_not(term) else z3.Not(term)


def with_tables(
    cases: Sequence[Case],
    spoken: Sequence[Sequence[Speaking]],
    real: RealPositions,
    scope: TheoremScope,
) -> Iterator[tuple[Case, Tabled]]:
    """Yield each case with what was read of the games under its options."""
    tables: dict[str, list[Tabled]] = {}
    for each, table in tables_of(spoken, real, scope):
        tables.setdefault(repr(scope.of(each[0].rules)), []).append(table)
    for case in cases:
        if case.under is not None:
            for table in tables[repr(scope.of(case.under))]:
                yield case, table


def excluded_or_unknown(
    spoken: Sequence[Sequence[Speaking]], real: RealPositions, scope: TheoremScope
) -> str:
    """Say which premise excludes a position of a game, or why that is not known; else empty."""
    try:
        return excluded(spoken, real, scope)
    except UnknownOperation as error:
        return f"a premise cannot be held against games: {error.args[0]}"
    except NoReading as error:
        return str(error)


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
