"""What is within Z3 terms.

A formula about a whole board shares most of its parts. Z3 makes an object of each part whenever it is
asked for it; so parts that have been met are told apart by their numbers, before there is an object.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

import z3

APPLICATIONS = {z3.Z3_APP_AST, z3.Z3_NUMERAL_AST}
"""Kinds of terms whose parts can be asked for one by one: all but quantifiers and bound variables."""


def subterms(terms: Iterable[z3.ExprRef]) -> Iterator[z3.ExprRef]:
    """Yield all terms within some, each once."""
    waiting: list[z3.ExprRef] = list(terms)
    seen = {term.get_id() for term in waiting}
    while waiting:
        term = waiting.pop()
        yield term
        for child in children_not_in(seen, term):
            if child.get_id() not in seen:
                seen.add(child.get_id())
                waiting.append(child)


def child_ids(term: z3.ExprRef) -> list[int]:
    """Return Z3's numbers of the parts of a term, in order."""
    context, ast = term.ctx.ref(), term.ast
    if z3.Z3_get_ast_kind(context, ast) not in APPLICATIONS:
        return [child.get_id() for child in term.children()]
    return [
        z3.Z3_get_ast_id(context, z3.Z3_get_app_arg(context, ast, at))
        for at in range(z3.Z3_get_app_num_args(context, ast))
    ]


def children_not_in(known: Container[int], term: z3.ExprRef) -> list[z3.ExprRef]:
    """Return the parts of a term whose numbers are not known; one that occurs twice, twice."""
    missing = [at for at, number in enumerate(child_ids(term)) if number not in known]
    if not missing:
        return []
    if z3.is_app(term):
        return [term.arg(at) for at in missing]
    children = term.children()
    return [children[at] for at in missing]


def constants(terms: Iterable[z3.ExprRef]) -> Iterator[z3.ExprRef]:
    """Yield the uninterpreted constants within some terms."""
    for term in subterms(terms):
        if z3.is_const(term) and term.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            yield term


def unknowns(terms: Iterable[z3.ExprRef]) -> set[str]:
    """Return the names of the uninterpreted constants within some terms."""
    return {str(each.decl().name()) for each in constants(terms)}
