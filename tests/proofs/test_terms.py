"""What is within terms is found by address, each part once."""

import z3

from rulewright.proofs.terms import (
    Within,
    address_of,
    compound_formulas,
    constants,
    subterms,
    unknowns,
)

a, b = z3.Bools("a b")
n = z3.Int("n")


def test_each_part_is_met_once_however_often_it_occurs() -> None:
    """Also where one of the terms is within another, or given twice."""
    shared = z3.And(a, b)
    term = z3.Or(shared, z3.Not(shared), a)
    found = list(subterms((term, shared, term)))
    assert len(found) == len({each.get_id() for each in found})
    assert {str(each) for each in found} == {
        str(each) for each in (term, shared, z3.Not(shared), a, b)
    }
    assert list(subterms(())) == []


def test_parts_are_in_order_and_as_often_as_they_occur() -> None:
    """What Z3's Python functions make of the addresses are the parts."""
    term = z3.Or(a, b, a)
    within = Within(term.ctx)
    parts = within.parts(address_of(term))
    assert parts == [address_of(a), address_of(b), address_of(a)]
    assert [within.term(part) for part in parts] == term.children()


def test_operations_and_kinds_are_as_z3s_python_functions_say() -> None:
    """For each part of a term that has all kinds of them."""
    f = z3.Function("f", z3.IntSort(), z3.BoolSort())
    term = z3.And(z3.If(a, n, 1) + 2 * n <= 3, f(n), z3.ForAll([n], n > 0), z3.BoolVal(True))
    within = Within(term.ctx)
    for each in subterms((term,)):
        address = address_of(each)
        assert within.is_formula(address) == z3.is_bool(each)
        assert within.is_application(address) == z3.is_app(each)
        assert within.parts(address) == list(map(address_of, each.children()))
        named = z3.is_app_of(each, z3.Z3_OP_UNINTERPRETED)
        assert within.is_named(address) == named
        assert within.is_constant(address) == (named and each.num_args() == 0)
        if z3.is_app(each):
            assert within.operation(address) == each.decl().kind()


def test_terms_of_another_context_are_looked_into_as_well() -> None:
    """Theorems are proved in contexts of their own."""
    context = z3.Context()
    term = z3.And(a, n > 1).translate(context)
    assert [each.ctx for each in constants((term,))] == [context, context]
    assert unknowns((term,)) == {"a", "n"}


def test_the_body_of_a_quantifier_is_within_it() -> None:
    """Its bound variable is no unknown."""
    term = z3.ForAll([n], z3.And(n > 0, a))
    assert unknowns((term,)) == {"a"}
    assert Within(term.ctx).parts(address_of(term)) == [address_of(term.body())]


def test_numbers_and_truth_values_are_no_unknowns() -> None:
    """Only what has a name of its own is."""
    assert [str(each) for each in constants((z3.If(a, n, 1) == 3,))] in (["n", "a"], ["a", "n"])
    assert unknowns((z3.BoolVal(True),)) == set()


def test_formulas_that_join_several_things_are_found() -> None:
    """A negation joins nothing, and a sum is no formula."""
    joined, compared = z3.And(a, b), n + 1 > 2
    found = compound_formulas((z3.Not(joined), compared))
    assert found == {address_of(joined), address_of(compared)}
