"""What was kept and is checked again answers a query instead of the solver; nothing else does."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import z3
from attrs import evolve

from rulewright.certifying.certifier import Certifier
from rulewright.certifying.keeping import Kept
from rulewright.checks.proving import undecided
from rulewright.checks.theorems import certificates
from rulewright.commands.prove import stands_on
from rulewright.proofs.certification import Certification
from rulewright.proofs.prove import TheoremVerdict, prove
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.solving import smt_text
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin

A, B, C = z3.Bools("a b c")
PROOF = re.compile(
    r"\(assert a\)\n\(assert \(or (b \(not a\)|\(not a\) b)\)\)\n\(assert \(not b\)\)"
)
"""What the solver is asked for the proof, in its own words, of which the order hangs on its numbers."""
FACTS = TheoremScope("facts", "all of it")


def theorem(then: z3.BoolRef) -> Theorem:
    """Make a theorem of one claim."""
    case = Case("a step", (A, z3.Implies(A, B)), then)
    claim = Claim("a step", lambda: case, why_not_real="it is about facts")
    twin = Twin("at once", lambda: Case("at once", (A,), then), of="a step", changed="no step")
    return Theorem("a_step", "One thing follows.", FACTS, ("MIN-1",), (claim, twin))


def proved(folder: Path, stated: Theorem, **given: Any) -> TheoremVerdict:
    """Prove a theorem; certificates are kept in a folder."""
    certifier = Certifier(Kept(folder))
    return prove(stated, certify=certifier, known=certifier.known, **given)


def numbers(verdict: TheoremVerdict) -> tuple[int, int, int, int]:
    """Return what was certified, evaluated, kept and not asked."""
    found = verdict.certification
    assert found is not None
    assert not found.against
    return found.certified, found.evaluated, found.kept, found.unasked


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what Z3 is asked from now on."""
    made: list[str] = []
    genuine = z3.Solver.check

    def check(self: Any, *given: Any) -> Any:
        made.append(self.sexpr())
        return genuine(self, *given)

    monkeypatch.setattr(z3.Solver, "check", check)
    return made


def test_what_is_kept_is_not_asked_again(tmp_path: Path, asked: list[str]) -> None:
    """The second verdict is the same, and says so."""
    first = proved(tmp_path, theorem(B))
    assert (first.holds, numbers(first)) == (True, (1, 2, 0, 0))
    assert any(map(PROOF.search, asked))
    asked.clear()
    second = proved(tmp_path, theorem(B))
    assert (second.holds, second.queries, numbers(second)) == (True, 3, (1, 2, 1, 3))
    # that the conclusion does not hold whatever is given is no answer of the proof, and asked again
    assert not any(map(PROOF.search, asked))


def test_another_query_is_asked(tmp_path: Path, asked: list[str]) -> None:
    """The certificate is of the text, all of it."""
    proved(tmp_path, theorem(B))
    asked.clear()
    verdict = proved(tmp_path, theorem(z3.And(B, C)))
    assert (verdict.status, asked != []) == ("refuted", True)


def kept_for(folder: Path, then: z3.BoolRef, kind: str, content: str) -> None:
    """Keep something for the query of the claim."""
    text = smt_text((A, z3.Implies(A, B), z3.Not(then)))
    Kept(folder).put(text, kind, content)


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("certificate", "diagrams\n1 0 1 0"),
        ("certificate", "nonsense"),
        ("certificate", ""),
        ("model", '{"a": true, "b": true}'),
        ("model", "nonsense"),
    ],
)
def test_what_is_kept_but_wrong_answers_nothing(tmp_path: Path, kind: str, content: str) -> None:
    for then, status in ((B, "proved"), (C, "refuted")):
        kept_for(tmp_path, then, kind, content)
        verdict = proved(tmp_path, theorem(then))
        found = verdict.certification
        assert found is not None
        assert (verdict.status, found.kept, found.unasked) == (status, 0, 0)


def test_a_certificate_of_another_query_answers_nothing(tmp_path: Path) -> None:
    """Put where that of a false claim would be."""
    proved(tmp_path, theorem(B))
    true = smt_text((A, z3.Implies(A, B), z3.Not(B)))
    certificate = Kept(tmp_path).get(true, "certificate")
    assert certificate is not None
    kept_for(tmp_path, C, "certificate", certificate)
    verdict = proved(tmp_path, theorem(C))
    assert verdict.status == "refuted"


def test_the_verdict_says_what_was_kept() -> None:
    made = evolve(undecided("a_step", 1.0, 1.0), certification=Certification(certified=3))
    assert "kept" not in stands_on(theorem(B), made)
    again = evolve(made, certification=Certification(certified=3, kept=3, unasked=3))
    assert stands_on(theorem(B), again).endswith(
        "; 3 answers kept earlier, checked again without Z3"
    )


def test_what_constants_decide_is_not_called_certified() -> None:
    """`rulewright verify` has one line for all theorems."""
    made = evolve(
        undecided("a_step", 1.0, 1.0), certification=Certification(certified=3, decided=2)
    )
    assert certificates([made, made]) == ", 6 certified, 4 decided before"
    assert certificates([evolve(made, certification=Certification(1, 2))]) == ", 3 certified"


def test_where_the_solver_itself_is_compared_it_is_asked(tmp_path: Path, asked: list[str]) -> None:
    proved(tmp_path, theorem(B))
    for given in ({"cross_check": True}, {"smt2": tmp_path / "texts"}):
        asked.clear()
        verdict = proved(tmp_path, theorem(B), **given)
        assert numbers(verdict)[3] == 0 or asked
        assert any(map(PROOF.search, asked))
