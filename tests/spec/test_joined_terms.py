"""Terms that are joined at once are those that Z3's own functions make."""

import pytest
import z3
from hypothesis import given
from hypothesis import strategies as st

from rulewright.spec.joined_terms import conjunction, disjunction, negation, total

a, b, c = z3.Bools("a b c")
FACTS = st.lists(
    st.sampled_from([a, b, c, z3.Not(a), z3.And(a, b), z3.BoolVal(True), z3.BoolVal(False)]),
    min_size=1,
    max_size=6,
)


@given(FACTS)
def test_joined_terms_are_those_that_z3_makes(facts: list[z3.BoolRef]) -> None:
    """The same term, not one that means the same."""
    assert conjunction(facts).eq(z3.And(facts))
    assert disjunction(facts).eq(z3.Or(facts))
    assert negation(facts[0]).eq(z3.Not(facts[0]))
    assert total(facts).eq(z3.Sum([z3.If(fact, 1, 0) for fact in facts]))


def test_nothing_joined_is_what_z3_makes_of_nothing() -> None:
    """The conjunction of nothing is true, the disjunction false."""
    assert conjunction(()).eq(z3.And([]))
    assert disjunction(()).eq(z3.Or([]))


def test_truth_values_among_terms_are_taken_as_z3_takes_them() -> None:
    """Python's own constants are left to Z3."""
    assert conjunction([a, True]).eq(z3.And([a, True]))
    assert total([a, True]).eq(z3.Sum([z3.If(a, 1, 0), z3.If(z3.BoolVal(True), 1, 0)]))


@pytest.mark.parametrize("joined", [conjunction, disjunction, total])
@pytest.mark.parametrize("other", [z3.Int("n"), z3.Bool("d", z3.Context()), "text"])
def test_what_is_no_fact_of_the_same_context_is_refused(joined: object, other: object) -> None:
    """Z3 refuses it: joined unseen, it would be read as something else."""
    with pytest.raises(z3.Z3Exception):
        joined([a, other])  # type: ignore[operator]
