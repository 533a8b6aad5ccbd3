"""What is within Z3 terms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import z3


def subterms(terms: Iterable[z3.ExprRef]) -> Iterator[z3.ExprRef]:
    """Yield all terms within some, each once."""
    waiting: list[z3.ExprRef] = list(terms)
    seen = {term.get_id() for term in waiting}
    while waiting:
        term = waiting.pop()
        yield term
        for child in term.children():
            if child.get_id() not in seen:
                seen.add(child.get_id())
                waiting.append(child)


def constants(terms: Iterable[z3.ExprRef]) -> Iterator[z3.ExprRef]:
    """Yield the uninterpreted constants within some terms."""
    for term in subterms(terms):
        if term.num_args() == 0 and term.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            yield term


def unknowns(terms: Iterable[z3.ExprRef]) -> set[str]:
    """Return the names of the uninterpreted constants within some terms."""
    return {str(each.decl().name()) for each in constants(terms)}
