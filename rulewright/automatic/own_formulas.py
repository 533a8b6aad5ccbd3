"""Whether a formula of one's own is inductive: the machinery of `prove --automatic`, from Python."""

from __future__ import annotations

from copy import copy
from typing import Any

from attrs import evolve

from rulewright.automatic.asking import Solver
from rulewright.automatic.exploring import MOST_POSITIONS
from rulewright.automatic.ground import Ground
from rulewright.automatic.induction import kept, resting, visited
from rulewright.automatic.statements import AutomaticVerdict
from rulewright.proofs.symbolic import MakeSymbolic
from rulewright.spec.engine import Specification
from rulewright.spec.registry import Clause, Formula, Quotation


def inductive(
    specification: Specification[Any],
    formula: Formula,
    *,
    time_limit: float = 60.0,
    positions: int = MOST_POSITIONS,
    symbolic: MakeSymbolic | None = None,
) -> AutomaticVerdict:
    """Prove that a formula holds at the start, and that every legal action keeps it true.

    The formula is given what `holds` of a clause is given: `formula(*specification.looked_at(state))`,
    for a `OneByOne` game the rules and the position. It may assume of the position before the action:
    the formula and every `holds` clause of the rulebook; the verdict is `conditional` if it needs one
    that is itself not proved. `time_limit` is in seconds, for all queries; `positions` bounds the search
    for a game that reaches a broken step. A game whose actions are not listed needs `symbolic`, else
    its formula is only looked at in positions that games reach: `not applicable`, or `proved` if these
    are all.

    >>> import rulewright
    >>> from rulewright.testing import inductive
    >>> def three_pieces(rules, here, outlook):
    ...     return sum(here.pieces[0]) == 3
    >>> inductive(rulewright.specified("nonaga").engine({"n": 1}), three_pieces).status
    'proved'
    """
    name = formula.__name__
    clause = Clause(name, (Quotation(name, ""),), holds=formula)
    engine = copy(specification)
    book = specification.rulebook
    engine.rulebook = evolve(book, clauses=(*book.clauses, clause))
    ground = Ground(engine, Solver(time_limit), symbolic, positions)
    if ground.symbolic is None:
        return visited(ground, name)
    found = {
        demand: kept(ground, demand, ground.consistent, ground.demands[demand])
        for demand in ground.demands
    }
    verdicts = dict(zip(found, resting(ground, found), strict=True))
    return verdicts[name]
