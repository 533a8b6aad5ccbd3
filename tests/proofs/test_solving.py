"""The text of a query says what its terms say, and was written before anything was solved."""

from __future__ import annotations

import random

import pytest
import z3

from rulewright.certificates.answers import holds
from rulewright.certificates.text import Assertions
from rulewright.proofs.solving import (
    SAT,
    UNKNOWN,
    UNSAT,
    AskedBefore,
    SolverAnswer,
    Solving,
    is_decided,
    smt_text,
)
from rulewright.proofs.terms import subterms
from rulewright.proofs.theorem import COUNTED, added_up, counts_generalised
from rulewright.proofs.unknowns import boolean, integer

A, B, C = z3.Bools("a b,-1 c")
X, Y = z3.Ints("x y")
COUNT = z3.Sum([z3.If(each, 1, 0) for each in (A, B, C)])


def random_fact(depth: int, draw: random.Random) -> z3.BoolRef:
    """Make a Boolean term from all that proofs use."""
    if not depth:
        return draw.choice([A, B, C, z3.BoolVal(draw.random() < 0.5)])
    facts = [random_fact(depth - 1, draw) for _ in range(3)]
    numbers = [random_number(depth - 1, draw) for _ in range(3)]
    made = (
        lambda: z3.And(facts),
        lambda: z3.Or(facts),
        lambda: z3.Not(facts[0]),
        lambda: z3.Xor(facts[0], facts[1]),
        lambda: z3.Implies(facts[0], facts[1]),
        lambda: facts[0] == facts[1],
        lambda: z3.If(*facts),
        lambda: numbers[0] < numbers[1],
        lambda: numbers[0] <= numbers[1],
        lambda: numbers[0] > numbers[1],
        lambda: numbers[0] >= numbers[1],
        lambda: numbers[0] == numbers[1],
        lambda: numbers[0] != numbers[1],
        lambda: z3.Distinct(*numbers),
    )
    return draw.choice(made)()


def random_number(depth: int, draw: random.Random) -> z3.ArithRef:
    """Make an integer term."""
    if not depth:
        return draw.choice([X, Y, z3.IntVal(draw.randint(-3, 3)), COUNT])
    facts = [random_fact(depth - 1, draw) for _ in range(2)]
    numbers = [random_number(depth - 1, draw) for _ in range(2)]
    made = (
        lambda: z3.Sum(*numbers),
        lambda: numbers[0] - numbers[1],
        lambda: -numbers[0],
        lambda: draw.randint(-2, 2) * numbers[0],
        lambda: numbers[0] * numbers[1],
        lambda: z3.If(facts[0], *numbers),
    )
    return draw.choice(made)()


@pytest.mark.parametrize("seed", range(60))
def test_the_text_says_what_the_terms_say(seed: int) -> None:
    """Our evaluator on the text and Z3 on the terms agree under random models."""
    draw = random.Random(seed)
    terms = [random_fact(3, draw) for _ in range(2)]
    query = Assertions(smt_text(terms))
    for _ in range(8):
        values: dict[str, bool | int] = {str(each): draw.random() < 0.5 for each in (A, B, C)}
        values |= {str(each): draw.randint(-4, 4) for each in (X, Y)}
        constants = [(each, z3.BoolVal(values[str(each)])) for each in (A, B, C)]
        numbers = [(each, z3.IntVal(values[str(each)])) for each in (X, Y)]
        expected = [z3.substitute(term, *constants, *numbers) for term in terms]
        assert holds(query, values) == all(z3.is_true(z3.simplify(each)) for each in expected)


def test_the_text_is_not_that_of_a_solver_that_has_solved() -> None:
    """Contradictory terms are shown as they are; the old text, taken afterwards, was `false`."""
    terms = (z3.Or(A, B), z3.Not(A), z3.Not(B))
    solving = Solving(5.0, keeps_text=True)
    assert solving.ask("query", terms).result == UNSAT
    (query,) = solving.asked
    assert query.text == smt_text(terms)
    assert Assertions(query.text).symbols.keys() == {str(A), str(B)}
    solver = z3.SimpleSolver()
    solver.add(*terms)
    solver.check()
    assert "false" in solver.to_smt2()  # what was once shown to a second solver
    assert (query.decided, solving.decided) == (False, 0)


