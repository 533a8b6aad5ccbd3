"""Whether a guest's `values` reads an unknown from where the formulas of a claim have it.

Names of one's own say nothing of where a fact is in a position. Read from the other player's pieces,
premises would be held against positions of which the claim does not speak. So it is looked at where
the unknowns are in the positions that are made for a claim, or given to formulas of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs
import numpy as np
import z3

from rulewright.proofs.held import spoken_of, with_tables
from rulewright.proofs.marked import MARK
from rulewright.proofs.reading import columns
from rulewright.proofs.real_positions import Tabled, as_a_whole, facts_of, written
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.terms import unknowns
from rulewright.proofs.theorem import Case, Claim

Places = Mapping[frozenset[str], Mapping[str, set[str]]]
"""By the parts that positions have: for each unknown that is a part of one, which parts it is."""


def misread(
    claim: Claim, cases: Sequence[Case], scope: TheoremScope, positions: Sequence[Any]
) -> str:
    """Say which unknown is read from elsewhere than it is in all of some positions; empty if none.

    A position may be an image of another one, in which unknowns are elsewhere.
    """
    if claim.real is None or claim.real.through is not as_a_whole:
        return ""
    places = places_of(positions)
    if why := left_out(claim, cases, scope, positions):
        return why
    for case, table in with_tables(cases, spoken_of(cases, scope), claim.real, scope):
        for name, part, row in read_from_elsewhere(table, places):
            assert case.under is not None, "what is held against games is under rules"
            found = table.positions[row]
            here = written(claim.real, case.under, attrs.asdict(case.under.rulings), found)
            value = facts_of(found.state)[part]
            return (
                f"`values` reads {name!r} otherwise than formulas have it: there it is {part}, which is "
                f"{value} in a recorded game{here}"
            )
    return ""


def left_out(
    claim: Claim, cases: Sequence[Case], scope: TheoremScope, positions: Sequence[Any]
) -> str:
    """Say which part of a position is presupposed of, and not read from games; empty if none is.

    Of a position none of whose unknowns is read nothing is said: it is another one.
    """
    assert claim.real is not None, "what is held against no game is not asked"
    named = [{name_of(value): part for part, value in facts_of(each).items()} for each in positions]
    for case, table in with_tables(cases, spoken_of(cases, scope), claim.real, scope):
        read = table.with_steps(case.step).evaluation.table.keys()
        asked = unknowns(case.given) - read
        for parts in named:
            for name in sorted(asked & parts.keys()) if read & parts.keys() else ():
                return (
                    f"`values` leaves out {name!r}, which is {parts[name]} of a position: what is given "
                    "of it is held against no game (`facts_in` reads all)"
                )
    return ""


def places_of(positions: Sequence[Any]) -> Places:
    """Return where unknowns are in some positions."""
    found: dict[frozenset[str], dict[str, set[str]]] = {}
    for position in positions:
        parts = facts_of(position)
        names = {part: name_of(value) for part, value in parts.items()}
        of_kind = found.setdefault(frozenset(parts), {})
        for part, name in names.items():
            if name:
                of_kind.setdefault(name, set()).add(part)
    return found


def name_of(value: Any) -> str:
    """Return the name of an unknown; empty for any other part of a position, and for a mark."""
    is_plain = isinstance(value, z3.ExprRef) and z3.is_const(value)
    if not is_plain or value.decl().kind() != z3.Z3_OP_UNINTERPRETED:
        return ""
    name = str(value.decl().name())
    return "" if name.startswith(MARK) else name


def read_from_elsewhere(table: Tabled, places: Places) -> Iterator[tuple[str, str, int]]:
    """Yield each unknown that is read otherwise than from each of its places: it, one, and where."""
    facts = [facts_of(each.state) for each in table.positions]
    named = places.get(frozenset(facts[0]) if facts else frozenset(), {})
    there = columns(facts) if named else {}
    for name, parts in named.items():
        if name in table.evaluation.table and name not in there:
            read = table.evaluation.table[name]
            wrong = {part: np.flatnonzero(there[part] != read) for part in sorted(parts)}
            if all(map(len, wrong.values())):
                part = min(wrong)
                yield name, part, int(wrong[part][0])
