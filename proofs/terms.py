"""What is within Z3 terms.

A formula about a whole board has thousands of parts. Z3's Python functions look for an error after each
call, and make an object of each part, which takes ten times as long as finding it. So here a part is an
address, which is its own as long as the term that it is within lives, and becomes an object only where
one is wanted.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import z3

Address: TypeAlias = int
APPLICATIONS = frozenset({z3.Z3_APP_AST, z3.Z3_NUMERAL_AST})
"""Kinds of terms whose parts can be asked for one by one: all but quantifiers and bound variables."""
TERM, FORMULA, NAMED = int(z3.Z3_APP_AST), int(z3.Z3_BOOL_SORT), int(z3.Z3_OP_UNINTERPRETED)


def _without_a_look_at_errors(function: Any, result: Any, *given: Any) -> Callable[..., int]:
    """Return the C function that one of Z3's Python functions calls; what it is given must be right."""
    found = ctypes.cast(function.__defaults__[0].f, ctypes.c_void_p).value
    assert found is not None, "a function of a library that is loaded"
    return ctypes.PYFUNCTYPE(result, *given)(found)


_POINTER, _NUMBER = ctypes.c_void_p, ctypes.c_uint
_kind = _without_a_look_at_errors(z3.Z3_get_ast_kind, _NUMBER, _POINTER, _POINTER)
_number_of_parts = _without_a_look_at_errors(z3.Z3_get_app_num_args, _NUMBER, _POINTER, _POINTER)
_part = _without_a_look_at_errors(z3.Z3_get_app_arg, _POINTER, _POINTER, _POINTER, _NUMBER)
_function = _without_a_look_at_errors(z3.Z3_get_app_decl, _POINTER, _POINTER, _POINTER)
_operation = _without_a_look_at_errors(z3.Z3_get_decl_kind, _NUMBER, _POINTER, _POINTER)
_sort = _without_a_look_at_errors(z3.Z3_get_sort, _POINTER, _POINTER, _POINTER)
_sort_kind = _without_a_look_at_errors(z3.Z3_get_sort_kind, _NUMBER, _POINTER, _POINTER)


def address_of(term: z3.ExprRef) -> Address:
    """Return where a term is; another one may be there once it is gone."""
    found: int = term.as_ast().value
    return found


class Within:
    """What is within the terms of one context, by address."""

    __slots__ = ("_context", "_pointer")

    def __init__(self, context: z3.Context) -> None:
        """Keep the context alive."""
        self._context = context
        self._pointer: int = context.ref().value

    def term(self, address: Address) -> z3.ExprRef:
        """Return the term at an address."""
        ast = z3.Ast(address)
        ast.value = address  # which its constructor does not set
        return z3.z3._to_expr_ref(ast, self._context)  # noqa: SLF001 - no other function makes a term

    def is_application(self, address: Address) -> bool:
        """Return whether it is neither a quantifier nor a bound variable."""
        return _kind(self._pointer, address) in APPLICATIONS

    def parts(self, address: Address) -> list[Address]:
        """Return the parts of a term, in order; the body of a quantifier is its part."""
        context = self._pointer
        if _kind(context, address) not in APPLICATIONS:
            return [address_of(each) for each in self.term(address).children()]
        number = _number_of_parts(context, address)
        return [_part(context, address, at) for at in range(number)]

    def operation(self, address: Address) -> int:
        """Return Z3's number of the operation of an application."""
        return _operation(self._pointer, _function(self._pointer, address))

    def is_constant(self, address: Address) -> bool:
        """Return whether it is an uninterpreted constant."""
        return self.is_named(address) and not _number_of_parts(self._pointer, address)

    def is_named(self, address: Address) -> bool:
        """Return whether it is an uninterpreted constant, or a function of that kind."""
        is_term = _kind(self._pointer, address) == TERM
        return is_term and self.operation(address) == NAMED

    def is_formula(self, address: Address) -> bool:
        """Return whether it is true or false."""
        return _sort_kind(self._pointer, _sort(self._pointer, address)) == FORMULA

    def all(self, addresses: Iterable[Address]) -> Iterator[Address]:
        """Yield all terms within some, these included, each once."""
        waiting = list(dict.fromkeys(addresses))
        seen = set(waiting)
        while waiting:
            address = waiting.pop()
            yield address
            for part in self.parts(address):
                if part not in seen:
                    seen.add(part)
                    waiting.append(part)

    def all_of(self, operation: int, addresses: Iterable[Address]) -> Iterator[Address]:
        """Yield the applications of an operation within some terms, these included, each once."""
        for address in self.all(addresses):
            if _kind(self._pointer, address) == TERM and self.operation(address) == operation:
                yield address


def replaced(term: z3.ExprRef, pairs: Sequence[tuple[z3.ExprRef, z3.ExprRef]]) -> Any:
    """Put a term in the place of each of some others.

    Z3 refuses two of different sorts. Its Python function looks at that first, which takes most of its
    time.
    """
    context, number = term.ctx, len(pairs)
    one, other = ((z3.Ast * number)(*(pair[side].as_ast() for pair in pairs)) for side in (0, 1))
    found = z3.Z3_substitute(context.ref(), term.as_ast(), number, one, other)
    return z3.z3._to_expr_ref(found, context)  # noqa: SLF001 - no other function makes a term


def subterms(terms: Iterable[z3.ExprRef]) -> Iterator[z3.ExprRef]:
    """Yield all terms within some, each once."""
    for within, addresses in _walked(terms):
        yield from map(within.term, addresses)


def constants(terms: Iterable[z3.ExprRef]) -> Iterator[z3.ExprRef]:
    """Yield the uninterpreted constants within some terms."""
    for within, addresses in _walked(terms):
        yield from map(within.term, filter(within.is_constant, addresses))


def unknowns(terms: Iterable[z3.ExprRef]) -> set[str]:
    """Return the names of the uninterpreted constants within some terms."""
    return {str(each.decl().name()) for each in constants(terms)}


def compound_formulas(terms: Iterable[z3.ExprRef]) -> set[int]:
    """Return where the formulas within some terms are that join two things at least."""
    return {
        address
        for within, addresses in _walked(terms)
        for address in addresses
        if within.is_formula(address) and len(within.parts(address)) > 1
    }


def is_simplified_to_true(term: z3.BoolRef) -> bool:
    """Return whether nothing but true is left of a term once Z3 has simplified it."""
    return bool(z3.is_true(z3.simplify(term)))


def _walked(terms: Iterable[z3.ExprRef]) -> Iterator[tuple[Within, Iterator[Address]]]:
    """Yield what looks into some terms, and what is within them: nothing if there are none."""
    kept = tuple(terms)
    if kept:
        within = Within(kept[0].ctx)
        yield within, within.all(map(address_of, kept))