@pytest.mark.parametrize(
    ("terms", "decided"),
    [
        ((A, z3.Not(z3.BoolVal(True))), True),
        ((A, z3.BoolVal(False)), True),
        ((z3.BoolVal(True), z3.Not(z3.BoolVal(False))), True),
        ((), True),
        ((A,), False),
        ((A, z3.Not(A)), False),
        ((z3.BoolVal(True), A), False),
    ],
)
def test_queries_of_constants_are_counted(terms: tuple[z3.BoolRef, ...], decided: bool) -> None:
    """One false term, or nothing but true ones: the solver has nothing to do."""
    solving = Solving(5.0)
    solving.ask("query", terms)
    assert is_decided(terms) == decided
    assert (solving.count, solving.decided, solving.asked) == (1, int(decided), [])


def test_a_model_names_every_declared_symbol() -> None:
    """Also one whose value does not matter; the text holds under it."""
    solving = Solving(5.0, keeps_text=True)
    odd = z3.Bool("own.III lies, 1")
    assert solving.ask("query", (z3.Or(odd, A), X + Y == 3, X >= 5)).result == SAT
    (query,) = solving.asked
    assert query.model is not None
    assert query.model.keys() == {str(odd), "a", "x", "y"} == Assertions(query.text).symbols.keys()
    assert holds(Assertions(query.text), query.model)


def test_the_text_is_the_same_in_each_run() -> None:
    """Whatever was built before: names of shared terms and of generalised counts do not count on."""

    def written() -> str:
        shared = z3.Or(A, z3.And(B, C))
        terms = (z3.Xor(shared, z3.Not(shared)), COUNT + z3.If(shared, 1, 0) <= 2)
        return smt_text(terms) + smt_text(counts_generalised(terms))

    first = written()
    others = [z3.And(A, z3.Bool(f"other{index}")) for index in range(50)]
    assert others
    assert written() == first


def test_the_text_does_not_hang_on_what_else_there_is() -> None:
    """Z3's printer names parts that other formulas have as well; so kept answers were not found."""
    terms = (z3.Or(z3.And(A, z3.Not(B)), C), z3.Not(z3.And(B, C)), X + Y >= 3)
    alone = smt_text(terms)
    others = [z3.Or(part, A) for part in subterms(terms) if z3.is_bool(part)]
    assert smt_text(terms) == alone
    assert len(others) > 5
    assert "let" not in alone


def test_counts_are_numbered_as_they_occur() -> None:
    """Not by Z3's ids, which are given as terms are made, by other theorems, too."""

    def written(name: str) -> tuple[bool, str]:
        facts = [z3.Bool(f"{name}{index}") for index in (0, 1)]
        counts = [z3.If(fact, z3.IntVal(1), z3.IntVal(0)) for fact in facts]
        kept.extend(counts)
        terms = (counts[0] + 2 * counts[1] <= 2,)
        rising = counts[0].get_id() < counts[1].get_id()
        return rising, smt_text(counts_generalised(terms)).replace(name, "fact")

    kept: list[z3.ExprRef] = [
        z3.If(z3.Bool(f"odd{index}-1"), z3.IntVal(1), z3.IntVal(0)) for index in range(20)
    ]
    found = [written(f"{kind}{index}-") for index in range(20) for kind in ("odd", "even")]
    assert {rising for rising, _ in found} == {True, False}
    assert len({text for _, text in found}) == 1


def test_names_of_generalised_counts_are_reserved() -> None:
    """A symbol of that name would be taken for a count."""
    case = added_up("taken", (z3.Int(f"{COUNTED}0") > 1,), COUNT <= 3)
    with pytest.raises(ValueError, match="reserved"):
        counts_generalised((*case.given, z3.Not(case.then)))


@pytest.mark.parametrize(
    "name", ["", "a|b", "a\\b", '"', "a\nb", " a", "12", "let", "not", "?x1", "$x2"]
)
def test_what_a_query_cannot_name_is_refused(name: str) -> None:
    """A reader would take it for something else, or could not read on."""
    for make in (boolean, integer):
        with pytest.raises(ValueError, match="an unknown is called"):
            make(name)


