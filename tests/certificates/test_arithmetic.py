"""What follows from linear arithmetic: the clauses that CaDiCaL is given besides the query's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise

import pytest

from rulewright.certificates.answers import by_arithmetic, check
from rulewright.certificates.clauses import Encoding
from rulewright.certificates.text import Assertions
from rulewright.certifying.arithmetic import (
    MINIMISED,
    ArithmeticClause,
    _Search,
    add_arithmetic_clauses,
    propagated,
)
from rulewright.certifying.cadical import CaDiCaL, Found
from rulewright.certifying.certifier import Certifier
from rulewright.certifying.keeping import Kept
from rulewright.play import games
from rulewright.proofs.solving import UNSAT, Query, smt_text
from rulewright.proofs.theorem import Claim


class Recording:
    """Stands for CaDiCaL, and records which clauses it was asked about."""

    def __init__(self) -> None:
        """Nothing was asked yet."""
        self.asked: list[tuple[int, ...]] = []

    @contextmanager
    def growing(self) -> Iterator[Callable[[list[tuple[int, ...]], float], Found]]:
        """Find that clauses have no model."""

        def solve(clauses: list[tuple[int, ...]], seconds: float) -> Found:
            assert seconds > 0
            self.asked += clauses
            return Found(UNSAT)

        yield solve


def test_a_long_sum_is_one_step_of_arithmetic() -> None:
    """What is asserted is added up before anything is proposed: pairs of which at most one holds."""
    names = [(f"a{each}", f"b{each}") for each in range(40)]
    declared = "".join(f"(declare-fun {one} () Bool)" for pair in names for one in pair)
    counts = [f"(ite {one} 1 0) (ite {other} 1 0)" for one, other in names]
    rows = "".join(f"(assert (<= (+ {pair}) 1))" for pair in counts)
    text = f"{declared}{rows}(assert (>= (+ {' '.join(counts)}) 41))"
    cadical, made = Recording(), list[ArithmeticClause]()
    encoded = Encoding(Assertions(text), "linear")
    assert add_arithmetic_clauses(made, encoded, cadical, 20)  # type: ignore[arg-type]
    assert len(made) == 1
    assert cadical.asked == [*encoded.clauses, made[0].literals]
    assert len(made[0].literals) == len(rows.split("assert"))
    hints = [len(encoded.clauses) - each for each in range(41)]
    step = " ".join(map(str, (len(encoded.clauses) + 2, 0, *hints, len(encoded.clauses) + 1, 0)))
    check(text, UNSAT, f"linear\n{made[0].line()}\n{step}")


def test_a_contradiction_among_many_inequalities_is_made_small() -> None:
    """Of those that Z3 names at once only those stay that are needed; what is left contradicts."""
    names = [f"x{each}" for each in range(60)]
    declared = "".join(f"(declare-fun {name} () Int)" for name in names)
    rows = "".join(f"(assert (<= (+ {one} {two}) 9))" for one, two in pairwise(names))
    text = f"{declared}{rows}(assert (<= 5 x0))(assert (<= 5 x1))"
    encoded = Encoding(Assertions(text), "linear")
    search = _Search(encoded.meaning)
    atoms = sorted(propagated(encoded.clauses) & encoded.meaning.keys())
    marks = [search.mark(literal, False) for literal in atoms]
    small = search.smaller(marks)
    assert len(small) == 3 < len(marks)
    clause = search.multiplied([search.marks[name] for name in small], [])
    assert clause is not None
    by_arithmetic(encoded.meaning, clause.literals, clause.multipliers)
    assert len(search.smaller(marks * MINIMISED)) == len(marks) * MINIMISED


def test_each_model_is_sought_among_all_clauses_so_far() -> None:
    """A folder that grows keeps its clauses; what is solved once has a proof and only its own."""
    cadical = CaDiCaL()
    with cadical.growing() as solve:
        assert "2" in solve([(1, 2), (-1, 2)], 20).lines
        assert {"2", "3"} <= {*solve([(-2, 3)], 20).lines}
        assert solve([(-3,)], 20) == Found(UNSAT)
    assert "-2" in cadical.solve([(-2,)], 20).lines
    assert cadical.solve([(1, 2), (-1, 2), (-2,)], 20).lines
    with cadical.growing() as solve:
        assert "-2" in solve([(-2,)], 20).lines
    cadical.stop()


@pytest.mark.soak
@pytest.mark.parametrize("part", [15, 22])
def test_sums_of_thousands_of_numbers_are_certified(part: int) -> None:
    """Two queries of Minoa, of 1,944 numbers each, of which nobody could say more than Z3."""
    theorems = {theorem.name: theorem for theorem in games.theorems("minoa")}
    claim = theorems["vacant_boundary_lines_equal_pieces_in_hand"].parts[part]
    assert isinstance(claim, Claim)
    query = Query("sums", smt_text(claim.cases()[3].query()), UNSAT)
    certifier = Certifier(Kept(None))
    certifier.cvc5 = None
    assert certifier([query]).certified == 1
