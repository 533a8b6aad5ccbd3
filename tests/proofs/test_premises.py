"""Premises are named: one more, or one less, must never make a proof use another."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
import z3

import rulewright.proofs
from rulewright.proofs.theorem import Case

PROOFS = Path(rulewright.proofs.__file__).parent
NAMES = {"given", "premises", "lemmas", "using"}


def positional(source: str) -> Iterator[str]:
    """Yield each expression that takes something from premises by an index or a slice."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Store):
            value = node.value.func if isinstance(node.value, ast.Call) else node.value
            name = getattr(value, "attr", getattr(value, "id", ""))
            by_name = isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)
            if name in NAMES and not by_name:
                yield ast.unparse(node)


def test_a_case_refuses_to_give_a_premise_by_position() -> None:
    case = Case("planted", (z3.Bool("a"), z3.Bool("b")), True)
    with pytest.raises(TypeError, match="not subscriptable"):
        case.given[-1]  # type: ignore[index]
    with pytest.raises(TypeError, match="not subscriptable"):
        case.given[:1]  # type: ignore[index]
    assert [str(term) for term in case.given] == ["a", "b"]


@pytest.mark.parametrize(
    "planted", ["given[-5:-2]", "here.given[-1]", "case.premises()[0]", "whole.lemmas[index]"]
)
def test_a_premise_taken_by_position_is_noticed(planted: str) -> None:
    assert list(positional(f"few = {planted}")) == [planted]


def test_a_premise_taken_by_name_is_allowed() -> None:
    assert (
        list(positional("few = given['MIN-7']; terms: tuple[Term, ...] = (*case.given, few)")) == []
    )


@pytest.mark.parametrize("file", sorted(PROOFS.rglob("*.py")), ids=lambda file: file.name)
def test_no_proof_takes_premises_by_position(file: Path) -> None:
    assert list(positional(file.read_text(encoding="utf-8"))) == []
