"""What follows from linear arithmetic: the clauses that CaDiCaL is given besides the query's."""

from __future__ import annotations

from rulewright.certificates.answers import check
from rulewright.certificates.clauses import Encoding
from rulewright.certificates.text import Assertions
from rulewright.certifying.arithmetic import ArithmeticClause, add_arithmetic_clauses
from rulewright.certifying.cadical import Found
from rulewright.proofs.solving import UNSAT


class Recording:
    """Stands for CaDiCaL, and records which clauses it was asked about first."""

    def __init__(self) -> None:
        """Nothing was asked yet."""
        self.asked: list[tuple[int, ...]] = []

    def solve(self, clauses: list[tuple[int, ...]], seconds: float) -> Found:
        """Find that they have no model."""
        assert seconds > 0
        self.asked = self.asked or clauses
        return Found(UNSAT, ("0",))


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