@pytest.mark.parametrize("name", ["a b", "stick.-2,0--1,0", "ü", "; c", "(", "k!0", "new/0 c"])
def test_what_a_query_names_is_read_again(name: str) -> None:
    """Between bars where it has to be."""
    fact = boolean(name)
    assert list(Assertions(smt_text((fact,))).symbols) == [name]
    assert holds(Assertions(smt_text((fact,))), {name: True})


@pytest.fixture
def put(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what Z3 answers from now on."""
    answers: list[str] = []
    genuine = z3.Solver.check

    def check(self: z3.Solver) -> z3.CheckSatResult:
        found = genuine(self)
        answers.append(str(found))
        return found

    monkeypatch.setattr(z3.Solver, "check", check)
    return answers


def test_the_same_query_of_another_theorem_is_not_put_again(put: list[str]) -> None:
    """Theorems share lemmas; each counts its query, and a model is the same."""
    answered = AskedBefore()
    first, second = Solving(1.0, answered=answered), Solving(1.0, answered=answered)
    for solving in (first, second):
        assert solving.ask("no", (A, z3.Not(A))).result == UNSAT
        assert solving.ask("yes", (A, z3.Not(B))).values == {"a": True, "b,-1": False}
        assert solving.count == 2
    assert put == [UNSAT, SAT]
    assert Solving(1.0).ask("no", (A, z3.Not(A))).result == UNSAT
    assert len(put) == 3


def test_another_query_is_put(put: list[str]) -> None:
    """Also one with fewer terms, with one more, and one whose terms come after others were freed."""
    solving = Solving(1.0)
    assert solving.ask("two", (A, z3.Not(A))).result == UNSAT
    assert solving.ask("one", (A,)).result == SAT
    assert solving.ask("three", (A, z3.Not(B), B)).result == UNSAT
    for number in range(50):
        wrong = number % 2 == 0
        assert solving.ask("x", (number < X, number + wrong > X)).result == UNSAT
        assert solving.ask("x", (number <= X, number + 1 > X)).result == SAT
    assert len(put) == 103


def test_terms_of_another_context_are_not_those_that_were_answered() -> None:
    """Though their ids are the same."""
    answered, one, other = AskedBefore(), z3.Context(), z3.Context()
    asked, foreign = z3.Bool("asked", ctx=one), z3.Bool("foreign", ctx=other)
    answered.put((asked,), SolverAnswer(UNSAT))
    assert asked.get_id() == foreign.get_id()
    assert answered.get((asked,)) == SolverAnswer(UNSAT)
    assert answered.get((foreign,)) is None


def test_no_answer_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next theorem may have more time."""
    answered = AskedBefore()
    with monkeypatch.context() as patched:
        patched.setattr(z3.Solver, "check", lambda _: z3.unknown)
        assert Solving(1.0, answered=answered).ask("", (A,)).result == UNKNOWN
    assert Solving(1.0, answered=answered).ask("", (A,)).result == SAT


def test_what_is_compared_is_put_each_time(put: list[str]) -> None:
    """With the text kept, the answers are Z3's own."""
    answered = AskedBefore()
    for _ in range(2):
        assert Solving(1.0, keeps_text=True, answered=answered).ask("", (A,)).result == SAT
    assert put == [SAT, SAT]


def test_how_long_an_answer_takes_does_not_hang_on_what_was_asked_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Z3 works by the numbers of terms: in a used context one model took 31 s, in a new one 0.4 s."""
    numbers: list[list[int]] = []
    genuine = z3.Solver.check

    def check(self: z3.Solver) -> z3.CheckSatResult:
        numbers.append([each.get_id() for each in subterms(self.assertions())])
        return genuine(self)

    monkeypatch.setattr(z3.Solver, "check", check)
    first, second = (lambda: z3.And(A, z3.Not(B))), (lambda: z3.Or(X > Y + 1, C))
    kept = [make() for make in (first, second)]
    Solving(1.0).ask("first", kept)
    others = [z3.Or(A, number < X, z3.Bool(f"other{number}")) for number in range(50)]
    assert Solving(1.0).ask("others", others).result == SAT
    del kept
    turned = [make() for make in (second, first)]
    Solving(1.0).ask("again", turned[::-1])
    assert numbers[0] == numbers[2]
    assert len(numbers[0]) > 5
