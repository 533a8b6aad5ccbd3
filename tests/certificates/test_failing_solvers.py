"""CaDiCaL and cvc5 that are killed, missing, or talk nonsense: nothing counts as certified or agreed."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

import sys
from pathlib import Path
from time import monotonic

import pytest
from common.queries import CHOICE, pigeons

from rulewright.certifying.cadical import CaDiCaL, Found
from rulewright.certifying.certifier import Allotted, Certifier
from rulewright.certifying.keeping import Kept
from rulewright.proofs.second_solver import SecondSolver
from rulewright.proofs.solving import SAT, UNKNOWN, UNSAT, Query

WITNESS = Query("witness", "(declare-fun a () Bool)(assert a)", SAT, model={"a": True})


def certifier() -> Certifier:
    return Certifier(Kept(None))


class Strange(CaDiCaL):
    """Answers whatever it is made to."""

    answers: tuple[Found, ...] = ()

    def _answer(self, folder: Path, clauses: object, time_limit: float) -> Found:
        """Return the answer, whatever is asked."""
        del folder, clauses, time_limit
        return self.answers[0]


@pytest.mark.parametrize(
    "found",
    [
        Found(UNKNOWN),
        Found(UNSAT),
        Found(UNSAT, ("0",)),
        Found(UNSAT, ("1 2", "0")),
        Found(UNSAT, ("nonsense",)),
        Found(UNSAT, ("", "d", "99 0", "0")),
        Found(SAT, ("nonsense",)),
        Found("proved", ("0",)),
    ],
)
def test_nonsense_of_cadical_certifies_nothing(found: Found) -> None:
    """A proof that is none is refused; only cvc5 is left."""
    strange = Strange()
    strange.answers = (found,)
    checking = certifier()
    checking.cadical, checking.cvc5 = strange, None
    result = checking([Query("query", pigeons(3), UNSAT), Query("choice", CHOICE, UNSAT)])
    assert result.certified == 0
    assert result.without == 2 or "CaDiCaL" in result.against


PROGRAMS = {
    "is killed": (
        "import os; print('0 ready', flush=True); input(); os.kill(os.getpid(), 9)",
        "ended without an answer",
    ),
    "never answers": ("print('0 ready', flush=True)\nwhile True: pass", ""),
    "talks nonsense": (
        "print('0 ready', flush=True)\nwhile True: input(); print('1 proved', flush=True)",
        "gave no known answer",
    ),
    "says more": (
        "print('0 ready', flush=True)\nwhile True: input(); print('1 unsat or so', flush=True)",
        "gave no known answer",
    ),
    "answers before it is asked": (
        "print('unsat\\n' * 9, flush=True)\nwhile True: input()",
        "did not start",
    ),
    "is an answer behind": (
        "print('0 ready\\n0 unsat', flush=True)\nwhile True: input()",
        "gave no known answer",
    ),
    "does not start": ("raise SystemExit(1)", "did not start"),
}
"""Programs, and what is said of them; nothing of one that is only too slow."""


@pytest.mark.parametrize(("program", "said"), PROGRAMS.values(), ids=PROGRAMS)
def test_a_solver_that_fails_leaves_the_answer_unchecked(program: str, said: str) -> None:
    """CaDiCaL and cvc5 alike: never certified, never agreed; and it is said which failed, and how."""
    checking = certifier()
    checking.limits = Allotted((("diagrams", 0.2), ("linear", 0.2)), 0.2, 0.2)
    assert checking.cadical is not None
    assert checking.cvc5 is not None
    for process in (checking.cadical.process, checking.cvc5):
        process.command = (sys.executable, "-c", program)
    found = checking([Query("query", pigeons(3), UNSAT)])
    assert (found.certified, found.agreed, found.without) == (0, 0, 1)
    if said:
        assert f"CaDiCaL {said} (" in str(found)
        assert f"cvc5 {said} (1 time)" in str(found)
    else:
        assert not found.wrong


def test_a_proof_that_is_none_is_told() -> None:
    """Each of the four that are tried, of a query that cvc5 agrees on, too."""
    strange = Strange()
    strange.answers = (Found(UNSAT, ("nonsense",)),)
    checking = certifier()
    checking.cadical = strange
    found = checking([Query("query", pigeons(3), UNSAT)])
    assert (found.certified, found.agreed) == (0, 1)
    assert "CaDiCaL gave 4 proofs that the checker refuses" in str(found)


@pytest.mark.parametrize(
    "program", ["import os; os.kill(os.getpid(), 9)", PROGRAMS["is killed"][0]]
)
def test_a_solver_that_is_gone_is_not_waited_for(program: str, tmp_path: Path) -> None:
    """Its limit is a minute, or twenty by the clock: the end of its output ends that at once."""
    limit = 60.0
    solver = SecondSolver(limit, (sys.executable, "-c", program))
    began = monotonic()
    assert [solver.answer(tmp_path / "query.smt2") for _ in range(2)] == [UNKNOWN, UNKNOWN]
    assert monotonic() - began < limit
    solver.stop()


def test_agreement_of_an_earlier_run_is_told_as_such(tmp_path: Path) -> None:
    """Nobody asks cvc5 again, and it may not even be there."""
    checking = certifier()
    checking.kept, checking.cadical = Kept(tmp_path), None
    asked = [Query("query", pigeons(3), UNSAT)]
    first = checking(asked)
    assert (first.agreed, first.agreed_earlier) == (1, 0)
    assert "1 agreed only, " in str(first)
    checking.cvc5 = None
    again = checking(asked)
    assert (again.agreed, again.agreed_earlier) == (1, 1)
    assert "1 agreed only (1 in an earlier run), " in str(again)


def test_the_extra_that_is_missing_is_named() -> None:
    """In one line; cvc5 agrees with what CaDiCaL cannot certify."""
    without = certifier()
    without.cadical = None
    found = without([Query("query", pigeons(3), UNSAT), WITNESS])
    assert (found.certified, found.agreed, found.evaluated) == (0, 1, 1)
    assert 'pip install "rulewright[certify]"' in str(found)
    neither = certifier()
    neither.cadical = neither.cvc5 = None
    left = neither([Query("query", pigeons(3), UNSAT)])
    assert left.without == 1
    assert 'pip install "rulewright[certify]"' in str(left)
    assert 'pip install "rulewright[crosscheck]"' in str(left)
