"""What is within terms is found by Z3's numbers, each part once."""

import z3

from rulewright.proofs.terms import child_ids, children_not_in, constants, subterms, unknowns

a, b = z3.Bools("a b")
n = z3.Int("n")


def test_each_part_is_met_once_however_often_it_occurs() -> None:
    """Also where one of the terms is within another."""
    shared = z3.And(a, b)
    term = z3.Or(shared, z3.Not(shared), a)
    found = list(subterms((term, shared)))
    assert len(found) == len({each.get_id() for each in found})
    assert {str(each) for each in found} == {
        str(each) for each in (term, shared, z3.Not(shared), a, b)
    }


def test_only_parts_that_are_not_known_are_given() -> None:
    """One that occurs twice is given twice."""
    term = z3.Or(a, b, a)
    assert child_ids(term) == [a.get_id(), b.get_id(), a.get_id()]
    assert [str(each) for each in children_not_in({b.get_id()}, term)] == ["a", "a"]
    assert children_not_in({a.get_id(), b.get_id()}, term) == []


def test_the_body_of_a_quantifier_is_within_it() -> None:
    """Its bound variable is no unknown."""
    term = z3.ForAll([n], z3.And(n > 0, a))
    assert unknowns((term,)) == {"a"}
    assert [str(each) for each in children_not_in((), term)] == [str(term.body())]


def test_numbers_and_truth_values_are_no_unknowns() -> None:
    """Only what has a name of its own is."""
    assert [str(each) for each in constants((z3.If(a, n, 1) == 3,))] in (["n", "a"], ["a", "n"])
    assert unknowns((z3.BoolVal(True),)) == set()
