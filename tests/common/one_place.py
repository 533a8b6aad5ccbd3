"""Mutants of a source: the same text with one expression changed, in all the ways that people err.

An expression is replaced by its text with one operator, constant or name exchanged, in parentheses. What
is left out has no effect on what a program computes, or none that a check could see: annotations,
docstrings and other text, assertions, and what is raised.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from pathlib import Path

from attrs import frozen

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COMBINED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
NAMED = {
    "any": "all",
    "all": "any",
    "any_of": "all_of",
    "all_of": "any_of",
    "none_of": "any_of",
    "at_least": "at_most",
    "at_most": "at_least",
    "min": "max",
    "max": "min",
}
MUTE = (ast.JoinedStr, ast.Assert, ast.Raise)
"""Below these nothing is changed."""


@frozen
class Mutant:
    """One expression of one file, and what stands in its place."""

    file: str
    function: str
    operator: str
    right: str
    wrong: str
    begin: int
    end: int
    """Where it stands, in bytes of the text."""
    number: int = 0
    """Which of several alike in one function."""

    @property
    def name(self) -> str:
        """A name that stays when other lines of the file change."""
        again = f" #{self.number + 1}" if self.number else ""
        return f"{self.file} {self.function}: {self.right} -> {self.wrong}{again}"

    def planted(self, text: str) -> str:
        """Return the text with this one place changed."""
        data = text.encode()
        return (data[: self.begin] + f"({self.wrong})".encode() + data[self.end :]).decode()


def mutants(file: str, text: str) -> list[Mutant]:
    """Make all mutants of a source, from its beginning to its end."""
    starts = [0]
    for line in text.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found: list[Mutant] = []
    for function, node, decides in expressions(ast.parse(text)):
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        for operator, wrong in variants(node, decides=decides):
            made = (file, function, operator, one_line(node), one_line(wrong))
            alike = sum((m.function, m.right, m.wrong) == (made[1], *made[3:]) for m in found)
            found.append(Mutant(*made, begin, end, alike))
    return found


def one_line(node: ast.expr) -> str:
    """Write an expression."""
    return " ".join(ast.unparse(node).split("\n"))


def expressions(tree: ast.Module) -> Iterator[tuple[str, ast.expr, bool]]:
    """Yield every expression that is computed, outer ones first.

    With the name of its function, and whether it decides where a program goes on.
    """

    def below(node: ast.AST, function: str, decides: bool) -> Iterator[tuple[str, ast.expr, bool]]:
        if isinstance(node, MUTE):
            return
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            function = node.name if function == "module" else f"{function}.{node.name}"
        if isinstance(node, ast.expr):
            yield function, node, decides
        for part, value in ast.iter_fields(node):
            if part not in {"annotation", "returns", "decorator_list", "type_params"}:
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        yield from below(child, function, part in {"test", "ifs"})

    yield from below(tree, "module", decides=False)


def variants(node: ast.expr, *, decides: bool) -> Iterator[tuple[str, ast.expr]]:
    """Yield the operators that apply to an expression, each with what it makes of it."""
    for operator in OPERATORS if decides else OPERATORS[:-2]:
        for wrong in operator(node):
            yield operator.__name__, wrong


def comparison_swapped(node: ast.expr) -> Iterator[ast.expr]:
    """Let `<` be `<=`, and so on."""
    if isinstance(node, ast.Compare):
        for at, operation in enumerate(node.ops):
            wrong = deepcopy(node)
            wrong.ops[at] = COMPARED[type(operation)]()
            yield wrong


def constant_off_by_one(node: ast.expr) -> Iterator[ast.expr]:
    """Count one too many or one too few."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield ast.Constant(value=node.value + 1)
        yield ast.Constant(value=node.value - 1)


def operator_exchanged(node: ast.expr) -> Iterator[ast.expr]:
    """Let `+` be `-`, `and` be `or`, and so on."""
    wrong = deepcopy(node)
    if isinstance(wrong, ast.BinOp) and type(wrong.op) in COMBINED:
        wrong.op = COMBINED[type(wrong.op)]()
        yield wrong
    if isinstance(wrong, ast.BoolOp):
        wrong.op = ast.And() if isinstance(wrong.op, ast.Or) else ast.Or()
        yield wrong


def sign_dropped(node: ast.expr) -> Iterator[ast.expr]:
    """Leave out a `not`, a `~` or a minus."""
    if isinstance(node, ast.UnaryOp):
        yield node.operand


def quantifier_exchanged(node: ast.expr) -> Iterator[ast.expr]:
    """Let `any` be `all`, `at_least` be `at_most`, and so on."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in NAMED:
        yield ast.Name(NAMED[node.id], ast.Load())


def condition_negated(node: ast.expr) -> Iterator[ast.expr]:
    """Take the other branch."""
    yield ast.UnaryOp(ast.Not(), node)


def branch_dropped(node: ast.expr) -> Iterator[ast.expr]:
    """Never take a branch."""
    del node
    yield ast.Constant(value=False)


OPERATORS: tuple[Callable[[ast.expr], Iterator[ast.expr]], ...] = (
    comparison_swapped,
    constant_off_by_one,
    operator_exchanged,
    sign_dropped,
    quantifier_exchanged,
    condition_negated,
    branch_dropped,
)
"""What is done to an expression; the last two only to what decides where a program goes on."""


def sample(root: Path, files: Iterable[str], count: int, seed: int) -> list[Mutant]:
    """Draw mutants of some files; a change of one place leaves the choice of all others as it was."""
    every = [each for file in files for each in mutants(file, (root / file).read_text("utf-8"))]
    return sorted(every, key=lambda each: lot(each, seed))[:count]


def lot(mutant: Mutant, seed: int) -> bytes:
    """Return what decides whether a mutant is drawn."""
    return hashlib.sha256(f"{seed} {mutant.name}".encode()).digest()
